package people

// PlaceZones are the zones of the table of places.
var PlaceZones = placeZones

// CitiesTable is the table of large cities.
var CitiesTable = citiesTable

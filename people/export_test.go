package people

// PlaceZones are the zones of the table of places.
var PlaceZones = placeZones

package shards

import (
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"keepsake/memory/shard"
	"keepsake/scope"
)

// rightsColumn returns rights as a column holds them: one subject a line, after its right; "" for the defaults.
func rightsColumn(r shard.Rights) string {
	rows := make([]string, 0, len(r))
	for _, s := range slices.Sorted(maps.Keys(r)) {
		rows = append(rows, r[s].String()+" "+string(s))
	}
	return strings.Join(rows, "\n")
}

// rightsOf returns the rights of a column. A right of another version of the program is none.
func rightsOf(column string) shard.Rights {
	if column == "" {
		return nil
	}
	all := shard.Rights{}
	for row := range strings.Lines(column) {
		name, subject, _ := strings.Cut(strings.TrimSuffix(row, "\n"), " ")
		right, _ := shard.ParseRight(name)
		all[shard.Subject(subject)] = right
	}
	return all
}

// dropRights removes what a person was given in the shards of a store.
func dropRights(g *gorm.DB, owner scope.Scope) error {
	var rows []shardRow
	err := g.Where("rights <> '' AND home IN (SELECT id FROM memory_scopes WHERE store = ?)", owner.Store).Order("id").Find(&rows).Error
	for _, r := range rows {
		rights := rightsOf(r.Rights)
		if _, ok := rights[shard.OfPerson(owner.ID)]; !ok || err != nil {
			continue
		}
		delete(rights, shard.OfPerson(owner.ID))
		err = g.Model(&shardRow{}).Where("id = ?", r.ID).UpdateColumns(map[string]any{"rights": rightsColumn(rights), "revision": gorm.Expr("revision + 1")}).Error
	}
	return err
}

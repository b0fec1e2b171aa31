package main

import (
	"context"
	"fmt"

	"keepsake/app"
	"keepsake/app/settings"
)

// migrateCmd brings the schema up to date and says where it is.
type migrateCmd struct{}

func (migrateCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	v, err := app.Migrate(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "The database is up to date (schema %d).\n", v)
	return nil
}

// loadForDatabase reads the settings and checks only those that the database needs.
func (s *shell) loadForDatabase() (settings.Config, error) {
	c, err := s.load()
	if err != nil {
		return c, err
	}
	return c, c.ValidateDatabase()
}

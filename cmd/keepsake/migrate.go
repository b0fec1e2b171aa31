package main

import (
	"context"
	"fmt"

	"keepsake/app"
)

// migrateCmd brings the schema up to date and says where it is.
type migrateCmd struct{}

func (migrateCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.database()
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

// database reads the settings and judges only what the database needs.
func (s *shell) database() (app.Config, error) {
	c, err := s.load()
	if err != nil {
		return c, err
	}
	return c, c.ValidateDatabase()
}

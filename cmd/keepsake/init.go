package main

import (
	"cmp"
	"fmt"

	"keepsake/role"
)

// initCmd writes a role file (I40). It overwrites nothing.
type initCmd struct {
	Name     string `help:"What the role is called: small letters, digits, - and _." required:"" placeholder:"NAME"`
	Template string `help:"What to begin with: memory (remembers), chat (does not), group (remembers for a group)." default:"memory" enum:"memory,chat,group"`
	Output   string `short:"o" help:"The file to write. Default: NAME.yaml." type:"path" placeholder:"PATH"`
}

func (i initCmd) Run(sh *shell) error {
	file := cmp.Or(i.Output, i.Name+".yaml")
	if err := role.Write(file, i.Name, i.Template); err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "Wrote %s. Put the bot's token into TELEGRAM_BOT_TOKEN and the model's key into OPENAI_API_KEY, then:\n\n  keepsake serve --role %s\n", file, file)
	return nil
}

package main

// memoryCmd is about what is remembered, from the command line.
type memoryCmd struct {
	Reembed reembedCmd `cmd:"" help:"Make all vectors anew with the embedding model that is set, beside the running bot."`
}

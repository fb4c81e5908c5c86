package main

import (
	"os"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// childMain runs the hidden commands by which this binary is its own child processes. They are told
// apart before the command line is built: a child starts often and should start fast.
func childMain(args []string) (code int, ok bool) {
	if len(args) == 0 {
		return 0, false
	}
	switch args[0] {
	case "broker-child":
		return embedded.BrokerMain(args[1:]), true
	case worker.Command:
		return worker.Main(), true
	case "parse-child":
		return parse.ChildMain(os.Stdin, os.Stdout), true
	}
	return 0, false
}

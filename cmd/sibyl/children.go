package main

import (
	"context"
	"fmt"
	"os"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/profile"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
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
		return brokerMain(args[1:]), true
	case worker.Command:
		return worker.Main(args[1:]), true
	case "parse-child":
		return parse.ChildMain(os.Stdin, os.Stdout), true
	}
	return 0, false
}

// brokerMain is the broker's process; its first arguments may say where it records a profile of itself.
func brokerMain(args []string) int {
	go settings.GiveBack(context.Background())
	if len(args) < 2 || args[0] != profile.Flag {
		return embedded.BrokerMain(args)
	}
	recording, err := profile.Record(args[1], profile.Broker)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exit.CodeFailed
	}
	code := embedded.BrokerMain(args[2:])
	if err := recording.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, exit.CodeFailed)
	}
	return code
}

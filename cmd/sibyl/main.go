// Command sibyl is the one binary of the system: every role, the embedded default that needs no
// configuration, and the client of a running server. It holds flags, configuration and wiring only.
//
// Exit codes: 0 done; 1 failed; 2 wrong usage or unreadable input; 3 a dependency is down; 4 a
// --fail-on gate was met. What fails is said in one line on stderr.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
)

func main() {
	runtime.MemProfileRate = 0 // its table takes a megabyte of each process; where a profile is asked for, it is set
	settings.SpareProgram()    // starting has gone through all of it
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	if code, ok := childMain(args); ok {
		return code
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	exited := -1
	parser, err := kong.New(commandsFor(args),
		kong.Name("sibyl"),
		kong.Description("Reads corporate sustainability reports and says which claims hold, which do not, and what is missing - "+
			"each answer with its evidence and its place on the page."),
		helpTexts,
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Exit(func(code int) { exited = code }),
		kong.Configuration(loadConfigFile, configFiles()...),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		return fail(fmt.Errorf("building the command line: %w", err))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	kctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		return fail(exit.Usage("%v; try `sibyl --help`", err))
	}
	return fail(kctx.Run())
}

// commandsFor is the command line with the one command that is asked for, or all of them where that is open: preparing
// those that nobody has asked for takes a tenth of a second.
func commandsFor(args []string) any {
	if len(args) > 0 {
		for f := range reflect.TypeFor[CLI]().Fields() {
			if strings.ToLower(f.Name) == args[0] {
				return reflect.New(reflect.StructOf([]reflect.StructField{f})).Interface()
			}
		}
	}
	return &CLI{}
}

// fail prints err as the one line a user sees and returns the exit code it stands for.
func fail(err error) int {
	if err == nil {
		return exit.CodeDone
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "sibyl: stopped")
		return exit.CodeFailed
	}
	fmt.Fprintf(os.Stderr, "sibyl: %s\n", exit.OneLine(err.Error()))
	var e exit.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return exit.CodeFailed
}

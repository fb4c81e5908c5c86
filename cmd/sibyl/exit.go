package main

import (
	"fmt"
	"strings"
)

// The exit codes of the contract.
const (
	exitDone       = 0
	exitFailed     = 1
	exitUsage      = 2 // wrong usage or unreadable input
	exitDependency = 3 // a dependency is down
	exitGate       = 4 // a --fail-on gate was met
)

// exitError is an error that decides the exit code.
type exitError struct {
	code int
	error
}

func (e exitError) Unwrap() error { return e.error }

// usage is a mistake of the caller, or a file that cannot be read.
func usage(format string, args ...any) error {
	return exitError{exitUsage, fmt.Errorf(format, args...)}
}

// down is a dependency that does not answer.
func down(format string, args ...any) error {
	return exitError{exitDependency, fmt.Errorf(format, args...)}
}

// oneLine folds an error text into the single line a user is promised.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

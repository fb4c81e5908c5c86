// Package exit is how the program ends: its exit codes, and errors that decide them.
package exit

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
)

// The exit codes of the contract.
const (
	CodeDone       = 0
	CodeFailed     = 1
	CodeUsage      = 2 // wrong usage or unreadable input
	CodeDependency = 3 // a dependency is down
	CodeGate       = 4 // a --fail-on gate was met
)

// Error is an error that decides the exit code.
type Error struct {
	Code int
	error
}

func (e Error) Unwrap() error { return e.error }

// With gives an error its exit code.
func With(code int, err error) error { return Error{code, err} }

// Usage is a mistake of the caller, or a file that cannot be read.
func Usage(format string, args ...any) error {
	return Error{CodeUsage, fmt.Errorf(format, args...)}
}

// Down is a dependency that does not answer.
func Down(format string, args ...any) error {
	return Error{CodeDependency, fmt.Errorf(format, args...)}
}

// OneLine folds an error text into the single line a user is promised.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// RootCause shortens a transport error to what a person needs.
func RootCause(err error) error {
	for _, known := range []error{syscall.ECONNREFUSED, syscall.EHOSTUNREACH} {
		if errors.Is(err, known) {
			return known
		}
	}
	var op *net.OpError
	if errors.As(err, &op) {
		return op
	}
	return err
}

package main

import (
	"fmt"

	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
)

// VersionCmd prints the version.
type VersionCmd struct{}

// Help is shown by `sibyl version --help`.
func (VersionCmd) Help() string { return "Example: sibyl version" }

// Run implements `sibyl version`.
func (VersionCmd) Run() error {
	fmt.Println(version.Code())
	return nil
}

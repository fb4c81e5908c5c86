package main

import (
	"fmt"
	"runtime/debug"
)

// version is set by the build (-ldflags "-X main.version=..."); a plain `go build` is told apart by
// the revision that Go stamped, if it did.
var version = ""

// codeVersion names this build in documents and events.
func codeVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return "dev"
}

// VersionCmd prints the version.
type VersionCmd struct{}

// Help is shown by `sibyl version --help`.
func (VersionCmd) Help() string { return "Example: sibyl version" }

// Run implements `sibyl version`.
func (VersionCmd) Run() error {
	fmt.Println(codeVersion())
	return nil
}

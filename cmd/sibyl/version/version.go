// Package version names this build.
package version

import "runtime/debug"

// version is set by the build (-ldflags "-X github.com/sibyl-project/sibyl/cmd/sibyl/version.version=..."); a plain `go build` is told apart by
// the revision that Go stamped, if it did.
var version = ""

// Code names this build in documents and events.
func Code() string {
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

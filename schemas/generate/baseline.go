package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// committed returns the schemas that must not be broken: those of the last commit, or, where there is
// no repository (an unpacked archive), those on disk.
func committed() (map[string][]byte, error) {
	if err := exec.Command("git", "rev-parse", "--verify", "--quiet", "HEAD").Run(); err != nil {
		return onDisk()
	}
	listing, err := exec.Command("git", "ls-tree", "--name-only", "HEAD", "schemas/").Output()
	if err != nil {
		return nil, fmt.Errorf("listing the committed schemas: %w", err)
	}
	base := map[string][]byte{}
	for _, path := range strings.Fields(string(listing)) {
		if schemaFile.MatchString(path) {
			if base[path], err = exec.Command("git", "show", "HEAD:"+path).Output(); err != nil {
				return nil, fmt.Errorf("reading the committed %s: %w", path, err)
			}
		}
	}
	return base, nil
}

func onDisk() (map[string][]byte, error) {
	paths, err := filepath.Glob("schemas/*.schema.json")
	if err != nil {
		return nil, fmt.Errorf("listing the schemas on disk: %w", err)
	}
	base := map[string][]byte{}
	for _, path := range paths {
		path = filepath.ToSlash(path)
		if schemaFile.MatchString(path) {
			if base[path], err = os.ReadFile(path); err != nil {
				return nil, fmt.Errorf("reading the schema on disk: %w", err)
			}
		}
	}
	return base, nil
}

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// Whoever types what the page names must not be told that there is no such command.
func TestTheCommandsThatThePageNamesAreThere(t *testing.T) {
	known := map[string]bool{}
	for f := range reflect.TypeFor[CLI]().Fields() {
		known[strings.ToLower(f.Name)] = true
	}
	named := regexp.MustCompile(`<code>sibyl ([a-z]+)`)
	seen := 0
	err := filepath.WalkDir("../../projections/dashboard/web/src", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tsx" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			seen++
			if !known[m[1]] {
				t.Errorf("%s names `sibyl %s`", filepath.Base(path), m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Error("the page names no command: what is looked for has changed")
	}
}

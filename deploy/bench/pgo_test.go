package main

import (
	"os"
	"strings"
	"testing"

	pprofile "github.com/google/pprof/profile"
)

// The profile that the compiler reads is committed: it must be one of this program, and say nothing of the machine that it was made on.
func TestTheCommittedProfileSaysNothingOfAMachine(t *testing.T) {
	data, err := os.ReadFile("../../cmd/sibyl/default.pgo")
	if err != nil {
		t.Fatal(err)
	}
	p, err := pprofile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, f := range p.Function {
		if f.Filename != "" {
			t.Errorf("%s has the file %s", f.Name, f.Filename)
		}
		if strings.Contains(f.Name, "/sibyl/rag/") || strings.Contains(f.Name, "/sibyl/processors/") {
			own++
		}
	}
	for _, m := range p.Mapping {
		if m.File != "" || m.BuildID != "" {
			t.Errorf("a mapping names %q, %q", m.File, m.BuildID)
		}
	}
	if own < 200 || len(p.Sample) < 1_000 {
		t.Errorf("%d functions of this program, %d samples", own, len(p.Sample))
	}
}

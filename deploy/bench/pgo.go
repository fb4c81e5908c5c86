package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	pprofile "github.com/google/pprof/profile"
)

// writeProfile analyses the sample and a long report, and writes to name where all processes spent their time: the Go compiler inlines by it what is
// called often (profile-guided optimisation). What is written says nothing of the machine: neither paths nor the binary.
func writeProfile(ctx context.Context, name, binary string, seed uint64) error {
	report := filepath.Join(".build", "bench", fmt.Sprintf("report-%d-seed%d-dense%d.pdf", densePages, seed, dense))
	if err := makeReport(report, densePages, seed, dense); err != nil {
		return err
	}
	var all []*pprofile.Profile
	for _, pdf := range []string{report, sampleReport, sampleReport, sampleReport} { // short reports count: most are
		some, err := profileOf(ctx, binary, pdf)
		if err != nil {
			return err
		}
		all = append(all, some...)
	}
	merged, err := pprofile.Merge(all)
	if err != nil {
		return fmt.Errorf("merging the profiles: %w", err)
	}
	nameless(merged)
	out, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	if err := merged.Write(out); err != nil {
		out.Close()
		return fmt.Errorf("writing the profile: %w", err)
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("writing the profile: %w", err)
	}
	return nil
}

// profileOf analyses a report, and returns where each process spent its time.
func profileOf(ctx context.Context, binary, pdf string) ([]*pprofile.Profile, error) {
	dir, err := os.MkdirTemp("", "sibyl-profile-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for profiles: %w", err)
	}
	defer os.RemoveAll(dir)
	if _, err := analyse(ctx, binary, pdf, dir, nil); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.cpu.pprof"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("looking for profiles: %w", err)
	case len(names) == 0:
		return nil, fmt.Errorf("analysing %s left no profile", pdf)
	}
	var out []*pprofile.Profile
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading a profile: %w", err)
		}
		p, err := pprofile.ParseData(data)
		if err != nil {
			return nil, fmt.Errorf("reading the profile %s: %w", filepath.Base(name), err)
		}
		out = append(out, p)
	}
	return out, nil
}

// nameless takes out of a profile what the compiler does not look at: files, the binary, labels and the time.
func nameless(p *pprofile.Profile) {
	for _, f := range p.Function {
		f.Filename = ""
	}
	for _, m := range p.Mapping {
		m.File, m.BuildID, m.KernelRelocationSymbol = "", "", ""
	}
	for _, s := range p.Sample {
		s.Label, s.NumLabel, s.NumUnit = nil, nil, nil
	}
	p.TimeNanos, p.Comments = 0, nil
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// measure runs one analysis in a fresh data directory.
func measure(ctx context.Context, binary, report string) (*Figures, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, fmt.Errorf("finding the binary: %w", err)
	}
	dir, err := os.MkdirTemp("", "sibyl-bench-")
	if err != nil {
		return nil, fmt.Errorf("making an empty data directory: %w", err)
	}
	defer os.RemoveAll(dir)
	// Run by root, the database is another user's process and must be able to pass through.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, fmt.Errorf("opening the data directory: %w", err)
	}
	if err := adoptOrphans(); err != nil {
		return nil, err
	}

	var stdout, stderr bytes.Buffer
	profile := filepath.Join(dir, "profile")
	cmd := exec.CommandContext(ctx, path, "analyze", report, "--offline", "--format", "json", "--data-dir", filepath.Join(dir, "data"), "--profile", profile)
	cmd.Stdout, cmd.Stderr = &stdout, io.MultiWriter(&stderr, os.Stderr)
	mark := fmt.Sprintf("SIBYL_BENCH_MARK=%d.%d", os.Getpid(), time.Now().UnixNano())
	cmd.Env = append(clean(os.Environ()), mark)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second

	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	watch := newWatch(cmd.Process.Pid, mark)
	done := make(chan struct{})
	sampled := make(chan struct{})
	go func() {
		defer close(sampled)
		watch.run(done)
	}()
	runErr := cmd.Wait()
	ended := time.Now()
	close(done)
	<-sampled
	if runErr != nil {
		return nil, fmt.Errorf("analysing %s: %w: %s", report, runErr, lastLine(stderr.String()))
	}

	f := &Figures{Report: report, Seconds: ended.Sub(began).Seconds()}
	if err := f.read(stdout.Bytes(), began, ended); err != nil {
		return nil, err
	}
	watch.into(f)
	if err := f.readStages(profile); err != nil {
		return nil, err
	}
	return f, nil
}

// clean drops what would point the command at another instance, or at a model.
func clean(env []string) []string {
	var out []string
	for _, e := range env {
		if !strings.HasPrefix(e, "SIBYL_") {
			out = append(out, e)
		}
	}
	return out
}

// read takes the counts and the split of the time from the analysis document.
func (f *Figures) read(document []byte, began, ended time.Time) error {
	var d struct {
		Report struct {
			Pages int `json:"pages"`
		} `json:"report"`
		Run struct {
			Status     string    `json:"status"`
			StartedAt  time.Time `json:"started_at"`
			FinishedAt time.Time `json:"finished_at"`
		} `json:"run"`
		Claims   []json.RawMessage `json:"claims"`
		Verdicts []struct {
			ClaimID string `json:"claim_id"`
		} `json:"verdicts"`
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return fmt.Errorf("reading the analysis document: %w", err)
	}
	judged := map[string]bool{}
	for _, v := range d.Verdicts {
		judged[v.ClaimID] = true
	}
	f.Pages, f.Claims, f.Verdicts, f.Status = d.Report.Pages, len(d.Claims), len(judged), d.Run.Status
	f.Startup = d.Run.StartedAt.Sub(began).Seconds()
	f.Analysis = d.Run.FinishedAt.Sub(d.Run.StartedAt).Seconds()
	f.Ending = ended.Sub(d.Run.FinishedAt).Seconds()
	return nil
}

// readStages takes what `sibyl analyze --profile` says of where the time went.
func (f *Figures) readStages(profile string) error {
	data, err := os.ReadFile(filepath.Join(profile, "stages.json"))
	if err != nil {
		return fmt.Errorf("reading where the time went: %w", err)
	}
	var t struct {
		Events    int     `json:"events"`
		Processor float64 `json:"processor_seconds"`
		Stages    []Stage `json:"stages"`
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return fmt.Errorf("reading where the time went: %w", err)
	}
	f.Events, f.Processor, f.Stages = t.Events, t.Processor, t.Stages
	return nil
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

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

// measure runs one analysis in a fresh data directory twice: once undisturbed for its time, and once watched for its memory and for where the
// time goes, since looking at the memory of processes holds them up.
func measure(ctx context.Context, binary, report string) (*Figures, error) {
	f := &Figures{Report: report}
	alone, err := analyse(ctx, binary, report, "", nil)
	if err != nil {
		return nil, err
	}
	f.Seconds = alone.ended.Sub(alone.began).Seconds()
	if err := f.read(alone.document, alone.began, alone.ended); err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "sibyl-profile-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for where the time goes: %w", err)
	}
	defer os.RemoveAll(profile)
	if _, err := analyse(ctx, binary, report, profile, f); err != nil {
		return nil, err
	}
	return f, f.readStages(profile)
}

// analysed is what one analysis gave.
type analysed struct {
	document     []byte
	began, ended time.Time
}

// analyse runs one in a fresh data directory, watched if there are figures to write what is seen to.
func analyse(ctx context.Context, binary, report, profile string, watched *Figures) (*analysed, error) {
	dir, remove, err := emptyDirectory()
	if err != nil {
		return nil, err
	}
	defer remove()
	args := []string{"analyze", report, "--offline", "--format", "json", "--data-dir", dir}
	if profile != "" {
		args = append(args, "--profile", profile)
	}
	cmd, stdout, stderr, err := command(ctx, binary, args...)
	if err != nil {
		return nil, err
	}
	if err := adoptOrphans(); err != nil {
		return nil, err
	}
	mark := fmt.Sprintf("SIBYL_BENCH_MARK=%d.%d", os.Getpid(), time.Now().UnixNano())
	cmd.Env = append(cmd.Env, mark)
	a := &analysed{began: time.Now()}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", binary, err)
	}
	stop := func() {}
	if watched != nil {
		stop = newWatch(cmd.Process.Pid, mark).into(watched)
	}
	runErr := cmd.Wait()
	a.ended = time.Now()
	stop()
	if runErr != nil {
		return nil, fmt.Errorf("analysing %s: %w: %s", report, runErr, lastLine(stderr.String()))
	}
	a.document = stdout.Bytes()
	return a, nil
}

// emptyDirectory makes one, and returns what removes it. Run by root, the database is another user's process and must be able to pass through.
func emptyDirectory() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "sibyl-bench-"); err != nil {
		return "", nil, fmt.Errorf("making an empty data directory: %w", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", nil, fmt.Errorf("opening the data directory: %w", err)
	}
	return filepath.Join(dir, "data"), func() { _ = os.RemoveAll(dir) }, nil
}

// command is the binary with these arguments, apart from other instances and models; interrupted, it ends in an orderly way.
func command(ctx context.Context, binary string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer, err error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("finding the binary: %w", err)
	}
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd = exec.CommandContext(ctx, path, args...)
	cmd.Stdout, cmd.Stderr = stdout, io.MultiWriter(stderr, os.Stderr)
	cmd.Env = clean(os.Environ())
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second
	return cmd, stdout, stderr, nil
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

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	sampleReport = "data/sample/kooijveld-samudrasa-sustainability-report-2024.pdf" // 20 pages
	densePages   = 280
	dense        = 90 // of a thousand sentences
	smallPages   = 27 // some hundred claims
	warmRuns     = 3
	idleFor      = 20 * time.Second
	settledAfter = 5 * time.Second
)

// kept measures what a data directory that is kept is used for: a long report, reports after it, replays, a rebuild, and waiting.
type kept struct {
	binary, dir        string
	settling, idleTime time.Duration
	ratios             []Ratio
}

func (k *kept) say(name string, value, limit float64, atLeast bool) {
	k.ratios = append(k.ratios, Ratio{Name: name, Value: value, Limit: limit, AtLeast: atLeast, Passed: value == limit || (value > limit) == atLeast})
}

// measureKept works in one data directory from the first report to the last look.
func measureKept(ctx context.Context, binary string, seed uint64) ([]Ratio, error) {
	dir, remove, err := emptyDirectory()
	if err != nil {
		return nil, err
	}
	defer remove()
	return (&kept{binary: binary, dir: dir, settling: settledAfter, idleTime: idleFor}).measure(ctx, seed)
}

func (k *kept) measure(ctx context.Context, seed uint64) ([]Ratio, error) {
	for _, step := range []func(context.Context, uint64) error{k.start, k.long, k.warm, k.small, k.rebuild, k.idle} {
		if err := step(ctx, seed); err != nil {
			return nil, err
		}
	}
	return k.ratios, nil
}

// start looks how soon a command that starts everything has read the first page, and how soon its run begins, in an empty directory and again.
func (k *kept) start(ctx context.Context, _ uint64) error {
	dir, remove, err := emptyDirectory()
	if err != nil {
		return err
	}
	defer remove()
	own := &kept{binary: k.binary, dir: dir}
	for _, s := range []struct {
		from  string
		limit float64
	}{{"nothing", 1}, {"a data directory that is there", 0.5}} {
		page, run, err := own.begin(ctx)
		if err != nil {
			return err
		}
		k.say("start-up from "+s.from+" to the first page read, s", page, s.limit, false)
		k.say("the same to the run, everything running and the report read, s", run, s.limit, false)
	}
	return nil
}

// begin analyses the sample: after how many seconds its first page had been read, and its run began.
func (k *kept) begin(ctx context.Context) (page, run float64, err error) {
	profile, err := os.MkdirTemp("", "sibyl-profile-")
	if err != nil {
		return 0, 0, fmt.Errorf("making a directory for when the first page was read: %w", err)
	}
	defer os.RemoveAll(profile)
	began := time.Now()
	out, _, err := k.run(ctx, "analyze", sampleReport, "--offline", "--format", "json", "--profile", profile)
	if err != nil {
		return 0, 0, err
	}
	var d struct {
		Run struct {
			StartedAt time.Time `json:"started_at"`
		} `json:"run"`
	}
	if err := json.Unmarshal(out, &d); err != nil {
		return 0, 0, fmt.Errorf("reading when the run began: %w", err)
	}
	data, err := os.ReadFile(filepath.Join(profile, "stages.json"))
	if err != nil {
		return 0, 0, fmt.Errorf("reading when the first page was read: %w", err)
	}
	var t struct {
		FirstPage time.Time `json:"first_page"`
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return 0, 0, fmt.Errorf("reading when the first page was read: %w", err)
	}
	if t.FirstPage.Before(began) {
		return 0, 0, errors.New("the profile does not say when the first page was read")
	}
	return t.FirstPage.Sub(began).Seconds(), d.Run.StartedAt.Sub(began).Seconds(), nil
}

// long analyses a long report, and replays it.
func (k *kept) long(ctx context.Context, seed uint64) error {
	report := filepath.Join(".build", "bench", fmt.Sprintf("report-%d-seed%d-dense%d.pdf", densePages, seed, dense))
	if err := makeReport(report, densePages, seed, dense); err != nil {
		return err
	}
	run, claims, took, err := k.analyse(ctx, report)
	if err != nil {
		return err
	}
	k.say(fmt.Sprintf("%d pages, %d claims, with start-up, s", densePages, claims), took, 9, false)
	return k.replay(ctx, run, claims, 9)
}

// warm analyses the sample, a few times: how long the middle one took.
func (k *kept) warm(ctx context.Context, _ uint64) error {
	var all []float64
	for range warmRuns {
		_, _, took, err := k.analyse(ctx, sampleReport)
		if err != nil {
			return err
		}
		all = append(all, took)
	}
	slices.Sort(all)
	k.say("20 pages, on a data directory that is there, s", all[len(all)/2], 1.5, false)
	return nil
}

// small replays a run of a hundred claims.
func (k *kept) small(ctx context.Context, seed uint64) error {
	report := filepath.Join(".build", "bench", fmt.Sprintf("report-%d-seed%d.pdf", smallPages, seed))
	if err := makeReport(report, smallPages, seed, 0); err != nil {
		return err
	}
	run, claims, _, err := k.analyse(ctx, report)
	if err != nil {
		return err
	}
	return k.replay(ctx, run, claims, 2)
}

func (k *kept) analyse(ctx context.Context, report string) (run string, claims int, took float64, err error) {
	out, took, err := k.run(ctx, "analyze", report, "--offline", "--format", "json")
	if err != nil {
		return "", 0, 0, err
	}
	var d struct {
		Run struct {
			ID string `json:"id"`
		} `json:"run"`
		Claims []json.RawMessage `json:"claims"`
	}
	if err := json.Unmarshal(out, &d); err != nil {
		return "", 0, 0, fmt.Errorf("reading the analysis document of %s: %w", report, err)
	}
	return d.Run.ID, len(d.Claims), took, nil
}

func (k *kept) replay(ctx context.Context, run string, claims int, limit float64) error {
	_, took, err := k.run(ctx, "replay", run)
	if err != nil {
		return err
	}
	k.say(fmt.Sprintf("exact replay of %d claims, with start-up, s", claims), took, limit, false)
	return nil
}

func (k *kept) rebuild(ctx context.Context, _ uint64) error {
	out, _, err := k.run(ctx, "rebuild", "--json")
	if err != nil {
		return err
	}
	var r struct {
		Rebuilt []struct {
			Rows map[string]float64 `json:"rows"`
		} `json:"rebuilt"`
		Seconds float64 `json:"seconds"`
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return fmt.Errorf("reading what was rebuilt: %w", err)
	}
	events := 0.0
	for _, m := range r.Rebuilt {
		events += m.Rows["feed"]
	}
	k.say(fmt.Sprintf("rebuild of %.0f events, events a second", events), events/max(r.Seconds, 1e-9), 20000, true)
	return nil
}

// idle looks at an instance that has nothing to do.
func (k *kept) idle(ctx context.Context, _ uint64) error {
	cmd, _, _, err := command(ctx, k.binary, "up", "--offline", "--addr", "127.0.0.1:0", "--data-dir", k.dir)
	if err != nil {
		return err
	}
	mark := fmt.Sprintf("SIBYL_BENCH_MARK=%d.%d", os.Getpid(), time.Now().UnixNano())
	cmd.Env = append(cmd.Env, mark)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting an instance: %w", err)
	}
	w := newWatch(cmd.Process.Pid, mark)
	seen := w.watchIdle(ctx, k.settling, k.idleTime)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		seen = errors.Join(seen, fmt.Errorf("stopping the instance: %w", err))
	}
	if err := errors.Join(seen, cmd.Wait()); err != nil { // its directory is removed only when it has ended
		return fmt.Errorf("an instance with nothing to do: %w", err)
	}
	k.say("processor time of an instance with nothing to do, of a core, %", 100*w.spent.Seconds()/k.idleTime.Seconds(), 1, false)
	k.say("its memory without PostgreSQL's, proportional, MB", megabytes(w.last), 100, false)
	return nil
}

// run runs a command on the data directory and returns what it printed and how long it took.
func (k *kept) run(ctx context.Context, args ...string) (out []byte, took float64, err error) {
	cmd, stdout, stderr, err := command(ctx, k.binary, append(args, "--data-dir", k.dir)...)
	if err != nil {
		return nil, 0, err
	}
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("running sibyl %s: %w: %s", args[0], err, lastLine(stderr.String()))
	}
	return stdout.Bytes(), time.Since(began).Seconds(), nil
}

// watchIdle looks twice.
func (w *watch) watchIdle(ctx context.Context, waits ...time.Duration) error {
	for _, wait := range waits {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		w.look()
	}
	return nil
}

// look takes proportional memory and processor time of all processes at once: what they have spent since the look before.
func (w *watch) look() {
	w.pss, w.samples = 0, 0 // the next sample is one at proportional memory
	w.sample()
	w.last = w.pss
	var spent time.Duration
	for id, p := range w.known {
		p.spent = max(p.spent, processorTime(id.pid)) // one that has ended has spent what it had
		spent += p.spent
	}
	w.spent, w.before = spent-w.before, spent
}

// clockTick is the unit of /proc/PID/stat on Linux, whatever the kernel counts in.
const clockTick = time.Second / 100

func processorTime(pid int) time.Duration {
	data := readAll(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	var ticks int64
	for i := 11; i <= 12 && i < len(fields); i++ { // user and system
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * clockTick
}

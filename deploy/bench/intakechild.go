package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// childMain plays the processes that reading is measured in.
func childMain(args []string) (code int, ok bool) {
	switch {
	case len(args) > 0 && args[0] == parse.ChildArg:
		return parse.ChildMain(os.Stdin, os.Stdout), true
	case len(args) > 1 && args[0] == bareArg:
		if err := bareTextMain(args[1], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// bareText has a process of its own read a file's text, and returns what it says that took,
// and its processor time.
func bareText(ctx context.Context, self, name string) (took, cpu time.Duration, err error) {
	cmd := exec.CommandContext(ctx, self, bareArg, name)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("reading the bare text of %s: %w", name, err)
	}
	took, err = time.ParseDuration(strings.TrimSpace(string(out)))
	if err != nil {
		return 0, 0, fmt.Errorf("reading the bare text of %s: %w", name, err)
	}
	return took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// ownCPU is the processor time of this process, its children's not included.
func ownCPU() (time.Duration, error) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, fmt.Errorf("measuring processor time: %w", err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), nil
}

// ownPeakMB is what this process had resident at most, which stands for the process that receives a parse.
func ownPeakMB() (float64, error) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, fmt.Errorf("measuring memory: %w", err)
	}
	return float64(r.Maxrss) * 1024 / 1e6, nil
}

package embedded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pollEvery paces the questions that nothing announces: whether a server accepts connections yet, whether a process that
// is not our child has ended.
const pollEvery = 15 * time.Millisecond

// alive reports whether a process runs. A zombie does not: a survivor that has ended is reaped by the process that
// inherited it, which may not exist in a container.
func alive(pid int) bool {
	if pid <= 0 {
		return false
	}
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	return !isZombie(pid)
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false // no /proc on this system: kill's answer stands
	}
	// "12 (name) S ...": the name may itself hold parentheses, so the state follows the last one.
	rest := stat[bytes.LastIndexByte(stat, ')')+1:]
	return len(rest) > 1 && (rest[1] == 'Z' || rest[1] == 'X')
}

// awaitEnd waits until the process has ended.
func awaitEnd(ctx context.Context, pid int) error {
	return await(ctx, fmt.Sprintf("waiting for process %d to end", pid), func() (bool, error) { return !alive(pid), nil })
}

// await asks a condition again and again until it holds, fails or the context ends.
func await(ctx context.Context, doing string, holds func() (bool, error)) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		ok, err := holds()
		if err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
		case <-tick.C:
		}
	}
}

// serves reports whether the process runs and has the folder among its arguments. It guards against a process id that
// the system has reused since it was written down. The working directory would tell, too, but root in a container may
// not read that of other users' processes; the arguments are readable by everyone.
func serves(pid int, folder string) bool {
	if !alive(pid) {
		return false
	}
	if line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
		return slices.Contains(strings.Split(string(line), "\x00"), folder)
	}
	out, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(out), folder)
}

package supervisor

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// causeOf tells a crash from a kill. A child that exits, with whatever code, without having said so before has
// crashed: a library may have called os.Exit. SIGKILL is what the kernel sends for want of memory, and what people
// send; the kernel counts the first kind.
func causeOf(s *os.ProcessState, before int) Cause {
	status, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return Crashed
	}
	switch status.Signal() {
	case syscall.SIGKILL:
		now := outOfMemoryKills()
		switch {
		case now < 0 || before < 0:
			return Unseen
		case now > before:
			return Crashed
		}
		return Killed
	case syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
		return Killed
	}
	return Crashed
}

// outOfMemoryKills is how many processes the kernel has killed for want of memory since it was started, within
// control groups or without; -1 where it does not say.
func outOfMemoryKills() int {
	f, err := os.Open("/proc/vmstat")
	if err != nil {
		return -1
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if text, found := strings.CutPrefix(lines.Text(), "oom_kill "); found {
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return -1
}

package parse

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Usage is what one child process took, by the kernel's own count.
type Usage struct {
	CPU  time.Duration
	Peak int64 // bytes resident at most; never less than what the starting process had, which Linux counts in
}

func usage(s *os.ProcessState) Usage {
	u := Usage{CPU: s.UserTime() + s.SystemTime()}
	if r, ok := s.SysUsage().(*syscall.Rusage); ok {
		u.Peak = residentBytes(r)
	}
	return u
}

// passedOn are the variables that a child may know. A process that a hostile file has taken over must find
// no key and no address in its environment. Tests reach their children by variables of their own.
var passedOn = []string{"PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH", "TESSDATA_PREFIX", "GODEBUG", "GOMAXPROCS", "GOTRACEBACK"}

func childEnvironment(env []string) []string {
	var out []string
	for _, v := range env {
		name, _, _ := strings.Cut(v, "=")
		if slices.Contains(passedOn, name) || strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "SIBYL_TEST_") {
			out = append(out, v)
		}
	}
	return out
}

package installed

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// versions are what programs said of themselves: one that is replaced while we run is asked anew.
var versions sync.Map // of program to *version

type program struct {
	path    string
	size    int64
	changed time.Time
}

type version struct {
	asking sync.Mutex
	known  bool
	said   string
}

// askVersion runs a program for its version, once. What fails is tried again by who asks next.
func askVersion(ctx context.Context, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("looking for %s: %w", filepath.Base(path), err)
	}
	v, _ := versions.LoadOrStore(program{path, info.Size(), info.ModTime()}, new(version))
	of := v.(*version)
	of.asking.Lock()
	defer of.asking.Unlock()
	if of.known {
		return of.said, nil
	}
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("asking %s for its version: %w", path, err)
	}
	of.known, of.said = true, string(out)
	return of.said, nil
}

// LookAhead asks the server programs on PATH for their versions, so that ForCluster need not wait for the answer.
func LookAhead(ctx context.Context) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if path := filepath.Join(dir, "postgres"); filepath.IsAbs(dir) {
			_, _ = askVersion(ctx, path) // what is wrong with it is said when it is needed
		}
	}
}

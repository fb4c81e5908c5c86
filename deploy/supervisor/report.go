package supervisor

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// report collects what a child says on its standard error: the beginning, where a fatal error names itself and the
// place, and the end. A child that writes without end fills neither memory nor disk.
type report struct {
	head, tail []byte
	left       int // bytes in between
}

const (
	mostHead    = 128 << 10
	mostTail    = 32 << 10
	keptReports = 20
)

// Write implements io.Writer; it is called by one goroutine.
func (r *report) Write(p []byte) (int, error) {
	n := len(p)
	fits := min(n, mostHead-len(r.head))
	r.head = append(r.head, p[:fits]...)
	r.tail = append(r.tail, p[fits:]...)
	if over := len(r.tail) - mostTail; over > 0 {
		r.left += over
		r.tail = slices.Delete(r.tail, 0, over)
	}
	return n, nil
}

// keep writes the report to a file of its own and removes the oldest ones beyond those that are kept.
func (r *report) keep(folder string, e Ended, started time.Time) (string, error) {
	if folder == "" {
		return "", nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("making the folder of crash reports: %w", err)
	}
	var b strings.Builder
	ended := started.Add(e.Lived).UTC()
	fmt.Fprintf(&b, "%s after %s, at %s\n\n", e.Status, e.Lived.Round(time.Millisecond), ended.Format(time.RFC3339))
	b.Write(r.head)
	if r.left > 0 {
		fmt.Fprintf(&b, "\n... %d bytes left out ...\n", r.left)
	}
	b.Write(r.tail)
	path := filepath.Join(folder, "crash-"+ended.Format("20060102-150405.000")+".txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		return "", fmt.Errorf("writing a crash report: %w", err)
	}
	all, err := filepath.Glob(filepath.Join(folder, "crash-*.txt"))
	if err != nil {
		return "", fmt.Errorf("listing crash reports: %w", err)
	}
	slices.Sort(all) // their names are their times
	for _, old := range all[:max(0, len(all)-keptReports)] {
		if err := os.Remove(old); err != nil {
			return "", fmt.Errorf("removing an old crash report: %w", err)
		}
	}
	return path, nil
}

package embedded

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// A data directory may have any name, and a note that only saves time must not keep a broker from starting.
func TestStateThatHasGrownIsNoticed(t *testing.T) {
	const after = 1000
	for _, c := range []struct {
		name, dir, note string
		state           int
		want            bool
	}{
		{"little state", "data", "", 999, false},
		{"much state", "data", "", 1000, true},
		{"in a name with a bracket", "a[b", "", 1000, true},
		{"in a name that is a pattern", "a[b]*", "", 1000, true},
		{"twice what was left", "data", `{"bytes": 2000}`, 4000, true},
		{"less than twice what was left", "data", `{"bytes": 2000}`, 3999, false},
		{"a note of a larger log than there is", "data", `{"bytes": 90000}`, 1500, true},
		{"a note that cannot be read", "data", `{"bytes": `, 1500, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), c.dir)
			n := &node{dir: dir, records: recordsPath(dir), compactAfter: after}
			n.log = &brokerLogger{log: slog.New(slog.DiscardHandler)}
			of := filepath.Join(n.records, "partitions", "judge.state-0")
			if err := os.MkdirAll(of, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(of, "0.dat"), make([]byte, c.state), 0o600); err != nil {
				t.Fatal(err)
			}
			if c.note != "" {
				if err := os.WriteFile(compactPath(dir), []byte(c.note), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := n.stateHasGrown(); got != c.want {
				t.Errorf("grown: %v", got)
			}
		})
	}
}

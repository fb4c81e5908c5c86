package embedded

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// What others use to look at the log works: kcat as a plain reader and in a consumer group.
func TestKcatReads(t *testing.T) {
	kcat, err := exec.LookPath("kcat")
	if err != nil {
		t.Skip("kcat is not installed")
	}
	broker := startBroker(t, open(t, newDir(t)))
	makeTopic(t, broker.Addr, "verdicts.issued", nil)
	transact(t, broker.Addr, "judge", "verdicts.issued", commit, "c1", "verified", "c2", "contradicted")
	const want = "verified\ncontradicted\n"
	run := func(args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		out, err := exec.CommandContext(ctx, kcat, append([]string{"-q", "-b", broker.Addr}, args...)...).Output()
		if err != nil {
			t.Fatalf("kcat %s: %v", strings.Join(args, " "), err)
		}
		return string(out)
	}
	if got := run("-t", "verdicts.issued", "-C", "-e"); got != want {
		t.Errorf("kcat -C read %q, want %q", got, want)
	}
	began := time.Now()
	if got := run("-G", "g", "-X", "auto.offset.reset=earliest", "-e", "verdicts.issued"); got != want {
		t.Errorf("kcat -G read %q, want %q", got, want)
	}
	t.Logf("the group read took %v", time.Since(began))
	if got := run("-G", "g", "-X", "auto.offset.reset=earliest", "-e", "verdicts.issued"); got != "" {
		t.Errorf("the group read %q a second time", got)
	}
}

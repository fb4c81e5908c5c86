package parse

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A file that takes the parser over finds neither keys nor addresses.
func TestTheChildKnowsNoSecret(t *testing.T) {
	got := childEnvironment([]string{
		"PATH=/bin", "SIBYL_LLM_API_KEY=sk-1", "SIBYL_DATABASE_URL=postgres://u:p@h/d", "AWS_SECRET_ACCESS_KEY=x", "LC_ALL=C", "TZ=UTC",
		"SIBYL_TOKEN=t", "SIBYL_TEST_X=1", "HTTP_PROXY=http://u:p@h", "GODEBUG=x=1", "no equals sign",
	})
	if want := []string{"PATH=/bin", "LC_ALL=C", "TZ=UTC", "SIBYL_TEST_X=1", "GODEBUG=x=1"}; !slices.Equal(got, want) {
		t.Errorf("passed on: %q, want %q", got, want)
	}
	t.Setenv("SIBYL_LLM_API_KEY", "sk-1")
	t.Setenv("SIBYL_TEST_SEEN", "yes")
	d, err := faulty(t, limits(), "environment").Parse(t.Context(), pdf(t, nil, "x"))
	if err != nil {
		t.Fatal(err)
	}
	if text := d.Pages[0].Text; strings.Contains(text, "sk-1") || !strings.Contains(text, "SIBYL_TEST_SEEN=yes") {
		t.Errorf("a child's environment is %q", text)
	}
}

// Nor can it leave anything behind.
func TestTheChildWritesNoFile(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux's limits are set")
	}
	path := t.TempDir() + "/left-behind"
	t.Setenv("SIBYL_TEST_WRITE_TO", path)
	d, err := faulty(t, limits(), "write").Parse(t.Context(), pdf(t, nil, "x"))
	if left, read := os.ReadFile(path); read == nil && len(left) > 0 {
		t.Errorf("a child wrote %q", left)
	}
	if err == nil && !strings.Contains(d.Pages[0].Text, "file too large") {
		t.Errorf("a child that writes says %q", d.Pages[0].Text)
	}
}

package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/legibility"
)

var outward = regexp.MustCompile(`(?i)<script|<link|<img|src=|url\(|@import`)

// TestTheExportCanBeReadEverywhere looks at the page of a small report; cmd/sibyl does so with the sample's, and
// `go run ./deploy/exports` with any.
func TestTheExportCanBeReadEverywhere(t *testing.T) {
	d := arranged(t, aReport())
	page, err := d.Render(FormatHTML)
	if err != nil {
		t.Fatal(err)
	}
	if found := outward.FindString(string(page)); found != "" {
		t.Errorf("the page holds %q", found)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	seen, err := legibility.Look(ctx, file, true)
	if errors.Is(err, legibility.ErrNoBrowser) {
		t.Skip("chromium is not installed: the page is looked at where it is")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range seen.Wrong() {
		t.Error(wrong)
	}
}

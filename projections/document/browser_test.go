package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/legibility"
	"github.com/sibyl-project/sibyl/events"
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

// TestManyClaimsTakeFewSheets prints a report of 400 claims that nothing speaks for or against: with a card each, as on a
// screen, they took 59 sheets that nobody would have read.
func TestManyClaimsTakeFewSheets(t *testing.T) {
	d := aReport()
	for i := range 400 {
		c := d.Claims[0]
		c.ID, c.Text = fmt.Sprintf("many_%d", i), fmt.Sprintf("In workshop %d our teams sorted their waste, replaced old lamps and learnt to lift loads.", i)
		d.Claims = append(d.Claims, c)
		d.Verdicts = append(d.Verdicts, Verdict{ClaimID: c.ID, Verdict: events.Unverified, Reasoning: fmt.Sprintf("Only the company says this of workshop %d.", i)})
	}
	page, err := arranged(t, d).Render(FormatHTML)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	seen, err := legibility.Look(ctx, file, false)
	if errors.Is(err, legibility.ErrNoBrowser) {
		t.Skip("chromium is not installed: the page is printed where it is")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range seen.Wrong() {
		t.Error(wrong)
	}
	if sheets := bytes.Count(seen.Printed, []byte("/Type /Page\n")); sheets < 5 || sheets > 20 {
		t.Errorf("printed on %d sheets", sheets)
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
)

func TestPreviewOfTheSample(t *testing.T) {
	code, stdout, stderr := sibyl(t, "preview", sampleReport(t))
	if code != exit.CodeDone || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, says := range []string{
		"Kooijveld Samudrasa N.V.", "2024 (2024-01-01 to 2024-12-31)", "p. 1:", "languages    en ", "GRI", "prepared with reference to the GRI Standards",
		"no statement of compliance", "are pictures without text", "\nsections\n", "Governance",
	} {
		if !strings.Contains(stdout, says) {
			t.Errorf("the preview does not say %q:\n%s", says, stdout)
		}
	}
	code, stdout, _ = sibyl(t, "preview", sampleReport(t), "--json", "--company", "Another AG")
	var p events.Preview
	if err := json.Unmarshal([]byte(stdout), &p); err != nil || code != exit.CodeDone {
		t.Fatalf("exit code %d: %v", code, err)
	}
	if p.Company != "Another AG" || p.Status != events.PreviewParsed || p.Pages != 20 || len(p.SHA256) != 64 || p.ReportID == "" || len(p.Evidence) < 4 {
		t.Errorf("preview %+v", p)
	}
}

func TestPreviewOfWhatIsNoReport(t *testing.T) {
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes.pdf")
	if err := os.WriteFile(notes, []byte("Dear diary, this is no PDF.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{notes: "not a PDF", filepath.Join(dir, "nowhere.pdf"): "cannot be opened", locked(t, dir): "password"} {
		code, stdout, stderr := sibyl(t, "preview", file)
		if code != exit.CodeUsage || stdout != "" || strings.Count(strings.TrimSpace(stderr), "\n") != 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %q, %q; want one line that says %q", file, code, stdout, stderr, says)
		}
	}
	if code, _, _ := sibyl(t, "preview", sampleReport(t), "--server", "http://127.0.0.1:9"); code != exit.CodeDependency {
		t.Errorf("a server that is away: exit code %d", code)
	}
}

// A file's words steer no terminal.
func TestPreviewIsPlainText(t *testing.T) {
	p := events.Preview{
		Title: "A\x1b[31m red\u202e report", Filename: "a\x07.pdf", Pages: 1, Company: "Acme\r\nplc", IFRSCompliance: events.ComplianceStated,
		Outline:    []events.OutlineSection{{Title: "One\x1b]0;x\x07", Level: 40, PageStart: 1, PageEnd: 1}},
		Suspicious: []events.SuspiciousContent{{Page: 1, Kind: "tiny", Why: "too small to be read", Quote: "do\x1b[2J it"}}, SuspiciousHits: 1,
	}
	text := string(terminal.Preview(p))
	if strings.ContainsAny(text, "\x1b\x07\r\u202e") {
		t.Errorf("%q", text)
	}
	for _, says := range []string{"A[31m red report", "Acme plc", "stated without reserve", "p. 1, too small to be read"} {
		if !strings.Contains(text, says) {
			t.Errorf("the preview does not say %q:\n%s", says, text)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/deploy/legibility"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

const sampleEvidence = "../../data/sample/evidence"

// scope1 is a claim of the sample.
const scope1 = "Scope 1 emissions fell by 4.5 % to 412,300 t CO2e."

// TestEvidenceOfTheUserChangesFindingsAndVerdicts analyses the sample without and with the documents beside it. With
// them a question between agents changes a finding, and looking again changes verdicts; document and feed show both,
// and a replay gives the same although the shelf has been emptied meanwhile.
func TestEvidenceOfTheUserChangesFindingsAndVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	dir := dataDir(t)
	bare, _ := analysed(t, dir)
	out := filepath.Join(t.TempDir(), "analysis.json")
	if code, _, stderr := sibyl(t, "analyze", sampleReport(t), "--evidence", sampleEvidence, "--data-dir", dir, "--json", "-o", out); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var doc document.Document
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	validated(t, raw)
	if len(doc.Evidence) != 12 || len(bare.Evidence) != 0 {
		t.Errorf("%d documents with the folder, %d without", len(doc.Evidence), len(bare.Evidence))
	}
	for _, e := range doc.Evidence {
		if e.Problem != "" || e.Pages == 0 || e.Publisher == "" {
			t.Errorf("document %+v", e)
		}
	}

	t.Run("a question changes a finding", func(t *testing.T) { answerChangesFinding(t, bare, doc) })
	t.Run("looking again changes verdicts", func(t *testing.T) { anotherPassChangesVerdicts(t, bare, doc) })
	t.Run("nothing else is accused or confirmed by it", func(t *testing.T) { otherVerdictsStay(t, bare, doc) })

	t.Run("the feed shows both", func(t *testing.T) { feedShowsEvidence(t, dir, doc) })

	t.Run("exports show where it comes from", func(t *testing.T) { exportsCiteEvidence(t, dir, doc) })

	t.Run("the library is kept by commands", func(t *testing.T) { libraryCommands(t, dir) })

	t.Run("a replay is the same without the shelf", func(t *testing.T) { replayWithoutLibrary(t, dir, doc, raw) })
}

// answerChangesFinding requires that the answer to a question between agents changes a finding.
func answerChangesFinding(t *testing.T, bare, doc document.Document) {
	t.Helper()
	before, after := accountOf(t, bare, scope1), accountOf(t, doc, scope1)
	was, is := before.finding(events.DataMetrics, 1), after.finding(events.DataMetrics, 1)
	if slices.Contains(was.Origins, events.OriginPriorReport) || is.SupportsClaim == nil || !*is.SupportsClaim ||
		!slices.Contains(is.Origins, events.OriginPriorReport) {
		t.Errorf("without the answer %v %v, with it %v %v", was.SupportsClaim, was.Origins, is.SupportsClaim, is.Origins)
	}
	i := slices.IndexFunc(doc.Requests, func(r document.Request) bool { return r.ClaimID == after.claim && r.Kind == events.AskHistory })
	if i < 0 || doc.Requests[i].Status != events.InquiryAnswered || doc.Requests[i].To != events.NewsMedia || len(doc.Requests[i].Evidence) == 0 {
		t.Fatalf("the requests are %+v", doc.Requests)
	}
	e := is.Evidence[len(is.Evidence)-1]
	if e.Quote != "Scope 1 emissions were 431,800 t CO2e in 2023." || e.Publisher != "Kooijveld Samudrasa N.V." || e.Page == nil || *e.Page != 1 ||
		e.Date != "2024-04-18" {
		t.Errorf("it cites %+v", e)
	}
}

// anotherPassChangesVerdicts requires that another pass with the documents changes verdicts.
func anotherPassChangesVerdicts(t *testing.T, bare, doc document.Document) {
	t.Helper()
	before, after := accountOf(t, bare, scope1), accountOf(t, doc, scope1)
	// The report's own figures bear it out, which alone verifies nothing.
	if before.verdict.Verdict != events.InsufficientEvidence || after.verdict.Verdict != events.Verified || after.verdict.Iteration != 2 {
		t.Errorf("%s without, %s with the documents after pass %d", before.verdict.Verdict, after.verdict.Verdict, after.verdict.Iteration)
	}
	if c := after.verdict.Cycles; len(c) != 1 || c[0].VerdictBefore != events.InsufficientEvidence || !slices.Contains(c[0].Agents, events.Academic) {
		t.Errorf("cycles %+v", c)
	}
	e := after.finding(events.Academic, 2).Evidence[0]
	if e.Origin != events.OriginRegistry || e.Row == nil || *e.Row != 2 || !strings.Contains(e.Quote, "412,300") || e.Tier == nil || *e.Tier != 1 {
		t.Errorf("it cites %+v", e)
	}
	water := accountOf(t, doc, "Our sites withdrew 3,412 cubic metres of water in 2024.")
	if v := water.verdict; v.Verdict != events.Contradicted || len(v.Cycles) != 1 || !slices.Contains(v.Cycles[0].Agents, events.Academic) {
		t.Errorf("the water taken is %s, cycles %+v", v.Verdict, v.Cycles)
	}
	// The report's own table says otherwise already; the authority bears it out.
	if f := water.finding(events.Academic, 2); f.SupportsClaim == nil || *f.SupportsClaim || f.Evidence[0].Publisher != "Brantas Water Authority" {
		t.Errorf("the authority's notice is not told: %+v", f)
	}
	suppliers := "In 2024 we assessed 212 suppliers, who account for 78 % of purchases by value, against our code of conduct."
	was, is := accountOf(t, bare, suppliers).verdict, accountOf(t, doc, suppliers)
	cited := slices.ContainsFunc(is.findings, func(f document.Finding) bool { // by whoever was asked to look
		return f.SupportsClaim != nil && !*f.SupportsClaim && len(f.Evidence) > 0 && f.Evidence[0].Publisher == "Harbour Courier"
	})
	if was.Verdict != events.Unverified || is.verdict.Verdict != events.Contradicted || !cited {
		t.Errorf("suppliers assessed: %s without, %s with the newspaper, cited %t", was.Verdict, is.verdict.Verdict, cited)
	}
}

// otherVerdictsStay requires that the documents change only the verdicts that they are about.
func otherVerdictsStay(t *testing.T, bare, doc document.Document) {
	t.Helper()
	known := map[string]events.VerdictClass{
		scope1: events.Verified, "Scope 1: 412,300": events.InsufficientEvidence, "Our sites withdrew": events.Contradicted,
		"Water withdrawn: 3,412 thousand":         events.InsufficientEvidence, // of one of its three years only an authority speaks
		"They fell from 431,800 t CO2e in 2023":   events.Verified,             // the Scope 1 emissions of the sentence before
		"Scope 2 (market-based): 71,300":          events.InsufficientEvidence, // an authority has one of its three years, the company's earlier review another
		"There were no fatal accidents":           events.InsufficientEvidence, // a blog says otherwise, the company's release does not
		"Waste by treatment, tonnes – Landfilled": events.InsufficientEvidence, // one paper, and nobody else
		"Water discharged: 2,204":                 events.InsufficientEvidence, // the same, by a paper
		"At the Kedungrejo quarry":                events.InsufficientEvidence, // statistics of images show that it is green, and not on how many hectares
		"Scope 3: 1,286,500":                      events.InsufficientEvidence, "Total Scope 3: 1,286,500": events.InsufficientEvidence,
		"Scope 1: 449 thousand": events.InsufficientEvidence, "Scope 3: 1,343 thousand": events.InsufficientEvidence, // the same, rounded, at the bars of a chart
	}
	for _, c := range doc.Claims {
		was, is := accountOf(t, bare, c.Text).verdict.Verdict, accountOf(t, doc, c.Text).verdict.Verdict
		expected := strings.Contains(c.Text, "212 suppliers")
		for words, verdict := range known {
			expected = expected || strings.HasPrefix(c.Text, words) && is == verdict
		}
		if was != is && !expected {
			t.Errorf("%q was %s, is %s", c.Text, was, is)
		}
	}
}

// feedShowsEvidence requires that the feed shows the question and the second pass.
func feedShowsEvidence(t *testing.T, dir string, doc document.Document) {
	t.Helper()
	o, err := stack.Place{DataDir: dir}.Open(t.Context(), settings.Dependencies{LogLevel: "warn"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	seen := map[string]string{}
	for _, e := range wholeFeed(t, o.Client, doc.Run.ID) {
		seen[e.Event] += string(e.Data) + "\n"
	}
	for event, says := range map[string]string{
		"info_request_posted":    "What do earlier reports say",
		"info_response_received": "Scope 1 in 2023: 431800 tCO2e",
		"evidence_evaluation":    "by this insufficient_evidence",
		"verdict_issued":         `"verdict":"verified"`,
	} {
		if !strings.Contains(seen[event], says) {
			t.Errorf("no %s on the feed says %s", event, says)
		}
	}
}

// exportsCiteEvidence requires that exports cite the documents.
func exportsCiteEvidence(t *testing.T, dir string, doc document.Document) {
	t.Helper()
	for format, says := range map[string][]string{
		"html": {"Documents beside the report", "Nusantara Emission Register, 2025-02-10, tier 1, row 2", "Before pass 2: Insufficient evidence"},
		"md":   {"Documents beside the report", "Nusantara Emission Register, 2025-02-10, row 2"},
	} {
		code, shown, stderr := sibyl(t, "show", doc.Run.ID, "--format", format, "--data-dir", dir)
		for _, s := range says {
			if code != 0 || !strings.Contains(shown, s) {
				t.Errorf("%s does not say %q: exit code %d %s", format, s, code, stderr)
			}
		}
		if format == "html" {
			exportIsLegible(t, shown)
		}
	}
}

// exportIsLegible opens the sample's page in a browser, as people do.
func exportIsLegible(t *testing.T, page string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sample.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	seen, err := legibility.Look(ctx, file, false)
	if errors.Is(err, legibility.ErrNoBrowser) {
		return // where there is a browser it is looked at
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range seen.Wrong() {
		t.Error(wrong)
	}
}

// libraryCommands lists, shows and removes the documents.
func libraryCommands(t *testing.T, dir string) {
	t.Helper()
	code, listed, stderr := sibyl(t, "evidence", "list", "--data-dir", dir, "--json")
	var list struct {
		Evidence []events.LibraryItem `json:"evidence"`
	}
	if err := json.Unmarshal([]byte(listed), &list); err != nil || code != 0 || len(list.Evidence) != 12 {
		t.Fatalf("exit code %d, %v: %s%s", code, err, listed, stderr)
	}
	for _, e := range list.Evidence {
		if code, shown, stderr := sibyl(t, "evidence", "show", e.ID, "--data-dir", dir); code != 0 || !strings.Contains(shown, e.SHA256) {
			t.Errorf("showing %s: exit code %d: %s%s", e.ID, code, shown, stderr)
		}
		if code, _, stderr := sibyl(t, "evidence", "remove", e.ID, "--data-dir", dir); code != 0 {
			t.Errorf("removing %s: exit code %d: %s", e.ID, code, stderr)
		}
	}
	if code, _, _ := sibyl(t, "evidence", "show", list.Evidence[0].ID, "--data-dir", dir); code != exit.CodeUsage {
		t.Errorf("showing what was removed: exit code %d", code)
	}
}

// replayWithoutLibrary requires that a replay leads to the same document after the library was emptied.
func replayWithoutLibrary(t *testing.T, dir string, doc document.Document, raw []byte) {
	t.Helper()
	code, replayed, stderr := sibyl(t, "replay", doc.Run.ID, "--json", "--data-dir", dir)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var answer struct{ Run struct{ ID string } }
	if err := json.Unmarshal([]byte(replayed), &answer); err != nil {
		t.Fatal(err)
	}
	code, shown, stderr := sibyl(t, "show", answer.Run.ID, "--format", "json", "--data-dir", dir)
	if code != 0 || !bytes.Equal(withoutRun(t, []byte(shown)), withoutRun(t, raw)) {
		t.Errorf("the document of the replay differs: exit code %d %s", code, stderr)
	}
}

// account is what a document says of one claim.
type account struct {
	claim    string
	verdict  document.Verdict
	findings []document.Finding
}

func accountOf(t *testing.T, d document.Document, text string) account {
	t.Helper()
	var a account
	for _, c := range d.Claims {
		if c.Text == text {
			a.claim = c.ID
		}
	}
	if a.claim == "" {
		t.Fatalf("the sample makes no claim %q", text)
	}
	for _, v := range d.Verdicts {
		if v.ClaimID == a.claim {
			a.verdict = v
		}
	}
	for _, f := range d.Findings {
		if f.ClaimID == a.claim {
			a.findings = append(a.findings, f)
		}
	}
	return a
}

func (a account) finding(agent events.Agent, pass int) document.Finding {
	for _, f := range a.findings {
		if f.Agent == agent && f.Iteration == pass {
			return f
		}
	}
	return document.Finding{Evidence: []document.Evidence{{}}}
}

func TestEvidenceFoldersThatCannotBeReadEndWithTwo(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no manifest":        {"a.txt": "text"},
		"no list":            {"manifest.json": `{"documents": []}`},
		"unknown field":      {"manifest.json": `{"documents": [{"file": "a.txt", "kind": "news", "publisher": "P", "colour": "red"}]}`, "a.txt": "text"},
		"outside the folder": {"manifest.json": `{"documents": [{"file": "../a.txt", "kind": "news", "publisher": "P"}]}`},
		"a missing file":     {"manifest.json": `{"documents": [{"file": "a.txt", "kind": "news", "publisher": "P"}]}`},
		"no publisher":       {"manifest.json": `{"documents": [{"file": "a.txt", "kind": "news"}]}`, "a.txt": "text"},
		"no such kind":       {"manifest.json": `{"documents": [{"file": "a.txt", "kind": "rumour", "publisher": "P"}]}`, "a.txt": "text"},
		"a workbook cut off": {"manifest.json": `{"documents": [{"file": "a.xlsx", "kind": "news", "publisher": "P"}]}`, "a.xlsx": "PK\x03\x04"},
		"a binary":           {"manifest.json": `{"documents": [{"file": "a.txt", "kind": "news", "publisher": "P"}]}`, "a.txt": "\x00\x01"},
	} {
		dir := t.TempDir()
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		code, stdout, stderr := sibyl(t, "analyze", sampleReport(t), "--evidence", dir, "--data-dir", filepath.Join(dir, "data"))
		if code != exit.CodeUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, stderr %q", name, code, stderr)
		}
	}
}

// TestEvidenceFoldersLeadNowhereElse: links out of the folder, pipes and more than can be held are refused before
// anything is opened.
func TestEvidenceFoldersLeadNowhereElse(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	const manifest = `{"documents": [{"file": "a.txt", "kind": "news", "publisher": "P"}, {"file": "b.txt", "kind": "news", "publisher": "P"}]}`
	write := func(name, text string) error { return os.WriteFile(name, []byte(text), 0o600) }
	for name, tc := range map[string]struct {
		make func(dir string) error
		want string
	}{
		"a link out":    {func(dir string) error { return os.Symlink(secret, filepath.Join(dir, "a.txt")) }, "lists a.txt, which is no file there"},
		"a pipe":        {func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, "a.txt"), 0o600) }, "lists a.txt, which is no file there"},
		"a directory":   {func(dir string) error { return os.Mkdir(filepath.Join(dir, "a.txt"), 0o700) }, "lists a.txt, which is no file there"},
		"a link inside": {func(dir string) error { return os.Symlink("b.txt", filepath.Join(dir, "a.txt")) }, ""},
		"more than is held": {func(dir string) error {
			return errors.Join(write(filepath.Join(dir, "a.txt"), ""), os.Truncate(filepath.Join(dir, "a.txt"), maxFolder))
		}, "more than 300 MB together"},
		"one too large": {func(dir string) error {
			return errors.Join(write(filepath.Join(dir, "a.txt"), ""), os.Truncate(filepath.Join(dir, "a.txt"), settings.MaxPDF+1))
		}, "too large"},
	} {
		dir := t.TempDir()
		if err := errors.Join(write(filepath.Join(dir, "manifest.json"), manifest), write(filepath.Join(dir, "b.txt"), "text"), tc.make(dir)); err != nil {
			t.Fatal(err)
		}
		list, err := readEvidence(dir)
		switch {
		case tc.want == "" && (err != nil || len(list) != 2 || string(list[0].data) != "text"):
			t.Errorf("%s: %+v, %v", name, list, err)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "manifest.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readEvidence(dir); err == nil || !strings.Contains(err.Error(), "no manifest.json") {
		t.Errorf("a pipe for a manifest: %v", err)
	}
}

func TestProgressNamesDocumentsThatCannotBeRead(t *testing.T) {
	var out bytes.Buffer
	p := &terminal.Progress{W: &out}
	opened, err := json.Marshal(events.Opening{Pages: 3, Sections: 1, Evidence: []events.LibraryEntry{
		{LibraryItem: events.LibraryItem{Filename: "good.txt"}, Pages: 1},
		{LibraryItem: events.LibraryItem{Filename: "bomb.xlsx"}, Problem: "the workbook unpacks to more than 32 MB"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Event(events.RunOpened.Type, opened); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.Contains(s, "not read     bomb.xlsx: the workbook unpacks to more than 32 MB\n") || strings.Contains(s, "good.txt") {
		t.Errorf("shown: %s", s)
	}
}

package reread_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/processors/legal/reread"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

const sure = "The Sustainability Committee of the Supervisory Board oversees climate matters and is informed quarterly about climate risks."

// aReport has a sentence that surely answers, some that may, and many that do not.
func aReport() *document.Document {
	text := sure + "\n\nManagement looks after climate questions in its regular meetings and tells the board about what it decides.\n\n" +
		"Physical hazards such as floods could affect some of our plants over the coming years.\n\n" +
		"We buy part of our electricity from wind farms.\n\nWe build pumps for breweries.\n"
	d := &document.Document{SHA256: strings.Repeat("ab", 32), Version: document.Version}
	for n := range 2 {
		d.Pages = append(d.Pages, document.Page{Number: n + 1, Text: text, Language: "en"})
		text = "We build pumps for breweries.\n"
	}
	return d
}

// all answers every passage of a question with one verdict, quoting its own words.
func all(verdict string) func(reasontest.Request) string {
	return func(r reasontest.Request) string {
		names, _ := r.Names()
		var items []map[string]any
		for _, name := range names {
			_, words, _ := strings.Cut(r.Body(name), "Passage, page ")
			_, words, _ = strings.Cut(words, ": ")
			words, _, _ = strings.Cut(words, "\n")
			items = append(items, map[string]any{"name": name, "verdict": verdict, "quote": words, "missing": ""})
		}
		said, err := json.Marshal(map[string]any{"passages": items})
		if err != nil {
			panic(err)
		}
		return string(said)
	}
}

func revised(t *testing.T, server *reasontest.Server, d *document.Document) (*statement.Report, []string) {
	t.Helper()
	said, err := statement.ReadBundled(t.Context(), "", d)
	if err != nil {
		t.Fatal(err)
	}
	out, lines, err := reread.Model{}.Revise(server.Step(t, reason.Legal), d, said)
	if err != nil {
		t.Fatal(err)
	}
	if len(said.Parts) > 0 {
		t.Error("the report that was given is changed")
	}
	return out, lines
}

// gapsWith is what the legal agent says of a report whose statements are these: by paragraph.
func gapsWith(t *testing.T, d *document.Document, said *statement.Report) map[string]events.Gap {
	t.Helper()
	store, ctx := artefact.NewMemory(), context.Background()
	data, err := document.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	parse, err := store.Put(ctx, "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = statement.Encode(said, parse); err != nil {
		t.Fatal(err)
	}
	statements, err := store.Put(ctx, "statements", data)
	if err != nil {
		t.Fatal(err)
	}
	driver := streamtest.New(t, legal.New(legal.Config{Store: store}))
	driver.When(streamtest.Event(events.ReportRouted, "run_1", "run/work/assess/legal", events.ReportWork{
		Agent: events.Legal, Task: events.TaskAssess, ReportID: "rep_1", Parse: parse, Statements: statements,
	}))
	if driver.Err() != nil {
		t.Fatal(driver.Err())
	}
	out := map[string]events.Gap{}
	for _, g := range streamtest.Of(driver, events.GapFound) {
		out[g.Data.Paragraph] = g.Data
	}
	return out
}

func open(gaps map[string]events.Gap) (n int) {
	for _, g := range gaps {
		if g.Status == events.NotAddressed || g.Status == events.PartiallyAddressed {
			n++
		}
	}
	return n
}

// TestTheModelRulesOnWhatTheJudgeIsUnsureOf: what it says decides there, both ways, stands beside what the judge had said, and touches
// nothing that the judge is sure of.
func TestTheModelRulesOnWhatTheJudgeIsUnsureOf(t *testing.T) {
	d := aReport()
	server := reasontest.New(t)
	server.Answer = all("answers")
	kind, lines := revised(t, server, d)
	if len(lines) > 0 || len(kind.Parts) == 0 {
		t.Fatalf("%d passages are read, people are told %v", len(kind.Parts), lines)
	}
	server.Answer = all("not")
	strict, _ := revised(t, server, d)
	plain, err := statement.ReadBundled(t.Context(), "", d)
	if err != nil {
		t.Fatal(err)
	}
	without, allowed, refused := gapsWith(t, d, plain), gapsWith(t, d, kind), gapsWith(t, d, strict)
	if a, b, c := open(allowed), open(without), open(refused); a >= b || b > c {
		t.Errorf("%d gaps where the model finds answers, %d without, %d where it finds none", a, b, c)
	}
	for id, g := range refused {
		if g.Status == events.NotAddressed && without[id].Status != events.NotAddressed {
			t.Errorf("the model alone has made an omission of %s: %+v", id, g)
		}
	}
	disagrees := 0
	for _, g := range refused {
		for _, part := range g.Parts {
			for _, r := range part.Read {
				if r.Disagrees != (r.Rules != r.Verdict) || r.Model != "scripted-1" || !strings.HasPrefix(r.Prompt, "legal/") ||
					!strings.Contains(strings.Join(strings.Fields(d.Pages[r.Page-1].Text), " "), r.Quote) {
					t.Errorf("%s: %+v", part.ID, r)
				}
				if r.Disagrees && r.Verdict == "not" && r.Rules != "not" {
					disagrees++
				}
			}
		}
	}
	if disagrees == 0 {
		t.Error("no disagreement is shown")
	}
}

// TestWhatIsNotAnsweredStaysAsItWas: FRD 6, 12.2 and 19: no JSON, timeouts, a rate limit that stays, an empty answer: the judge in the binary
// stands, and people are told.
func TestWhatIsNotAnsweredStaysAsItWas(t *testing.T) {
	d := aReport()
	plain, err := statement.ReadBundled(t.Context(), "", d)
	if err != nil {
		t.Fatal(err)
	}
	without := gapsWith(t, d, plain)
	for name, c := range map[string]struct {
		says  func(reasontest.Request) string
		lines string
	}{
		"words instead of JSON":     {func(reasontest.Request) string { return "It looks compliant." }, "unusable"},
		"an empty list":             {func(reasontest.Request) string { return `{"passages": []}` }, ""},
		"a status that there isn't": {all("compliant"), "unusable"},
		"an invented quotation": {func(r reasontest.Request) string {
			return `{"passages": [{"name": "q1", "verdict": "answers", "quote": "the board approves each transition plan", "missing": ""}]}`
		}, "unusable"},
	} {
		t.Run(name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = c.says
			got, lines := revised(t, server, d)
			if told := strings.Join(lines, "\n"); len(got.Parts) > 0 || !strings.Contains(told, c.lines) || c.lines == "" && told != "" {
				t.Errorf("%d passages are read, people are told %q", len(got.Parts), told)
			}
			if have := gapsWith(t, d, got); fmt.Sprint(have) != fmt.Sprint(without) {
				t.Errorf("gaps differ from those of the rules")
			}
		})
	}
	for name, fail := range reasontest.Outages() {
		t.Run(name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Always = fail
			got, lines := revised(t, server, d)
			if len(got.Parts) > 0 || len(server.Requests()) == 0 || len(lines) != 1 || !strings.Contains(lines[0], "the trained judge's answers stand") {
				t.Errorf("%d passages are read, people are told %q", len(got.Parts), lines)
			}
		})
	}
}

// TestAnArtefactOverrulesNothingThatIsSure: a reading that was made by another version, or tampered with, may name passages of which the judge
// is sure. They keep their judgement.
func TestAnArtefactOverrulesNothingThatIsSure(t *testing.T) {
	d := aReport()
	said, err := statement.ReadBundled(t.Context(), "", d)
	if err != nil {
		t.Fatal(err)
	}
	without := gapsWith(t, d, said)
	wrong := *said
	asked, err := legal.Unsure(t.Context(), d, said)
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, o := range asked {
		open[o.Part.ID] = true
	}
	parts, err := answer.Load()
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, p := range parts.All() {
		if open[p.ID] {
			continue
		}
		named++
		wrong.Parts = append(wrong.Parts, statement.PartSaid{Part: p.ID, Passage: statement.KeyOf(1, sure), Page: 1, Verdict: "not", Was: "answers"},
			statement.PartSaid{Part: p.ID, Passage: "none", Page: 900, Verdict: "answers"})
	}
	if named == 0 {
		t.Fatal("everything is open")
	}
	if have := gapsWith(t, d, &wrong); fmt.Sprint(have) != fmt.Sprint(without) {
		t.Error("gaps differ from those of the rules")
	}
}

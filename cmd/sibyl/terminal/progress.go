// Package terminal is what people read: a run's progress, claims, passages of the knowledge base, previews.
package terminal

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// Progress shows a run's events to a person: on a terminal one line that is redrawn, with finished
// stages left standing above it; elsewhere a line per finished stage.
type Progress struct {
	W        io.Writer
	terminal bool
	drawn    bool
	last     time.Time // of the live line: a burst of events is drawn once

	sections, extracted int
	claims, closed      int
	answers             map[events.Agent]int
	verdicts            map[events.VerdictClass]int
	counted, compared   bool // the lines on claims and on disclosures stand
}

// NewProgress shows on a file, which may be a terminal.
func NewProgress(f *os.File) *Progress {
	isTerminal := term.IsTerminal(int(f.Fd()))
	return &Progress{
		W: f, terminal: isTerminal,
		answers: map[events.Agent]int{}, verdicts: map[events.VerdictClass]int{},
	}
}

// Say leaves a line standing.
func (p *Progress) Say(format string, args ...any) {
	p.Clear()
	fmt.Fprintf(p.W, format+"\n", args...)
}

// redraw is the least time between two drawings of the live line.
const redraw = 40 * time.Millisecond

// Live replaces the line that is redrawn.
func (p *Progress) Live(line string) {
	if !p.terminal || p.drawn && time.Since(p.last) < redraw {
		return
	}
	p.last = time.Now()
	width, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	if r := []rune(line); len(r) >= width {
		line = string(r[:width-1])
	}
	fmt.Fprintf(p.W, "\r\x1b[K%s", line)
	p.drawn = true
}

// Clear removes the live line, so that what follows starts on a line of its own.
func (p *Progress) Clear() {
	if p.drawn {
		fmt.Fprint(p.W, "\r\x1b[K")
		p.drawn = false
	}
}

// bar draws done of total over 24 cells.
func bar(done, total int) string {
	const cells = 24
	filled := 0
	if total > 0 {
		filled = min(cells, done*cells/total)
	}
	return strings.Repeat("█", filled) + strings.Repeat("░", cells-filled)
}

// Shown are the types of events that Event knows.
func Shown() []string {
	return []string{events.RunOpened.Type, events.SectionExtracted.Type, events.ClaimsCompleted.Type, events.FindingReported.Type,
		events.CaseClosed.Type, events.GapsAssessed.Type, events.AgentPaused.Type}
}

// Event folds one event of the run's feed into what is shown.
func (p *Progress) Event(typ string, data json.RawMessage) error {
	switch typ {
	case events.RunOpened.Type:
		var e events.Opening
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		p.sections = e.Sections
		p.Say("  read         %d pages, %d sections", e.Pages, e.Sections)
		for _, d := range e.Evidence {
			if d.Problem != "" {
				p.Say("  not read     %s: %s", d.Filename, d.Problem)
			}
		}
		p.draw()
	case events.SectionExtracted.Type:
		p.extracted++
		p.draw()
	case events.ClaimsCompleted.Type:
		var e events.ClaimTotals
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		p.extractedAll(e.Claims, e.ByPriority)
		p.draw()
	case events.FindingReported.Type:
		var e events.Receipt
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		p.answers[e.Agent]++
		p.draw()
	case events.CaseClosed.Type:
		var e events.Closure
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		if e.Revision <= 1 {
			p.closed++
			p.verdicts[e.Verdict]++
		}
		p.draw()
	case events.GapsAssessed.Type:
		var e events.GapTotals
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		p.comparedAll(e.ByKind)
		p.draw()
	case events.AgentPaused.Type:
		var e events.Pause
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("reading progress: %w", err)
		}
		p.Say("  %s is waiting: %s", e.Agent, e.Reason)
	}
	return nil
}

// extractedAll leaves the number of claims standing.
func (p *Progress) extractedAll(claims int, byPriority map[string]int) {
	p.claims, p.counted = claims, true
	p.Say("  claims       %d (%d high, %d medium, %d low priority)", claims, byPriority["high"], byPriority["medium"], byPriority["low"])
}

// comparedAll leaves the comparison with the standards standing.
func (p *Progress) comparedAll(byStatus map[string]int) {
	p.compared = true
	p.Say("  disclosures  %d items open against IFRS S1/S2, %d could not be assessed",
		byStatus[string(events.NotAddressed)]+byStatus[string(events.PartiallyAddressed)], byStatus[string(events.CouldNotAssess)])
}

// Total says how the run ended, by its document. The feed has no order across topics: a run's end may overtake events
// that came before it, and what was counted of them until then is a matter of chance.
func (p *Progress) Total(doc *document.Document) {
	if !p.counted {
		byPriority := map[string]int{}
		for _, c := range doc.Claims {
			byPriority[string(c.Priority)]++
		}
		p.extractedAll(len(doc.Claims), byPriority)
	}
	if !p.compared {
		byStatus := map[string]int{}
		for _, g := range doc.Gaps {
			byStatus[string(g.Status)]++
		}
		p.comparedAll(byStatus)
	}
	again := 0
	for _, v := range doc.Verdicts {
		if v.Iteration > 1 {
			again++
		}
	}
	p.Say("  verdicts     %d, %d after more than one pass", len(doc.Verdicts), again)
}

func (p *Progress) draw() {
	switch {
	case p.claims == 0:
		p.Live(fmt.Sprintf("  extracting   %s %d/%d sections", bar(p.extracted, p.sections), p.extracted, p.sections))
	default:
		var agents []string
		for _, a := range events.Agents() {
			if p.answers[a] > 0 {
				agents = append(agents, fmt.Sprintf("%s %d", a, p.answers[a]))
			}
		}
		p.Live(fmt.Sprintf("  judging      %s %d/%d  %s", bar(p.closed, p.claims), p.closed, p.claims, strings.Join(agents, " · ")))
	}
}

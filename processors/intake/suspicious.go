package intake

import (
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/document"
)

const (
	maxSuspicious   = 60  // listed; all are counted
	suspiciousRunes = 160 // of each
)

// kinds explain to people why text is kept from the analysis. The keys are those of packages scene and
// channels; a kind that is not listed explains itself.
var kinds = map[string]string{
	"no_contrast":  "written in the colour of what is behind it",
	"tiny":         "too small to be read",
	"invisible":    "not painted",
	"off_page":     "outside the page",
	"covered":      "painted over",
	"hidden_layer": "in a layer that is switched off",
	"metadata":     "in the file's metadata, not on a page",
	"annotation":   "in a note, not on the page",
	"form_field":   "in a form field",
	"attachment":   "the name of an attached file, which is not read",
	"unicode_tags": "written in characters that show nothing",
	"actual_text":  "said to replace what is painted, which differs",
	"instruction":  "speaks to a machine, not to a reader",
}

// suspicious lists what stands in the file but is kept from the analysis, and counts all of it. The texts
// are shown to people, shortened; no agent is ever handed them.
func suspicious(d *document.Document) (list []events.SuspiciousContent, hits int) {
	add := func(page int, all []document.Suspicious) {
		for _, s := range all {
			if hits++; len(list) < maxSuspicious {
				why := kinds[s.Why]
				if why == "" {
					why = strings.ReplaceAll(s.Why, "_", " ")
				}
				list = append(list, events.SuspiciousContent{Page: page, Kind: s.Why, Why: why, Quote: excerpt(s.Text), Rect: s.Rect})
			}
		}
	}
	add(0, d.Suspicious)
	for i := range d.Pages {
		add(d.Pages[i].Number, d.Pages[i].Suspicious)
	}
	return list, hits
}

// excerpt is the beginning of a text, white space folded.
func excerpt(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), suspiciousRunes)]) // word for word, so no mark where it is cut
}

// suspiciousEvents tell the people who follow a run of each kind of suspicious content on each page.
func suspiciousEvents(d *document.Document) []events.Draft {
	var out []events.Draft
	list, _ := suspicious(d)
	type place struct {
		page int
		kind string
	}
	told := map[place]bool{}
	for _, s := range list {
		at := place{s.Page, s.Kind}
		if told[at] {
			continue
		}
		told[at] = true
		out = append(out, events.ActivityReported.Draft(
			events.RunSubject(Name, "suspicious_content", strconv.Itoa(len(out))),
			events.Activity{Agent: Name, Event: "suspicious_content", Data: map[string]any{"page": s.Page, "kind": s.Kind}}))
	}
	return out
}

// Package green lists what a report says in favour of the environment, or that emissions are to become, in sentences of which no claim was made:
// mostly since they say nothing that can be verified. Rules on green claims ask for evidence of such sentences, too.
package green

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// EnvironmentalClaim is one sentence that tells of a benefit for the environment, or of an aim for emissions, and that nobody was asked to verify.
type EnvironmentalClaim struct {
	Page    int        `json:"page" jsonschema:"minimum=1"`
	Text    string     `json:"text"`
	Benefit float64    `json:"benefit" jsonschema:"minimum=0,maximum=1,description=how likely it says that the environment gains or is harmed less"`
	Aim     events.Aim `json:"aim,omitempty" jsonschema:"description=what it says that somebody wants emissions to be"`
	Voice   string     `json:"voice" jsonschema:"description=who is said to do or have it\\, as the entity or a unit of it"`
	Generic bool       `json:"generic" jsonschema:"description=it has neither a figure nor a year nor a name but the company's"`
}

// Wording says whether it is generic.
func (c EnvironmentalClaim) Wording() string {
	if c.Generic {
		return "generic"
	}
	return "with a name or a figure"
}

// Whose says of whom it tells.
func (c EnvironmentalClaim) Whose() string {
	if c.Voice == "entity" || c.Voice == "unit" {
		return "the company's"
	}
	return "perhaps somebody else's"
}

// Place is where the words of a claim in the product's sense stand: code points of a page.
type Place struct{ Page, Start, End int }

const (
	fewestWords, mostWords = 4, 90 // of what is read as a sentence, as of claims
	likelyTheirs           = 0.5   // that a standard, an auditor or the world is spoken of
)

// Of lists them in the order of the pages, each text once and none that a claim was made of anywhere.
func Of(said *statement.Report, company string, claimed []Place) []EnvironmentalClaim {
	own := strings.Fields(strings.ToLower(company))
	byPage := map[int][]Place{}
	for _, c := range claimed {
		byPage[c.Page] = append(byPage[c.Page], c)
	}
	known := map[string]bool{}
	var open []*statement.Said
	for i := range said.Pages {
		for k := range said.Pages[i] {
			s := &said.Pages[i][k]
			if slices.ContainsFunc(byPage[s.Page], func(c Place) bool { return c.Start < s.End && s.Start < c.End }) {
				known[key(s.Text)] = true
			} else if promotes(s) {
				open = append(open, s)
			}
		}
	}
	out := []EnvironmentalClaim{}
	for _, s := range open {
		if known[key(s.Text)] {
			continue
		}
		known[key(s.Text)] = true
		c := EnvironmentalClaim{Page: s.Page, Text: strings.Join(strings.Fields(s.Text), " "), Aim: aim(s), Voice: s.Voice.Value, Generic: generic(s.Text, own)}
		if c.Benefit = s.Benefit.Sure; s.Benefit.Value != "yes" {
			c.Benefit = 0
		}
		out = append(out, c)
	}
	return out
}

func key(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func aim(s *statement.Said) events.Aim {
	if s.Aim.Value == "none" {
		return ""
	}
	return events.Aim(s.Aim.Value)
}

// promotes reports whether the sentence speaks for somebody: what standards ask for, and what the world needs, promotes nothing.
func promotes(s *statement.Said) bool {
	if n := len(strings.Fields(s.Text)); n < fewestWords || n > mostWords || strings.HasSuffix(s.Text, "?") {
		return false
	}
	switch s.Voice.Value {
	case "standard", "auditor", "world":
		if s.Voice.Sure >= likelyTheirs {
			return false
		}
	}
	return s.Benefit.Value == "yes" || aim(s) != ""
}

// generic reports whether there is nothing in a sentence that tells its object from others of its kind. own are the words of the company's name.
func generic(text string, own []string) bool {
	for i, w := range strings.Fields(text) {
		w = strings.TrimFunc(w, unicode.IsPunct)
		named := i > 0 && strings.IndexFunc(w, unicode.IsUpper) == 0 && !slices.Contains(own, strings.ToLower(w))
		if named || strings.ContainsFunc(w, unicode.IsDigit) && !slices.Contains(own, strings.ToLower(w)) {
			return false
		}
	}
	return true
}

package judge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	data "github.com/sibyl-project/sibyl/data/judge"
	"github.com/sibyl-project/sibyl/events"
)

// Settlement is what would settle claims of a kind, and who could provide it.
type Settlement struct {
	Types      []events.ClaimType `json:"types"`
	Units      []string           `json:"units"`
	Standards  []string           `json:"standards"`
	Kinds      []string           `json:"kinds"`
	Words      []string           `json:"words"`
	Bodies     []string           `json:"bodies"`
	Commitment bool               `json:"commitment"`
	Figures    bool               `json:"figures"`
	What       string             `json:"what"`
	Who        string             `json:"who"`
}

// settlements are read once; the committed file holds for every claim, which a test sees to.
var settlements = sync.OnceValue(func() []Settlement {
	var file struct {
		About   string       `json:"about"`
		Settles []Settlement `json:"settles"`
	}
	dec := json.NewDecoder(bytes.NewReader(data.Settles))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		panic(fmt.Sprintf("reading what settles claims: %v", err)) // part of the binary
	}
	return file.Settles
})

// settle finds what would settle a claim.
func settle(c events.Claim) Settlement {
	all := settlements()
	for _, s := range all {
		if s.fits(c) {
			return s
		}
	}
	return all[len(all)-1]
}

func (s Settlement) fits(c events.Claim) bool {
	e := c.Entities
	return (len(s.Types) == 0 || slices.Contains(s.Types, c.Type)) &&
		(len(s.Units) == 0 || named(e.Units, s.Units)) &&
		(len(s.Standards) == 0 || named(e.Standards, s.Standards)) &&
		(len(s.Words) == 0 || holds(c.Text, s.Words)) &&
		(len(s.Bodies) == 0 || named(e.Bodies, s.Bodies)) &&
		(len(s.Kinds) == 0 || slices.Contains(s.Kinds, e.Kind)) &&
		(!s.Commitment || e.Commitment) &&
		(!s.Figures || len(e.Figures) > 0)
}

// holds reports whether a text has one of some words as a whole.
func holds(text string, words []string) bool {
	spaced := " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }), " ") + " "
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(spaced, " "+w+" ") })
}

// named reports whether one of the forms that a claim names has one of the words: short ones only as a whole, since
// "ha" stands inside of much.
func named(forms, words []string) bool {
	return slices.ContainsFunc(forms, func(form string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return form == w || len([]rune(w)) > 2 && strings.Contains(form, w) || slices.Contains(strings.Fields(form), w) ||
				w == "Wh" && strings.HasSuffix(form, w)
		})
	})
}

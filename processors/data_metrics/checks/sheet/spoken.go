package sheet

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Spoken is what the part of a sentence says in which a figure stands, word by word: what rows of the report are called by, and
// what no row is. A figure is of a row for sure where nothing of it is left over, since any word may say that it is of something else.
type Spoken struct {
	Text   string
	Names  []string // words of rows of the report, as stems
	Other  []string // words of no row that state no figure, either
	Points bool     // one of them stands for something that was said before
}

var (
	telling = pattern.Compile(`^(?:` + lexicon.Alternatives("checks.telling") + `)$`)
	// anew begins another part of a sentence, which may be of something else.
	anew = pattern.Compile(`(?i)[;:]\s|\.\s|,?\s+(?:while|whereas|although|though|but)\s|,\s+(?:and|which|where|because|so)\s`)
	// aside ends the part that says what a figure is of: what follows tells why, or goes on to something else.
	aside = pattern.Compile(`(?i)[;:,]\s|\.\s|\s\(|\s(?:while|whereas|although|though|but|and|because|thanks|owing|due)\s|\s(?:after|following|as)\s\p{L}|\.$`)
	// narrows begins what follows a comma and is of the figure all the same.
	parts   = pattern.Compile(`(?i)^,\s+(?:of|from|in|among)\s+wh(?:ich|om)\b`) // what follows is of a part of the figure
	narrows = pattern.Compile(`(?i)^,\s+(?:` + lexicon.Alternatives("checks.of the figure behind a comma") + `)\b`)
)

// states is a verb by which a figure is stated, and pointing are words that stand for something said before.
var (
	states = pattern.Compile(`(?i)\b(?:was|were|is|are|had|has|have|came|stood|reached|amounted|totall?ed|made|makes?|used|consumed|bought|burned|gave|` +
		Movement.String()[len(`(?i)\b(?:`):])
	pointing = pattern.Compile(`^(?:it|its|their|them|they|these|those|this|that|such|both|former|latter|here|he|she|his|her)$`)
)

// rowWords are the words that rows of a report are called by, each with the timelines that have it.
type rowWords map[string][]int

func (s *Sheet) rowWords() rowWords {
	return Once(s, func() rowWords {
		out := rowWords{}
		for i, l := range s.Timelines().All {
			for _, w := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(l.Name, l.Over)))) {
				out[w] = append(out[w], i)
			}
		}
		return out
	})
}

// Around reads the part of a sentence in which a figure stands.
func (s *Sheet) Around(x Statement, q quantity.Quantity) Spoken {
	from, to := 0, len(x.Text)
	for _, m := range anew.FindAllStringIndex(x.Text[:q.Start], -1) {
		from = m[1]
	}
	fronted := !states.MatchString(x.Text[from:q.Start]) // what it is of follows: "only 40 tonnes, or 0.2 %, went to landfill"
	for at := q.End; at < len(x.Text) && !fronted; {
		m := aside.FindStringIndex(x.Text[at:])
		if m == nil {
			break
		}
		to = at + m[0]
		if !narrows.MatchString(x.Text[to:]) || parts.MatchString(x.Text[to:]) {
			break
		}
		at, to = at+m[1], len(x.Text)
	}
	return s.spokenIn(x, from, to, q)
}

// Before reads the part of a sentence that stands before a figure.
func (s *Sheet) Before(x Statement, q quantity.Quantity) Spoken {
	from := 0
	for _, m := range anew.FindAllStringIndex(x.Text[:q.Start], -1) {
		from = m[1]
	}
	return s.spokenIn(x, from, q.Start, q)
}

// Said reads a part of a sentence.
func (s *Sheet) Said(x Statement, from, to int) Spoken {
	return s.spokenIn(x, from, to, quantity.Quantity{})
}

// spokenIn sorts the words of a part of a sentence, but for its figures and years and the one that it is read for.
func (s *Sheet) spokenIn(x Statement, from, to int, of quantity.Quantity) Spoken {
	out := Spoken{Text: x.Text[from:to]}
	text := []byte(x.Text)
	blank := func(a, b int) {
		for i := a; i < b; i++ {
			text[i] = ' '
		}
	}
	blank(of.Start, of.End)
	for _, q := range x.Figures {
		blank(q.Start, q.End)
	}
	for _, at := range yearNamed.FindAllStringIndex(x.Text, -1) {
		blank(at[0], at[1])
	}
	known := s.rowWords()
	for i, at := range WordOf.FindAllStringIndex(string(text[from:to]), -1) {
		w := strings.ToLower(string(text[from+at[0] : from+at[1]]))
		if i > 0 && w == "that" {
			continue // begins what is said of the word before
		}
		if pointing.MatchString(w) {
			out.Other, out.Points = append(out.Other, w), true
		}
		if telling.MatchString(w) {
			w = "" // "use" may be a word of a row: what it is of tells the row
		}
		for _, stem := range Stems(w) {
			if known[stem] != nil {
				out.Names = append(out.Names, stem)
			} else if len(stem) > 1 && !VerbAt(x.Text, from+at[0], from+at[1]) {
				out.Other = append(out.Other, stem)
			}
		}
	}
	slices.Sort(out.Names)
	out.Names = slices.Compact(out.Names)
	return out
}

// Plainly reads a part of a sentence that has words alone by which figures are told as the name of the row that is called so: "of our employees".
func (s *Sheet) Plainly(p Spoken) Spoken {
	if len(p.Names) > 0 || len(p.Other) > 0 {
		return p
	}
	for _, stem := range Stems(p.Text) {
		if s.rowWords()[stem] != nil {
			p.Names = append(p.Names, stem)
		}
	}
	return p
}

// Naming is how surely the words of a sentence speak of a row.
type Naming int

// The closed set of namings, the less sure first.
const (
	Unnamed Naming = iota
	Wholly         // the words of rows in it are those of one alone, and have all of its name
	Surely         // and nothing else is said
)

// mostCalled is how many rows may have a word that tells them apart: one that more have is of every site or every share class.
const mostCalled = 400

// Row is the one timeline that the words speak of, of those that fit: they are its own, and all of its name. Where several are called so
// and differ in a year that both have, none is meant.
func (s *Sheet) Row(p Spoken, fits func(Timeline) bool) (l Timeline, how Naming) {
	if l, how = s.rowCalled(p, fits); how == Unnamed && !p.Points {
		return s.spelledOut(p, fits)
	}
	return l, how
}

func (s *Sheet) rowCalled(p Spoken, fits func(Timeline) bool) (l Timeline, how Naming) {
	if len(p.Names) == 0 {
		return l, Unnamed
	}
	known, all := s.rowWords(), s.Timelines().All
	rarest := slices.MinFunc(p.Names, func(a, b string) int { return len(known[a]) - len(known[b]) })
	if len(known[rarest]) > mostCalled {
		return l, Unnamed
	}
	for _, i := range known[rarest] {
		t := all[i]
		if !t.calledBy(p) || slices.ContainsFunc(p.Names, func(w string) bool { return !slices.Contains(t.Name, w) && !slices.Contains(t.Over, w) }) || !fits(t) {
			continue
		}
		if how != Unnamed && !sameFigures(t, l) {
			return l, Unnamed
		}
		if how == Unnamed || len(t.At) > len(l.At) { // of those that agree, the one that says most
			l, how = t, Wholly
		}
	}
	if how == Wholly && len(p.Other) == 0 {
		how = Surely
	}
	return l, how
}

// calledBy reports whether words have all of the name of a timeline, but for those of use and the like, which tell nothing apart.
func (c Timeline) calledBy(p Spoken) bool {
	said := false
	for _, w := range c.Name {
		if slices.Contains(p.Names, w) {
			said = true
		} else if !telling.MatchString(w) && !(shareStems[w] && Percent(c.Last())) {
			return false
		}
	}
	return said
}

// shareStems are what a row of percentages is called and a percentage says by itself.
var shareStems = map[string]bool{"share": true, "rate": true, "propor": true, "percen": true, "ratio": true, "quota": true}

// sameFigures reports whether two timelines do not differ in any year that both have.
func sameFigures(a, b Timeline) bool {
	for y, e := range a.At {
		if o, there := b.At[y]; there && !(Comparable(e, o) && e.Quantity().Interval().Overlaps(o.Quantity().Interval())) {
			return false
		}
	}
	return Comparable(a.Last(), b.Last())
}

// Tells reports whether a word is one by which a sentence states things, whatever they are.
func Tells(word string) bool { return telling.MatchString(strings.ToLower(word)) }

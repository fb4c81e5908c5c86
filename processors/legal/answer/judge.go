package answer

import (
	"context"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Verdict is what a passage is to a part of a requirement.
type Verdict string

// The verdicts.
const (
	Answers   Verdict = "answers"          // says what is asked, of this company
	Names     Verdict = "names_only"       // names what is asked about, without saying what is asked
	Elsewhere Verdict = "points_elsewhere" // says in which other place or document it stands
	Not       Verdict = "not"
)

// Verdicts in the order in which a net scores them.
var Verdicts = []Verdict{Answers, Names, Elsewhere, Not}

// Passage is a sentence or a row of a table with what it is read with.
type Passage struct {
	Page     int
	Text     string
	Headings []string // outermost first, then the caption and the head of its table, or the line that introduces its list
	Before   string   // what stands before it under the same heading
	After    string
	Row      bool
	Pointer  bool               // it names another document and how to get there
	Others   bool               // it speaks of what others do, as rating agencies and standards boards
	Said     *statement.Reading // what the reader of sentences says of it; nil for rows
}

// Place is where a passage stands on its page, in code points; where the same words stand several times, the first. Labels refer to it.
func (p *Passage) Place(page string) (start, end int) {
	at := max(0, strings.Index(page, p.Text))
	start = utf8.RuneCountInString(page[:at])
	return start, start + utf8.RuneCountInString(p.Text)
}

// Candidate is a passage of a shelf that may answer a part.
type Candidate struct {
	At  int // in the shelf
	Cue Cue // what the caller's cues say of it
}

// Cue is what cues say of a passage: it has all that a way of answering has, only what names the subject, or nothing.
type Cue int

// What cues say.
const (
	NoCue Cue = iota
	CueNames
	CueAnswers
)

// Judgement is what a judge says of a pair.
type Judgement struct {
	Verdict  Verdict
	Sure     float64 // of the verdict: 0 to 1, to three places
	Answers  float64 // that it answers
	Names    float64 // that it answers or names
	Actor    string  // who acts: entity, unit, third, auditor, standard, world; empty where nobody has said
	Standing string  // done, ongoing, planned, possible, none; empty as above
}

// As is the judgement where somebody else has ruled on the verdict. Of several that answer, the likelier by the first judge stays first.
func (j Judgement) As(v Verdict) Judgement {
	surely := func(x float64) float64 { return places(certain + (1-certain)*x) }
	switch j.Verdict = v; v {
	case Answers:
		j.Answers, j.Names = surely(j.Answers), 1
	case Names:
		j.Answers, j.Names = 0, surely(j.Names)
	default:
		j.Answers, j.Names = 0, 0
	}
	return j
}

// Shifted is the judgement with something added to the log odds of an answer: the other verdicts share what is left as they did.
func (j Judgement) Shifted(by float64) Judgement {
	was := min(max(j.Answers, 0.003), 0.997)
	answers := 1 / (1 + math.Exp(-math.Log(was/(1-was))-by))
	j.Names = places(min(1, answers+(j.Names-j.Answers)*(1-answers)/max(1-j.Answers, 1e-9)))
	j.Answers = places(answers)
	return j
}

// certain is a likelihood that everybody takes for a yes.
const certain = 0.75

// Judge says of passages of a shelf whether they answer a part, in the order of the candidates. A judge that cannot judge
// fails as a whole. Several may ask it at the same time, each with a shelf of its own (Shelf.Beside).
type Judge interface {
	Name() string // with its version: another name, other judgements
	Judge(ctx context.Context, s *Shelf, p *Part, among []Candidate) ([]Judgement, error)
}

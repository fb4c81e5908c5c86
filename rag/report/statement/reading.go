package statement

import "context"

// Reader reads sentences. The readings are in the order of the sentences, and none depends on another; a reader that
// cannot read fails as a whole.
type Reader interface {
	Name() string // with its version: another name, other readings
	Read(ctx context.Context, sentences []Sentence) ([]Reading, error)
}

// Answer is one of the values that a question has, the likeliest, and how likely it is: 0 to 1, to three places.
type Answer struct {
	Value string  `json:"value"`
	Sure  float64 `json:"sure"`
}

// Reading is what a sentence says. The questions, their values and how they are told apart: data/models/labels/GUIDE.md.
type Reading struct {
	Claim float64 `json:"claim"` // how likely it is that the entity's own doing or state is asserted, so that it can be checked

	// Tagged is how likely the trained reader found it to be a claim, where a language model was asked as well and Claim is what
	// both come to; nil where none was.
	Tagged *float64 `json:"tagged,omitempty"`

	// Alone is how likely the sentence by itself was found to be a claim, where it was read again with the one before it; nil where it was not.
	Alone *float64 `json:"alone,omitempty"`

	// VoiceAlone is whose it was found to be by itself, where it was read again; nil where it was not.
	VoiceAlone *Answer `json:"voice_alone,omitempty"`

	Voice    Answer `json:"voice"` // whose it is, if it is one, as the next ones
	Kind     Answer `json:"kind"`
	Standing Answer `json:"standing"`
	Topic    Answer `json:"topic"`
	Area     Answer `json:"area"`
	Benefit  Answer `json:"benefit"` // yes if it suggests that the environment gains, or is harmed less: data/models/labels/GREEN.md
	Aim      Answer `json:"aim"`     // net_zero or reduction if it says that somebody wants emissions to be so; empty in older artefacts

	// Against is what speaks against the company's own picture in it, and how likely it is that anything does: data/models/labels/AGAINST.md.
	// Nothing where that is unlikely, and in older artefacts.
	Against Answer `json:"against,omitzero"`

	// Matters is of what it tells something that whoever relies on the report has to know, and how likely it is that it does:
	// data/models/labels/MATTERS.md. Nothing where that is unlikely, and in older artefacts.
	Matters Answer `json:"matters,omitzero"`

	// Paragraphs of IFRS S1 and S2 that the sentence is evidence for, if it is a claim, the likeliest first:
	// data/models/labels/PARAGRAPHS.md. "none" is one of the answers. Unlikely ones are left out.
	Paragraphs []Answer        `json:"paragraphs,omitempty"`
	Figures    []FigureReading `json:"figures,omitempty"` // one for each of the sentence's

	seen []figureSeen // what the first reader has seen of these, for the second
}

// FigureReading is what a figure of a sentence is: data/models/labels/FIGURES.md. A figure beyond what is read of a long
// sentence has no role at all; one that is none ("none", a number of a name or a list) has nothing but its role.
type FigureReading struct {
	Role   Answer `json:"role"`
	Metric Answer `json:"metric"`

	// Measure is what it measures, as facts have it (package facts, Metric): finer than Metric for money and energy, coarser for what
	// is no metric of facts.
	Measure Answer `json:"measure"`

	Owner Answer `json:"owner"`
	Year  Answer `json:"year"` // a year that the sentence prints (of a fiscal year the one in which it ends), "reporting", "before" or "unsaid"
	Base  Answer `json:"base"` // the same, with "prior" for the period before
}

// ByItself is what the sentence alone was found to be, without the one before it: what judges that have learnt from such readings know.
func (r *Reading) ByItself() (claim float64, voice Answer) {
	claim, voice = r.Claim, r.Voice
	if r.Alone != nil {
		claim = *r.Alone
	}
	if r.VoiceAlone != nil {
		voice = *r.VoiceAlone
	}
	return claim, voice
}

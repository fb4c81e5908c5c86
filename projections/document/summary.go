package document

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

// MatterKind is why something is among the first things to know.
type MatterKind string

// The closed set of kinds of matters.
const (
	MatterContradicted MatterKind = "contradicted"      // a source says otherwise than the report
	MatterArithmetic   MatterKind = "arithmetic"        // the report's own figures do not give what it states
	MatterInconsistent MatterKind = "inconsistent"      // the report says two things about one subject
	MatterTarget       MatterKind = "target"            // a target, and whether figures go its way
	MatterMissing      MatterKind = "missing"           // a required disclosure that was not found
	MatterLeading      MatterKind = "leading"           // a total of emissions that weighs most
	MatterBasis        MatterKind = "basis"             // what the report says of its figures: left out, changed, looked at
	MatterUnsupported  MatterKind = "unsupported"       // only the company says it, and it matters
	MatterHidden       MatterKind = "suspicious"        // text in the file that its readers do not see
	MatterRuled        MatterKind = "ruled_by_a_person" // a person has ruled otherwise than the machine
)

// MatterKinds lists the closed set of kinds.
func MatterKinds() []MatterKind {
	return []MatterKind{MatterContradicted, MatterArithmetic, MatterInconsistent, MatterTarget, MatterMissing, MatterLeading, MatterBasis,
		MatterUnsupported, MatterHidden, MatterRuled}
}

// Consequence is how much hangs on a matter.
type Consequence string

// The closed set of consequences.
const (
	Critical Consequence = "critical" // a headline figure or statement would have to be corrected
	Serious  Consequence = "serious"  // a decision that rests on it should wait
	Notable  Consequence = "notable"  // a careful reader would ask about it
	Slight   Consequence = "slight"   // nobody need know it first
)

// Matter is one thing that a reader should know first. Statements of the same fact are one matter with several places.
type Matter struct {
	ID          string      `json:"id"`
	Rank        int         `json:"rank" jsonschema:"minimum=1"`
	Kind        MatterKind  `json:"kind"`
	Theme       string      `json:"theme,omitempty" jsonschema:"description=emissions\\, goal\\, assurance\\, safety and so on"`
	About       string      `json:"about,omitempty" jsonschema:"description=the theme in plain words"`
	Consequence Consequence `json:"consequence"`
	Title       string      `json:"title" jsonschema:"description=a few words"`
	Text        string      `json:"text" jsonschema:"description=two sentences: what is said\\, and what is wrong with it or missing"`
	Gist        string      `json:"gist,omitempty" jsonschema:"description=what decides\\, in one line beside the title"`
	Page        int         `json:"page" jsonschema:"minimum=0,description=where to look first; 0 for what stands on no page"`
	PageLabel   string      `json:"page_label"`
	Quote       string      `json:"quote" jsonschema:"description=the words of that page that decide; empty if there are none"`

	Places     []MatterPlace `json:"places" jsonschema:"description=every place that the matter is about\\, the first included"`
	ClaimIDs   []string      `json:"claim_ids"`
	CheckIDs   []string      `json:"check_ids"`
	FindingIDs []string      `json:"finding_ids"`
	GapIDs     []string      `json:"gap_ids"`
	Paragraphs []string      `json:"paragraphs" jsonschema:"description=of IFRS S1 and S2"`
	ReviewIDs  []string      `json:"review_ids" jsonschema:"description=what people have said of it or of what it rests on"`
	SetAside   bool          `json:"set_aside" jsonschema:"description=a person has set it aside\\, or all that it rests on"`
}

// MatterPlace is one place of a matter.
type MatterPlace struct {
	Page    int    `json:"page" jsonschema:"minimum=0"`
	Quote   string `json:"quote"`
	Figure  string `json:"figure" jsonschema:"description=what was read there\\, with its heading; empty if it is no figure"`
	ClaimID string `json:"claim_id" jsonschema:"description=empty if it is in no claim"`
	Source  string `json:"source" jsonschema:"description=empty for the report itself"`
}

// Summary is one page about the whole analysis.
type Summary struct {
	Text        []string        `json:"text" jsonschema:"description=sentences that can stand alone"`
	Read        ReadShare       `json:"read"`
	Checked     CheckedShare    `json:"checked"`
	Verdicts    map[string]int  `json:"verdicts" jsonschema:"description=claims by verdict"`
	Matters     map[string]int  `json:"matters" jsonschema:"description=matters by kind"`
	Disclosures DisclosureShare `json:"disclosures"`
}

// ReadShare says how much of the file was read.
type ReadShare struct {
	Pages       int `json:"pages" jsonschema:"minimum=0"`
	Read        int `json:"pages_read" jsonschema:"minimum=0"`
	ImageOnly   int `json:"pages_image_only" jsonschema:"minimum=0"`
	NotAnalysed int `json:"pages_not_analysed" jsonschema:"minimum=0"`
	Recognised  int `json:"pages_ocr" jsonschema:"minimum=0"`
	Words       int `json:"words" jsonschema:"minimum=0"`
	Tables      int `json:"tables" jsonschema:"minimum=0"`
}

// CheckedShare says how many claims could be checked, and by what. Every claim is counted once: by the strongest thing
// that bears on it.
type CheckedShare struct {
	Claims       int `json:"claims" jsonschema:"minimum=0"`
	FromText     int `json:"claims_from_text" jsonschema:"minimum=0"`
	FromTables   int `json:"claims_from_tables" jsonschema:"minimum=0"`
	Outside      int `json:"by_outside_sources" jsonschema:"minimum=0,description=a source apart from the company speaks for or against it"`
	Arithmetic   int `json:"by_own_figures" jsonschema:"minimum=0,description=only the report's own figures speak for or against it"`
	OnlyCompany  int `json:"by_nothing" jsonschema:"minimum=0,description=only the company says it"`
	Agree        int `json:"agree_with_own_figures" jsonschema:"minimum=0"`
	Disagree     int `json:"disagree_with_own_figures" jsonschema:"minimum=0"`
	Checks       int `json:"checks" jsonschema:"minimum=0,description=of figures against each other\\, each once"`
	Passed       int `json:"checks_passed" jsonschema:"minimum=0"`
	Failed       int `json:"checks_failed" jsonschema:"minimum=0"`
	Inconclusive int `json:"checks_inconclusive" jsonschema:"minimum=0"`
	OfForm       int `json:"checks_of_form" jsonschema:"minimum=0,description=of units\\, methods and sources; in none of the counts above"`
	Documents    int `json:"documents" jsonschema:"minimum=0,description=that the user has brought"`
	Ruled        int `json:"ruled_by_people" jsonschema:"minimum=0"`
}

// DisclosureShare adds coverage up over the pillars.
type DisclosureShare struct {
	Required  int      `json:"required" jsonschema:"minimum=0"`
	Fully     int      `json:"fully_addressed" jsonschema:"minimum=0"`
	Quoted    int      `json:"fully_quoted" jsonschema:"minimum=0,description=of these those with words of the report for every part; the others are only likely"`
	Partly    int      `json:"partially_addressed" jsonschema:"minimum=0"`
	Not       int      `json:"not_addressed" jsonschema:"minimum=0"`
	Open      int      `json:"could_not_assess" jsonschema:"minimum=0"`
	Applies   int      `json:"conditional" jsonschema:"minimum=0"`
	Elsewhere int      `json:"referenced_elsewhere" jsonschema:"minimum=0"`
	Percent   *float64 `json:"percent" jsonschema:"oneof_type=number;null"`
}

// summarise counts what the document holds and says it in sentences that can stand alone.
func (d *Document) summarise() Summary {
	s := Summary{
		Read:     d.readShare(),
		Checked:  d.checkedShare(),
		Verdicts: map[string]int{},
		Matters:  map[string]int{},
	}
	for _, k := range events.VerdictClasses() {
		s.Verdicts[string(k)] = 0
	}
	for _, v := range d.Verdicts {
		s.Verdicts[string(v.Verdict)]++
	}
	for _, k := range MatterKinds() {
		s.Matters[string(k)] = 0
	}
	for _, m := range d.Matters {
		s.Matters[string(m.Kind)]++
	}
	for _, c := range d.Coverage {
		x := &s.Disclosures
		x.Required += c.Total
		x.Fully += c.FullyAddressed
		x.Quoted += c.Quoted()
		x.Partly += c.PartiallyAddressed
		x.Not += c.NotAddressed
		x.Open += c.CouldNotAssess
		x.Applies += c.Conditional
		x.Elsewhere += c.ReferencedElsewhere
	}
	if x := &s.Disclosures; x.Fully+x.Partly+x.Not > 0 {
		percent := float64(int(1000*float64(x.Fully)/float64(x.Fully+x.Partly+x.Not)+0.5)) / 10
		x.Percent = &percent
	}
	s.Text = d.told(s)
	return s
}

func (d *Document) readShare() ReadShare {
	r := d.Report
	pages := map[int]bool{}
	for _, n := range r.NotAnalysed {
		pages[n.Page] = true
	}
	return ReadShare{Pages: r.Pages, Read: r.PagesRead, ImageOnly: len(r.PagesImageOnly), NotAnalysed: len(pages), Recognised: len(r.PagesOCR),
		Words: r.Words, Tables: r.Tables}
}

func (d *Document) checkedShare() CheckedShare {
	s := CheckedShare{Claims: len(d.Claims), Documents: len(d.Evidence), Ruled: d.ruledByHand()}
	verdicts := d.verdictOf()
	outer := map[string]bool{}
	for _, f := range d.Findings {
		if f.SupportsClaim == nil {
			continue
		}
		for _, o := range f.Origins {
			outer[f.ClaimID] = outer[f.ClaimID] || outside(o)
		}
	}
	for _, c := range d.Claims {
		if c.Source == "table" {
			s.FromTables++
		} else {
			s.FromText++
		}
		v := verdicts[c.ID]
		own := v != nil && v.InternallyConsistent != nil
		switch {
		case outer[c.ID]:
			s.Outside++
		case own:
			s.Arithmetic++
		default:
			s.OnlyCompany++
		}
		if own && *v.InternallyConsistent {
			s.Agree++
		} else if own {
			s.Disagree++
		}
	}
	for _, c := range d.once() {
		if events.KindOfCheck(c.Name).OfForm {
			s.OfForm++
			continue
		}
		s.Checks++
		switch c.Result {
		case events.CheckPass:
			s.Passed++
		case events.CheckFail:
			s.Failed++
		default:
			s.Inconclusive++
		}
	}
	return s
}

// told is the summary in sentences: what was read, what could be checked and by what, what came of it, what is missing.
func (d *Document) told(s Summary) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, phrase.Sentence(fmt.Sprintf(format, args...))) }
	r, c := s.Read, s.Checked
	read := fmt.Sprintf("%s of %s were read", inGroups(r.Read), plural(r.Pages, "page", "pages"))
	if r.NotAnalysed > 0 {
		of := "them"
		if r.NotAnalysed == 1 {
			of = "it"
		}
		read += fmt.Sprintf("; %s not analysed, and nothing here speaks of %s", plural(r.NotAnalysed, "page was", "pages were"), of)
	}
	if n := len(d.Report.Unread()) - r.NotAnalysed; n > 0 {
		read += fmt.Sprintf("; of %s a large picture was not", plural(n, "page", "pages"))
	}
	say("%s", read)
	if c.Claims > 0 {
		say("%s stand in sentences and %s in tables", plural(c.FromText, "claim", "claims"), inGroups(c.FromTables))
		say("%s of the %s could be held against a source outside the company, %s against the report's own figures, and for %s there is only the company's word",
			inGroups(c.Outside), plural(c.Claims, "claim", "claims"), inGroups(c.Arithmetic), inGroups(c.OnlyCompany))
		if c.Documents == 0 {
			say("No document beside the report was given, so nothing could be verified: the most that could be shown is that its figures agree with one another")
		}
	}
	var verdicts []string
	for _, k := range []events.VerdictClass{events.Contradicted, events.InsufficientEvidence, events.Unverified, events.Verified} {
		if n := s.Verdicts[string(k)]; n > 0 {
			is := inWords(string(k))
			if k == events.InsufficientEvidence {
				is = "with " + is
			}
			verdicts = append(verdicts, inGroups(n)+" "+is)
		}
	}
	if len(verdicts) > 0 {
		say("The verdicts are: %s", phrase.List(verdicts))
	}
	if c.Ruled > 0 {
		say("%s set by a person", plural(c.Ruled, "of these verdicts was", "of these verdicts were"))
	}
	if c.Checks > 0 {
		text := fmt.Sprintf("Of %s of its figures against each other %s hold, %s do not, and %s are left open",
			plural(c.Checks, "check", "checks"), inGroups(c.Passed), inGroups(c.Failed), inGroups(c.Inconclusive))
		if c.OfForm > 0 {
			text += fmt.Sprintf("; %s more look only at units, methods and sources", inGroups(c.OfForm))
		}
		say("%s", text)
	}
	if x := s.Disclosures; x.Required > 0 {
		text := fmt.Sprintf("Compared with IFRS S1 and S2, %d of %d disclosures are fully there", x.Fully, x.Required)
		if likely := x.Fully - x.Quoted; likely > 0 {
			text += fmt.Sprintf(" (%d of them with words of the report for every part, %d only likely)", x.Quoted, likely)
		}
		text += fmt.Sprintf(", %d in part and %d were not found", x.Partly, x.Not)
		if x.Open > 0 {
			text += fmt.Sprintf("; %d could not be judged", x.Open)
		}
		if x.Applies > 0 {
			text += fmt.Sprintf("; %d apply only under conditions", x.Applies)
		}
		if x.Elsewhere > 0 {
			text += fmt.Sprintf("; %d are said to stand in other documents", x.Elsewhere)
		}
		say("%s", text)
	}
	return out
}

package document

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

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
	verdicts := map[string]*Verdict{}
	for i := range d.Verdicts {
		verdicts[d.Verdicts[i].ClaimID] = &d.Verdicts[i]
	}
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
	read := fmt.Sprintf("%d of %s were read", r.Read, plural(r.Pages, "page", "pages"))
	if r.NotAnalysed > 0 {
		of := "them"
		if r.NotAnalysed == 1 {
			of = "it"
		}
		read += fmt.Sprintf("; %s not analysed, and nothing here speaks of %s", plural(r.NotAnalysed, "page was", "pages were"), of)
	}
	say("%s", read)
	if c.Claims > 0 {
		say("%s stand in sentences and %s in tables", plural(c.FromText, "claim", "claims"), fmt.Sprint(c.FromTables))
		say("%d of the %s could be held against a source outside the company, %d against the report's own figures, and for %d there is only the company's word",
			c.Outside, plural(c.Claims, "claim", "claims"), c.Arithmetic, c.OnlyCompany)
		if c.Documents == 0 {
			say("No document beside the report was given, so nothing could be verified: the most that could be shown is that its figures agree with one another")
		}
	}
	var verdicts []string
	for _, k := range []events.VerdictClass{events.Contradicted, events.InsufficientEvidence, events.Unverified, events.Verified} {
		if n := s.Verdicts[string(k)]; n > 0 {
			verdicts = append(verdicts, fmt.Sprintf("%d %s", n, strings.ToLower(words(string(k)))))
		}
	}
	if len(verdicts) > 0 {
		say("The verdicts are: %s", phrase.List(verdicts))
	}
	if c.Ruled > 0 {
		say("%s set by a person", plural(c.Ruled, "of these verdicts was", "of these verdicts were"))
	}
	if c.Checks > 0 {
		say("Of %s of its figures %d hold, %d do not, and %d are left open", plural(c.Checks, "recalculation", "recalculations"), c.Passed, c.Failed, c.Inconclusive)
	}
	if x := s.Disclosures; x.Required > 0 {
		text := fmt.Sprintf("Compared with IFRS S1 and S2, %d of %d disclosures are fully there, %d in part and %d were not found",
			x.Fully, x.Required, x.Partly, x.Not)
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

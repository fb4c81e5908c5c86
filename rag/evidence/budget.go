package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// What is read of documents is bounded by work and not by time, so that every agent, every machine and every replay
// reads the same. A unit is about what looking at one byte costs.
const (
	perStatement  = 1_000      // to read a sentence that has a subject; a cell is a quarter of it
	perDocument   = 4_000_000  // 4,000 statements, or as many bytes
	perRun        = 16_000_000 // shared among the documents by their length
	leastShare    = 400_000    // of a document beside long ones
	mostOfSubject = 1_000      // statements of one subject in a document: a claim is compared with each of them
)

// Extend says how much of each document of a run is read, and of those that are not read to their end, how far. docs
// are the documents of the entries, nil for one that cannot be read; company is the report's.
func Extend(entries []events.LibraryEntry, docs []*document.Document, company string) {
	lengths, all := make([]int, len(docs)), 0
	for i, d := range docs {
		if d == nil {
			continue
		}
		for p := range d.Pages {
			lengths[i] += len(d.Pages[p].Text)
		}
		all += lengths[i]
	}
	for i, d := range docs {
		if d == nil {
			continue
		}
		share := int(float64(perRun) * (float64(lengths[i]) / float64(max(all, 1))))
		entries[i].Work = min(perDocument, max(leastShare, share))
		_, r := readWithin(d, issuer.NamesOf(company), sameCompany(entries[i].Company, company), entries[i].Work)
		entries[i].Partial = r.said(len(d.Pages))
	}
}

// reach is how far a document was read.
type reach struct {
	page        int // the one on which reading stopped; 0 where it did not
	done, bytes int // of that page's text
	row, rows   int // of the table in which it stopped
	crowded     []string
}

// said is one line for people about what was not read, empty where all was.
func (r reach) said(pages int) string {
	var out []string
	switch {
	case r.page > 0 && r.rows > 0:
		out = append(out, fmt.Sprintf("it is read to row %d of %d on page %d of %d", r.row, r.rows, r.page, pages))
	case r.page > 0:
		out = append(out, fmt.Sprintf("it is read to page %d of %d, of which %d of %d KB", r.page, pages, r.done>>10, r.bytes>>10))
	}
	if len(r.crowded) > 0 {
		out = append(out, fmt.Sprintf("only the first %d statements on %s are compared", mostOfSubject, strings.Join(r.crowded, "; ")))
	}
	if len(out) == 0 {
		return ""
	}
	return "Not read to its end: " + strings.Join(out, ", and ") + "."
}

// reader reads a document within its work: what is not about the company costs no more than looking at it.
type reader struct {
	company string
	called  issuer.Names
	own     bool // the whole document is about the company, but for rows of others
	left    int
	seen    map[string]bool // sentences that have been read: what is said twice is said once
	of      map[string]int  // statements by subjects
	out     []assertion
	reach   reach
}

// readWithin lists what a document asserts, in its order, as far as the work goes.
func readWithin(d *document.Document, called issuer.Names, own bool, work int) ([]assertion, reach) {
	company := ""
	if len(called) > 0 {
		company = called[0]
	}
	r := &reader{company: company, called: called, own: own, left: work, seen: map[string]bool{}, of: map[string]int{}}
	for i := range d.Pages {
		if !r.page(&d.Pages[i]) {
			break
		}
	}
	slices.Sort(r.reach.crowded)
	return r.out, r.reach
}

// spend reports whether there is work left for something.
func (r *reader) spend(units int) bool {
	r.left -= units
	return r.left >= 0
}

// wants reports whether there are not enough statements of some subjects yet.
func (r *reader) wants(subjects []string) bool {
	subject := strings.Join(subjects, ", ")
	if r.of[subject] < mostOfSubject {
		return true
	}
	if !slices.Contains(r.reach.crowded, subject) {
		r.reach.crowded = append(r.reach.crowded, subject)
	}
	return false
}

// keep takes an assertion in, if it is wanted.
func (r *reader) keep(a assertion) {
	if !r.wants(a.subjects) {
		return
	}
	r.of[strings.Join(a.subjects, ", ")]++
	a.plain, a.planned = " "+plainCompany(a.text)+" ", planned.MatchString(a.told())
	r.out = append(r.out, a)
}

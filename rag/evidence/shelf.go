package evidence

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// Encode writes a list of documents as it is stored. Equal lists give equal bytes.
func Encode(entries []events.LibraryEntry) ([]byte, error) {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b events.LibraryEntry) int { return cmp.Compare(a.ID, b.ID) })
	data, err := json.Marshal(sorted)
	if err != nil {
		return nil, fmt.Errorf("encoding the evidence library: %w", err)
	}
	return data, nil
}

// Shelf is the library of one run.
type Shelf struct {
	Entries []events.LibraryEntry
	docs    []*document.Document // by entry; nil for one that could not be read
}

// Load reads the library stored under hash; an empty hash is an empty library.
func Load(ctx context.Context, store artefact.Store, hash string) (*Shelf, error) {
	s := &Shelf{}
	if hash == "" {
		return s, nil
	}
	data, err := store.Get(ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("loading the evidence library: %w", err)
	}
	if err := json.Unmarshal(data, &s.Entries); err != nil {
		return nil, fmt.Errorf("decoding the evidence library: %w: %w", document.ErrInvalid, err)
	}
	s.docs = make([]*document.Document, len(s.Entries))
	for i, e := range s.Entries {
		if e.Parse == "" {
			continue
		}
		if s.docs[i], err = document.Load(ctx, store, e.Parse); err != nil {
			return nil, fmt.Errorf("loading %s of the evidence library: %w", e.Filename, err)
		}
	}
	return s, nil
}

// With is the shelf with further documents behind its own, which stay as they are.
func (s *Shelf) With(entries []events.LibraryEntry, docs []*document.Document) *Shelf {
	return &Shelf{Entries: append(slices.Clip(s.Entries), entries...), docs: append(slices.Clip(s.docs), docs...)}
}

// TextOf is the text of a document of the shelf, empty where it could not be read.
func (s *Shelf) TextOf(i int) string {
	if s.docs[i] == nil {
		return ""
	}
	var b strings.Builder
	for p := range s.docs[i].Pages {
		b.WriteString(s.docs[i].Pages[p].Text)
		b.WriteString("\n")
	}
	return b.String()
}

// Found is a place in a document and what it says of a statement.
type Found struct {
	Entry         events.LibraryEntry
	Page, Row     int
	Quote         string
	Relation      Relation
	Contradiction string // Direct, Contextual or Timeline, where there is one
	Subject       string // what both are about, and where, when and how much, as far as it was matched
	Place         string
	Period        string
	Figure        string
	Why           string   // for people
	Relayed       bool     // the document only passes on what the company itself says
	Borne         []string // the statement's figures that it gives too, as the statement prints them
}

// mostOfOne bounds what is said of one document: its first places are enough.
const mostOfOne = 3

// Relate lists what the documents of some kinds say of a statement, in the order of the library. A document is about
// the statement's company where the user has said so, or where the sentence or row itself names the company.
func (s *Shelf) Relate(st Statement, kinds ...events.EvidenceKind) []Found {
	all, called := readings(st), st.called()
	if plainCompany(st.Company) == "" {
		return nil
	}
	var out []Found
	quoted := map[string]bool{} // of one story in two documents, one counts
	for i, e := range s.Entries {
		if s.docs[i] == nil || !slices.Contains(kinds, e.Kind) || !about(e, called) {
			continue
		}
		n := 0
		k := s.read(i, called)
		for _, r := range all {
			for _, a := range append(slices.Clip(k.about(r.subjects)), k.events...) {
				if n == mostOfOne || len(r.subjects) == 0 {
					break
				}
				m, ok := r.relate(a, documentYear(e))
				if !ok {
					m, ok = r.omitted(a, documentYear(e))
				}
				if !ok || quoted[events.NormalText(a.quote)] {
					continue
				}
				m = a.spoken(r.doubted(m, a, e.Publisher, called), e, called)
				quoted[events.NormalText(a.quote)] = true
				n++
				out = append(out, Found{
					Entry: e, Page: a.page, Row: a.row, Quote: a.quote, Relation: m.relation, Contradiction: m.contradiction,
					Subject: m.subject, Place: m.place, Period: m.period, Figure: m.figure, Why: m.why, Relayed: m.relayed, Borne: m.borne,
				})
			}
		}
	}
	return out
}

// documentYear is the year that a document speaks of where its words do not say: only what the user has said of it.
// The date of publication is no substitute: the news of a spring is about the year before as often as not.
func documentYear(e events.LibraryEntry) int { return YearOf(e.Period) }

// Touches reports whether a document of another kind than those could say something of a statement: it may be about
// its company, and speaks of one of its subjects.
func (s *Shelf) Touches(st Statement, except ...events.EvidenceKind) bool {
	matters, called := readStatement(st).subjects, st.called()
	for i, e := range s.Entries {
		if len(matters) == 0 || s.docs[i] == nil || slices.Contains(except, e.Kind) || !about(e, called) {
			continue
		}
		if of := s.read(i, called).subjects; slices.ContainsFunc(matters, func(name string) bool { return of[name] }) {
			return true
		}
	}
	return false
}

// Has reports whether the library has a readable document of one of the kinds.
func (s *Shelf) Has(kinds ...events.EvidenceKind) bool {
	for i, e := range s.Entries {
		if s.docs[i] != nil && slices.Contains(kinds, e.Kind) {
			return true
		}
	}
	return false
}

// known is what a document says about a company, in the order of a look-up.
type known struct {
	bySubjects map[string][]assertion // by all subjects of an assertion, in the document's order
	subjects   map[string]bool        // any of them
	events     []assertion            // that something has happened, in the document's order
}

// about lists the assertions that have the subjects, all of them and no other.
func (k *known) about(subjects []string) []assertion {
	return k.bySubjects[strings.Join(subjects, "\x00")]
}

func know(d *document.Document, called issuer.Names, own bool, work int) *known {
	k := &known{bySubjects: map[string][]assertion{}, subjects: map[string]bool{}}
	all, _ := readWithin(d, called, own, work)
	for _, a := range all {
		key := strings.Join(a.subjects, "\x00")
		k.bySubjects[key] = append(k.bySubjects[key], a)
		for _, name := range a.subjects {
			k.subjects[name] = true
		}
		if a.incident() {
			k.events = append(k.events, a)
		}
	}
	return k
}

// Partial lists the documents of some kinds that were not read to their end, each with how far.
func (s *Shelf) Partial(kinds ...events.EvidenceKind) []string {
	var out []string
	for _, e := range s.Entries {
		if e.Partial != "" && slices.Contains(kinds, e.Kind) {
			out = append(out, e.Filename+": "+e.Partial)
		}
	}
	return out
}

// read reads a document once for each company that is asked about: reading is a function of both, and of the work.
func (s *Shelf) read(i int, called issuer.Names) *known {
	work := s.Entries[i].Work
	if work == 0 {
		work = perDocument
	}
	own := called.Is(s.Entries[i].Company)
	key := fmt.Sprint(s.Entries[i].Parse, "\x00", work, own, "\x00", strings.Join(called, "\x00"))
	readOnce.Lock()
	once, ok := readOnce.of[key]
	if !ok {
		if len(readOnce.of) >= mostRead {
			clear(readOnce.of)
		}
		once = sync.OnceValue(func() *known { return know(s.docs[i], called, own, work) })
		readOnce.of[key] = once
	}
	readOnce.Unlock()
	return once() // agents that ask at once wait for one of them
}

// mostRead bounds how many documents are kept as they were read.
const mostRead = 200

var readOnce = struct {
	sync.Mutex
	of map[string]func() *known
}{of: map[string]func() *known{}}

package corpus

import (
	"errors"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// asked is what a query names: paragraphs and metrics in the order in which they are answered, with what has to be said
// about an id that is not what it seems.
type asked struct {
	ids   []string
	notes map[string]string // by id
	more  []string          // ids that the query itself does not name
	said  []string          // the notes, once each
}

// names finds the ids of a query. One that is widely written for something else stands first, the right ones follow
// it; a query that is nothing but an id may leave its brackets out.
func names(query string) (asked, error) {
	found := standards.Find(query)
	if id, err := standards.Parse(query); err == nil {
		found = []string{id.String()}
	}
	out := asked{notes: map[string]string{}}
	for _, group := range grouped(found) {
		r, err := standards.Resolve(group.written)
		if err != nil {
			return asked{}, err
		}
		if r.Note == "" || len(r.IDs) == 0 {
			out.add(r.Note, group.ids...)
			continue
		}
		// The first of a range stands for it; what it was written for goes before the rest of it.
		at := slices.IndexFunc(r.IDs, func(id string) bool { return !slices.Contains(group.ids, id) })
		if at > 1 {
			r.IDs = slices.Concat(r.IDs[:1], r.IDs[at:], r.IDs[1:at])
		}
		out.add(r.Note, r.IDs...)
	}
	catalogue, err := sasb.Load()
	if err != nil {
		return asked{}, err
	}
	for _, code := range standards.FindMetrics(query) {
		if old, ok := catalogue.Replaced(code); ok {
			out.add(retired(old), old.Now...)
			continue
		}
		out.add("", code)
	}
	named := map[string]bool{}
	for _, id := range append(standards.Find(query), standards.FindMetrics(query)...) {
		named[id] = true
	}
	for _, id := range out.ids {
		if !named[id] {
			out.more = append(out.more, id)
		}
	}
	return out, nil
}

func (a *asked) add(note string, ids ...string) {
	if note != "" && !slices.Contains(a.said, note) {
		a.said = append(a.said, note)
	}
	for _, id := range ids {
		if note != "" && a.notes[id] == "" {
			a.notes[id] = note
		}
		if !slices.Contains(a.ids, id) {
			a.ids = append(a.ids, id)
		}
	}
}

// group is an id, or a range of ids as it may have been written.
type group struct {
	written string
	ids     []string
}

// grouped puts whole paragraphs that follow one another together where their range is known to be written for something
// else: S1.38-42 is more than S1.38, S1.39 and so on.
func grouped(ids []string) []group {
	var out []group
	for i := 0; i < len(ids); {
		n := 1
		for i+n < len(ids) && follows(ids[i+n-1], ids[i+n]) {
			n++
		}
		if n > 1 {
			_, last, _ := strings.Cut(ids[i+n-1], ".")
			written := ids[i] + "-" + last
			if r, err := standards.Resolve(written); err == nil && r.Note != "" && r.Asked == written {
				out = append(out, group{written, ids[i : i+n]})
				i += n
				continue
			}
		}
		out = append(out, group{ids[i], ids[i : i+1]})
		i++
	}
	return out
}

// follows says whether b is the whole paragraph after a.
func follows(a, b string) bool {
	x, errX := standards.Parse(a)
	y, errY := standards.Parse(b)
	return errors.Join(errX, errY) == nil && len(x.Levels)+len(y.Levels) == 0 && x.Standard == y.Standard && x.Appendix == y.Appendix &&
		x.Suffix == "" && y.Suffix == "" && y.Number == x.Number+1
}

func retired(r sasb.Retired) string {
	if len(r.Now) == 0 {
		return r.Code + " (" + r.Was + ") is retired and nothing asks for the same now. " + r.Note
	}
	return r.Code + " (" + r.Was + ") is retired; see " + strings.Join(r.Now, ", ") + ". " + r.Note
}

package facts

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Query asks a sheet for a figure of the whole entity.
type Query struct {
	Metric Metric
	Scope  string
	Method string // location or market; empty if either will do
	Year   int    // 0 for any
}

// Find lists the facts that answer a query, best first: what is stated of all of a scope before what is stated of
// a part, the whole entity before a boundary, tables before sentences. Only facts of the best kind are
// returned: one fact if the report speaks with one voice.
func (s *Sheet) Find(q Query) []*Fact {
	var out []*Fact
	best := 1 << 30
	for i := range s.Facts {
		f := &s.Facts[i]
		if f.Metric != q.Metric || f.Scope != q.Scope || q.Year > 0 && f.Year != q.Year || f.Target || f.Change {
			continue
		}
		if q.Method != "" && f.Method != "" && f.Method != q.Method {
			continue
		}
		rank := f.rank(q)
		if rank < best {
			best, out = rank, out[:0]
		}
		if rank == best {
			out = append(out, f)
		}
	}
	// Several parts of a scope are no answer to what all of it is.
	for _, f := range out {
		if f.Category != out[0].Category {
			return nil
		}
	}
	// One voice: the same figure said again adds nothing.
	return slices.CompactFunc(out, func(a, b *Fact) bool { return a.Value == b.Value && a.Unit == b.Unit && a.Method == b.Method })
}

var wholeEntity = pattern.Compile(`(?i)^\W*(?:whole|total|group|consolidated|overall|entire)`)

// rank orders the facts that answer a query; lower is better.
func (f *Fact) rank(q Query) int {
	rank := 0
	if f.Boundary != "" {
		rank += 16
	}
	if f.Category != "" {
		rank += 8
	}
	if f.Dimension == "count" {
		rank += 4
	}
	if f.Source != FromTable && f.Table == 0 {
		rank += 2
	}
	if q.Method != "" && f.Method == "" {
		rank++
	}
	rank *= 2
	if len(f.RowPath) < 2 || !wholeEntity.MatchString(f.RowPath[0]) {
		rank++ // one of several sections, unless it says that it is the whole
	}
	return rank
}

// MethodOpen says that a figure with Scope 2 in it does not name its method while others of its scope and year do: it
// may be by either, so that it is held against none.
func (s *Sheet) MethodOpen(f *Fact) bool {
	if f.Method != "" || !strings.Contains(f.Scope, "2") {
		return false
	}
	for i := range s.Facts {
		if o := &s.Facts[i]; o.Metric == f.Metric && o.Scope == f.Scope && o.Year == f.Year && o.Method != "" {
			return true
		}
	}
	return false
}

package rag_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/sibyl-project/sibyl/rag"
)

func TestMemoryShelves(t *testing.T) {
	conformShelves(t, func(*testing.T) rag.Shelves { return rag.NewMemory() })
}

func TestPostgresShelves(t *testing.T) {
	conformShelves(t, func(t *testing.T) rag.Shelves { return rag.NewPostgres(database(t)) })
}

func paragraph(source, label, text string) rag.Passage {
	return rag.Passage{ID: "psg_" + source + label + text, Source: source, Label: label, Heading: source, Text: text, Start: len(label)}
}

func labels(hits []rag.Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Passage.Source+" "+h.Passage.Label)
	}
	return out
}

// conformShelves states what every library of standards must do.
func conformShelves(t *testing.T, open func(*testing.T) rag.Shelves) {
	s2 := []rag.Passage{
		paragraph("ifrs_s2", "S2.6(a)", "who oversees climate matters"),
		paragraph("ifrs_s2", "S2.29(a)(i)(1)", "direct emissions in tonnes"),
		paragraph("ifrs_s2", "S2.33", "the climate targets"),
	}
	sasb := []rag.Passage{paragraph("sasb", "EM-EP-110a.1 EM-EP-110a.2", "flaring and methane")}
	report := rag.Passage{ID: "psg_r", ReportID: "rep_1", Page: 1, End: 9, Text: "our climate targets"}
	everywhere := rag.Filter{Everywhere: true, Mode: rag.Keyword}

	t.Run("a source is whole", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		for range 2 { // the second time changes nothing
			if removed, err := l.Shelve(ctx, "ifrs_s2", s2); err != nil || removed != 0 {
				t.Fatalf("%d removed, %v", removed, err)
			}
		}
		if _, err := l.Shelve(ctx, "sasb", sasb); err != nil {
			t.Fatal(err)
		}
		if err := l.Ingest(ctx, []rag.Passage{report}); err != nil {
			t.Fatal(err)
		}
		want := map[string]rag.Shelf{"ifrs_s2": {Passages: 3, Digest: rag.Digest(s2)}, "sasb": {Passages: 1, Digest: rag.Digest(sasb)}}
		if got, err := l.Shelved(ctx); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
		stats, err := l.Stats(ctx)
		if err != nil || stats.Passages != 5 || stats.Reports != 1 {
			t.Errorf("%+v, %v", stats, err)
		}
	})
	// As many passages as before are not the same as before.
	t.Run("what is replaced is found no longer", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		if _, err := l.Shelve(ctx, "ifrs_s2", s2); err != nil {
			t.Fatal(err)
		}
		if got := labels(find(t, l, "climate targets", everywhere)); !slices.Contains(got, "ifrs_s2 S2.33") {
			t.Fatalf("%v", got)
		}
		next := slices.Clone(s2)
		next[2] = paragraph("ifrs_s2", "S2.34", "how each is reviewed")
		if removed, err := l.Shelve(ctx, "ifrs_s2", next); err != nil || removed != 1 {
			t.Fatalf("%d removed, %v", removed, err)
		}
		if got := labels(find(t, l, "climate targets", everywhere)); slices.Contains(got, "ifrs_s2 S2.33") {
			t.Errorf("%v", got)
		}
		if got := labels(find(t, l, "review", everywhere)); !slices.Equal(got, []string{"ifrs_s2 S2.34"}) {
			t.Errorf("%v", got)
		}
	})
	t.Run("what is taken away is remembered", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		if _, err := l.Shelve(ctx, "ifrs_s2", s2); err != nil {
			t.Fatal(err)
		}
		if removed, err := l.Shelve(ctx, "ifrs_s2", nil); err != nil || removed != 3 {
			t.Fatalf("%d removed, %v", removed, err)
		}
		if got, err := l.Shelved(ctx); err != nil || !reflect.DeepEqual(got, map[string]rag.Shelf{"ifrs_s2": {}}) {
			t.Errorf("%v, %v", got, err)
		}
		if hits := find(t, l, "climate", everywhere); len(hits) != 0 {
			t.Errorf("%v", labels(hits))
		}
	})
	t.Run("by label", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		for source, passages := range map[string][]rag.Passage{"ifrs_s2": s2, "sasb": sasb} {
			if _, err := l.Shelve(ctx, source, passages); err != nil {
				t.Fatal(err)
			}
		}
		for label, want := range map[string][]rag.Passage{"s2.6(a)": s2[:1], "EM-EP-110a.2": sasb, "S2.6": nil, "": nil, "%": nil} {
			if got, err := l.Labelled(ctx, label, []string{"ifrs_s2", "sasb"}); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %v, %v", label, got, err)
			}
		}
		if got, err := l.Labelled(ctx, "S2.33", []string{"sasb"}); err != nil || len(got) != 0 {
			t.Errorf("in another source: %v, %v", got, err)
		}
		for query, want := range map[string]string{"em-ep-110a.2": "sasb EM-EP-110a.1 EM-EP-110a.2", "S2.29(a)(i)(1)": "ifrs_s2 S2.29(a)(i)(1)"} {
			if hits := find(t, l, query, everywhere); len(hits) == 0 || !hits[0].Exact || labels(hits)[0] != want {
				t.Errorf("%q: %v", query, labels(hits))
			}
		}
	})
	t.Run("a report is replaced whole", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		var old, next []rag.Passage
		for i := range 5 {
			old = append(old, rag.Passage{ID: fmt.Sprint("old", i), ReportID: "rep_1", Page: i + 1, End: 5, Text: "water"})
			next = append(next, rag.Passage{ID: fmt.Sprint("new", i), ReportID: "rep_1", Page: i + 1, End: 5, Text: "waste"})
		}
		next = append(next, old[0])
		other := rag.Passage{ID: "other", ReportID: "rep_2", Page: 1, End: 5, Text: "water"}
		if err := l.Ingest(ctx, append(slices.Clone(old), other)); err != nil {
			t.Fatal(err)
		}
		if hits := find(t, l, "water", rag.Filter{ReportID: "rep_1", Mode: rag.Keyword}); len(hits) != 5 {
			t.Fatalf("%d hits", len(hits))
		}
		if removed, err := l.Replace(ctx, "rep_1", next); err != nil || removed != 4 {
			t.Fatalf("%d removed, %v", removed, err)
		}
		if hits := find(t, l, "water", rag.Filter{ReportID: "rep_1", Mode: rag.Keyword}); len(hits) != 1 {
			t.Errorf("%d hits", len(hits))
		}
		if hits := find(t, l, "water", rag.Filter{ReportID: "rep_2", Mode: rag.Keyword}); len(hits) != 1 {
			t.Errorf("%d hits in another report", len(hits))
		}
		if n, err := l.Preceding(ctx, next[3]); err != nil || n != 4 { // new0..new2 and old0
			t.Errorf("%d before, %v", n, err)
		}
	})
	// What is kept apart changes nothing in the searches of others: not what is found, nor how it scores.
	t.Run("apart", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		if _, err := l.Shelve(ctx, "ifrs_s2", s2); err != nil {
			t.Fatal(err)
		}
		if err := l.Ingest(ctx, []rag.Passage{report}); err != nil {
			t.Fatal(err)
		}
		before, stats := find(t, l, "climate targets", everywhere), func() rag.Stats {
			s, err := l.Stats(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		reports := stats().Reports
		var apart []rag.Passage
		for i := range 4 {
			apart = append(apart, rag.Passage{ID: fmt.Sprint("apart", i), ReportID: "licensed_s2", Source: "licensed_s2", Label: "S2.33", Start: i,
				Text: "climate targets in other words"})
		}
		if _, err := l.Shelve(ctx, "licensed_s2", apart); err != nil {
			t.Fatal(err)
		}
		if after := find(t, l, "climate targets", everywhere); !reflect.DeepEqual(after, before) {
			t.Errorf("%+v, before %+v", after, before)
		}
		if hits := find(t, l, "climate targets", rag.Filter{ReportID: "licensed_s2", Mode: rag.Keyword}); len(hits) != 4 {
			t.Errorf("%v", labels(hits))
		}
		if s := stats(); s.Reports != reports || s.ByReport["licensed_s2"] != 0 {
			t.Errorf("%+v", s)
		}
		if shelved, err := l.Shelved(ctx); err != nil || shelved["licensed_s2"].Passages != 4 {
			t.Errorf("%v, %v", shelved, err)
		}
		if removed, err := l.Shelve(ctx, "licensed_s2", nil); err != nil || removed != 4 {
			t.Errorf("%d, %v", removed, err)
		}
	})
	t.Run("sources are not mixed", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		for name, shelve := range map[string]func() (int, error){
			"a report as a standard":  func() (int, error) { return l.Shelve(ctx, "ifrs_s2", []rag.Passage{report}) },
			"no source":               func() (int, error) { return l.Shelve(ctx, "", nil) },
			"a standard as a report":  func() (int, error) { return l.Replace(ctx, "rep_1", s2) },
			"no report":               func() (int, error) { return l.Replace(ctx, "", nil) },
			"passages of two sources": func() (int, error) { return l.Shelve(ctx, "ifrs_s2", append(slices.Clone(s2), sasb...)) },
		} {
			if _, err := shelve(); !errors.Is(err, rag.ErrNoSource) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("many at once", func(t *testing.T) {
		l, ctx := open(t), t.Context()
		var wg sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			wg.Go(func() { _, errs[i] = l.Shelve(ctx, "ifrs_s2", s2) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		if got, err := l.Shelved(ctx); err != nil || got["ifrs_s2"].Passages != 3 {
			t.Errorf("%v, %v", got, err)
		}
	})
}

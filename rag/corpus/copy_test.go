package corpus_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// sentence is what the licensed copies of these tests say of a paragraph: invented, and told apart by a word.
func sentence(id string) string {
	word := strings.NewReplacer(".", "q", "(", "x", ")", "").Replace(strings.ToLower(id))
	return "An invented sentence stands here about " + word + " and says nothing, see paragraphs 3 and 14(b)."
}

// booklet lays a standard out as its issued text is: numbers in front of paragraphs, brackets in front of items,
// headings between sections.
type booklet struct {
	blocks []string // "# " marks a heading, "~ " what is printed on every page
}

func printed(t testing.TB, standard string) booklet {
	t.Helper()
	r, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := booklet{blocks: []string{"7 Harbour Street, Oldtown", "# Contents", "Objective 1", "# Objective"}}
	first := 5
	if standard == "S1" {
		first = 17
	}
	for n := 1; n < first; n++ {
		b.blocks = append(b.blocks, fmt.Sprintf("%d %s", n, sentence(fmt.Sprintf("%s.%d", standard, n))))
	}
	section, appendix := "", ""
	for _, p := range r.Paragraphs {
		if p.Standard != standard {
			continue
		}
		id, err := standards.Parse(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if id.Appendix != appendix {
			appendix = id.Appendix
			b.blocks = append(b.blocks, "# Appendix "+appendix, "This appendix is part of the booklet.")
			if id.Number == 2 { // the registry leaves the first one out
				b.blocks = append(b.blocks, appendix+"1 "+sentence(standard+"."+appendix+"1"))
			}
		}
		if p.Section != section && len(id.Levels) == 0 {
			section = p.Section
			b.blocks = append(b.blocks, "# "+section)
		}
		if len(id.Levels) == 0 {
			number := strings.TrimPrefix(p.ID, standard+".")
			b.blocks = append(b.blocks, number+" "+sentence(p.ID))
			continue
		}
		b.blocks = append(b.blocks, "("+id.Levels[len(id.Levels)-1]+") "+sentence(p.ID))
	}
	b.blocks = append(b.blocks, "# Approval", "12 members of the board voted for it.")
	return b
}

// markdown is the booklet as somebody may have typed it.
func (b booklet) markdown() string {
	var out []string
	for i, text := range b.blocks {
		switch {
		case strings.HasPrefix(text, "("):
			text = []string{"- " + text, "    * " + text, text, `\` + text}[i%4]
		case strings.HasPrefix(text, "# "):
			text = "#" + text
		case i%3 == 0:
			number, rest, _ := strings.Cut(text, " ")
			text = "**" + number + "** " + rest
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n\n")
}

// document is the booklet as a parsed PDF: numbers of pages, lines that break, marks in the margin.
func (b booklet) document(perPage, width int) *document.Document {
	d := &document.Document{Version: document.Version}
	var page *document.Page
	at, block := 0, 0
	put := func(role document.Role, lines ...string) {
		for i, l := range lines {
			if i > 0 {
				page.Text += "\n"
				at++
			}
			n := len([]rune(l))
			page.Lines = append(page.Lines, document.Line{Start: at, End: at + n, Block: block, Role: role})
			page.Text += l
			at += n
		}
		page.Text += "\n\n"
		at, block = at+2, block+1
	}
	for i, text := range b.blocks {
		if i%perPage == 0 {
			d.Pages = append(d.Pages, document.Page{Number: len(d.Pages) + 1})
			page, at, block = &d.Pages[len(d.Pages)-1], 0, 0
			put(document.RoleFurniture, fmt.Sprint(len(d.Pages)))
		}
		if title, ok := strings.CutPrefix(text, "# "); ok {
			put(document.RoleHeading, title)
			continue
		}
		mark, rest, _ := strings.Cut(text, " ")
		lines := wrapped(rest, width)
		if i%2 == 0 {
			lines[0] = mark + "\t" + lines[0]
		} else {
			lines = append([]string{mark}, lines...)
		}
		put(document.RoleBody, lines...)
	}
	return d
}

// columns is the booklet as a parser may read it that takes the numbers in the margin for a column of their own, and
// one of them for the page's number.
func (b booklet) columns() *document.Document {
	d := &document.Document{Version: document.Version}
	const perPage = 30
	for from := 0; from < len(b.blocks); from += perPage {
		p := document.Page{Number: len(d.Pages) + 1}
		at, block := 0, 0
		put := func(role document.Role, x float64, row int, text string) {
			n := len([]rune(text))
			y := 100 + 20*float64(row)
			p.Lines = append(p.Lines, document.Line{Start: at, End: at + n, Block: block, Role: role, Rect: [4]float64{x, y, x + 5*float64(n), y + 10}})
			p.Text += text + "\n\n"
			at, block = at+n+2, block+1
		}
		rows := b.blocks[from:min(from+perPage, len(b.blocks))]
		put(document.RoleFurniture, 300, -2, "A booklet")
		for i, text := range rows {
			mark, _, _ := strings.Cut(text, " ")
			role := document.RoleRow
			if i == 7 {
				role = document.RoleFurniture
			}
			if mark != "#" {
				put(role, 50, i, mark)
			}
		}
		for i, text := range rows {
			_, rest, _ := strings.Cut(text, " ")
			if strings.HasPrefix(text, "#") {
				put(document.RoleHeading, 50, i, rest)
				continue
			}
			// A word is broken at the end of a line, the rest of the text stands on the next.
			head, tail, broken := strings.Cut(rest, "sentence")
			if !broken {
				put(document.RoleBody, 100, i, rest)
				continue
			}
			put(document.RoleBody, 100, i, head+"sen")
			p.Text, at, block = strings.TrimSuffix(p.Text, "\n\n"), at-2, block-1
			put(document.RoleBody, 100, i, "tence"+tail)
			p.Lines[len(p.Lines)-1].Rect[1] += 10
			p.Lines[len(p.Lines)-1].Rect[3] += 10
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

func wrapped(s string, width int) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		if n := len(out); n > 0 && len(out[n-1])+len(w) < width {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// recognised checks that a copy has every paragraph with exactly its text.
func recognised(t testing.TB, name, standard string, c corpus.Copy, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	shelves := rag.NewMemory()
	base := corpus.New(shelves)
	if _, err := base.IngestCopy(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	source := "licensed_" + strings.ToLower(standard)
	for _, p := range r.Paragraphs {
		if p.Standard != standard {
			continue
		}
		got, err := shelves.Labelled(t.Context(), p.ID, []string{source})
		if err != nil || len(got) != 1 || got[0].Text != sentence(p.ID) {
			t.Errorf("%s: %s is %v, %v; want %q", name, p.ID, got, err, sentence(p.ID))
		}
	}
	if len(c.Missing) != 0 || c.SourceType != source {
		t.Errorf("%s: %s, missing %v", name, c.SourceType, c.Missing)
	}
	for _, id := range c.Unknown {
		if p, err := standards.Parse(id); err != nil || p.Number >= 17 && p.Appendix == "" {
			t.Errorf("%s: %s is no paragraph", name, id)
		}
	}
	if !slices.Contains(c.Paragraphs, standard+".1") {
		t.Errorf("%s: %v", name, c.Paragraphs[:5])
	}
}

func TestCopiesAreRecognised(t *testing.T) {
	for standard, source := range map[string]string{"S1": corpus.S1, "S2": corpus.S2} {
		b := printed(t, standard)
		c, err := corpus.ReadMarkdown(source, b.markdown())
		recognised(t, standard+" in Markdown", standard, c, err)
		for _, width := range []int{18, 70, 400} {
			c, err := corpus.ReadDocument(source, b.document(9, width))
			recognised(t, fmt.Sprintf("%s as PDF, %d wide", standard, width), standard, c, err)
		}
		d := b.columns()
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		c, err = corpus.ReadDocument(source, d)
		recognised(t, standard+" with its numbers in a column", standard, c, err)
	}
}

// A copy that has its ids written out, as our own texts do.
func TestACopyWithWholeIDs(t *testing.T) {
	c, err := corpus.ReadMarkdown(corpus.S2, ifrs.Full("S2"))
	if err != nil || len(c.Missing) != 0 || len(c.Unknown) != 0 || len(c.Paragraphs) != 298 {
		t.Errorf("%d paragraphs, missing %v, unknown %v, %v", len(c.Paragraphs), c.Missing, c.Unknown, err)
	}
}

func TestWhatIsNoCopyIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		source, text string
		want         error
	}{
		"nothing":                {corpus.S2, "", corpus.ErrCopy},
		"something else":         {corpus.S2, strings.Repeat("1 Dear diary.\n\n2 It rained.\n\n", 50), corpus.ErrCopy},
		"the other standard":     {corpus.S2, printed(t, "S1").markdown(), corpus.ErrCopy},
		"the other one":          {corpus.S1, printed(t, "S2").markdown(), corpus.ErrCopy},
		"no text":                {corpus.S2, "\xff\xfe\x00", corpus.ErrCopy},
		"a standard that isn't":  {"gri", "1 A", corpus.ErrSource},
		"no metrics":             {corpus.SASB, printed(t, "S2").markdown(), corpus.ErrCopy},
		"reports are not copies": {corpus.Report, "1 A", corpus.ErrSource},
	} {
		if got, err := corpus.ReadMarkdown(c.source, c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: %d paragraphs, %v", name, len(got.Paragraphs), err)
		}
	}
}

const metrics = `# Widgets - Sustainability Standard

| Topic | Metric | Code |
| --- | --- | --- |
| Smoke | Smoke given off | RT-CH-110a.1 |

## Smoke from chimneys

## Topic Summary

Smoke is bad for lungs.

## Metrics

**RT-CH-110a.1. (1) Smoke given off, in barrels**

1 The entity counts its barrels of smoke.

1.1 A barrel is a barrel.

RT-CH-110a.2
RT-CH-110a.2. What it plans to do about its smoke

1 The plan is described.

## Noise

## Topic Summary

Noise is bad for ears.

RT-CH-120a.1. Noise in the yard, in barrels of noise

XX-YY-990a.1. Something of an industry that nobody knows
`

func TestASASBCopy(t *testing.T) {
	c, err := corpus.ReadMarkdown(corpus.SASB, metrics)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"RT-CH-110a.1", "RT-CH-110a.2", "RT-CH-120a.1", "XX-YY-990a.1"}; !slices.Equal(c.Paragraphs, want) || !slices.Equal(c.Unknown, want[3:]) {
		t.Errorf("%v, unknown %v", c.Paragraphs, c.Unknown)
	}
	shelves := rag.NewMemory()
	base := corpus.New(shelves)
	if n, err := base.IngestCopy(t.Context(), c); err != nil || n != 4 {
		t.Fatalf("%d, %v", n, err)
	}
	// A copy of another industry stands beside it; a new one of the same industry takes its place.
	for text, want := range map[string]int{
		"EM-CM-110a.1. Dust.\n\nEM-CM-110a.2. More dust.\n\nEM-CM-120a.1. Even more.":                                   7,
		strings.ReplaceAll(strings.ReplaceAll(metrics, "barrels", "jars"), "XX-YY-990a.1. Something", "A line of text"): 7,
	} {
		c, err := corpus.ReadMarkdown(corpus.SASB, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := base.IngestCopy(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if stats, err := base.Stats(t.Context()); err != nil || stats[corpus.LicensedSASB] > want {
			t.Errorf("%v, %v", stats, err)
		}
	}
	found, err := base.Paragraph(t.Context(), "rt-ch-110a.1", true)
	if err != nil || len(found.Entries) != 1 ||
		found.Entries[0].Licensed != "(1) Smoke given off, in jars 1 The entity counts its jars of smoke. 1.1 A barrel is a barrel." {
		t.Errorf("%+v, %v", found, err)
	}
	if path := found.Entries[0].Passage.Header(); path != "[SASB > RT-CH > Smoke from chimneys > RT-CH-110a.1]" {
		t.Errorf("%s", path)
	}
	if n, err := base.Remove(t.Context(), corpus.LicensedSASB); err != nil || n != 7 {
		t.Errorf("%d, %v", n, err)
	}
	if stats, err := base.Stats(t.Context()); err != nil || stats[corpus.LicensedSASB] != 0 || stats[corpus.SASB] != 103 {
		t.Errorf("%v, %v", stats, err)
	}
}

// The owner's searches and look-ups see the copy, before our own words; nobody else's see a word of it.
func TestACopyIsItsOwners(t *testing.T) {
	engines(t, func(t *testing.T, shelves rag.Shelves) {
		ctx := t.Context()
		base := corpus.New(shelves)
		before := search(t, base, corpus.Query{Text: "invented sentence about the transition plan", Top: 20})
		c, err := corpus.ReadMarkdown(corpus.S2, printed(t, "S2").markdown())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := base.IngestCopy(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		stats, err := base.Stats(ctx)
		if err != nil || stats[corpus.LicensedS2] != len(c.Paragraphs) || stats[corpus.S2] != 298 {
			t.Fatalf("%v, %v", stats, err)
		}
		for _, mode := range []rag.Mode{rag.Keyword, rag.Semantic, rag.Hybrid} {
			for _, query := range []string{"S2.14(a)(iv)", "transition plan", "s2q14xaxiv"} {
				mine := search(t, base, corpus.Query{Text: query, Mode: mode, Owner: true})
				seen := map[string]bool{}
				for _, r := range mine.Results {
					if label := strings.Join(r.IDs, " "); seen[label] {
						t.Errorf("%s, %q: %s twice", mode, query, label)
					} else {
						seen[label] = true
					}
					if r.SourceType == corpus.S2 && (!r.Licensed || r.Passage.Text != sentence(r.IDs[0])) {
						t.Errorf("%s, %q: %v shows %q", mode, query, r.IDs, r.Passage.Text)
					}
				}
				if query != "transition plan" && mode != rag.Semantic && (len(mine.Results) == 0 || mine.Results[0].IDs[0] != "S2.14(a)(iv)") {
					t.Errorf("%s, %q: %v", mode, query, ids(mine))
				}
				for _, r := range search(t, base, corpus.Query{Text: query, Mode: mode, Top: 50}).Results {
					if r.Licensed || strings.Contains(r.Passage.Whole(), "invented") {
						t.Errorf("%s, %q: another sees %q", mode, query, r.Passage.Text)
					}
				}
			}
		}
		if again := search(t, base, corpus.Query{Text: "invented sentence about the transition plan", Top: 20}); !slices.Equal(ids(again), ids(before)) {
			t.Errorf("a copy changes what others find: %v, before %v", ids(again), ids(before))
		}
		text, err := base.Lookup(ctx, corpus.Lookup{Query: "invented sentence s2q14xaxiv"})
		if err != nil || strings.Contains(text, "invented sentence stands") {
			t.Errorf("%s, %v", text, err)
		}
		for _, id := range []string{"S2.14(a)(iv)", "S2.33", "S2.3"} {
			mine, err := base.Paragraph(ctx, id, true)
			if err != nil || mine.Entries[0].Licensed != sentence(id) {
				t.Errorf("%s: %+v, %v", id, mine, err)
			}
			if theirs, err := base.Paragraph(ctx, id, false); err == nil &&
				(theirs.Entries[0].Licensed != "" || strings.Contains(theirs.Entries[0].Passage.Whole(), "invented")) {
				t.Errorf("%s: another sees %+v", id, theirs)
			}
		}
		if _, err := base.Paragraph(ctx, "S2.3", false); !errors.Is(err, corpus.ErrNoParagraph) {
			t.Errorf("%v", err)
		}
		if n, err := base.Remove(ctx, corpus.LicensedS2); err != nil || n != len(c.Paragraphs) {
			t.Fatalf("%d, %v", n, err)
		}
		if mine := search(t, base, corpus.Query{Text: "s2q14xaxiv", Mode: rag.Keyword, Owner: true}); len(mine.Results) != 0 {
			t.Errorf("after its removal: %v", ids(mine))
		}
		if stats, err := base.Stats(ctx); err != nil || stats[corpus.LicensedS2] != 0 || stats[corpus.S2] != 298 {
			t.Errorf("%v, %v", stats, err)
		}
	})
}

func TestALongParagraphOfACopyIsCut(t *testing.T) {
	text := printed(t, "S2").markdown()
	long := strings.Repeat("This is said at length. ", 800)
	text = strings.Replace(text, sentence("S2.B1"), "Long. "+long, 1)
	c, err := corpus.ReadMarkdown(corpus.S2, text)
	if err != nil {
		t.Fatal(err)
	}
	shelves := rag.NewMemory()
	if _, err := corpus.New(shelves).IngestCopy(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	parts, err := shelves.Labelled(t.Context(), "S2.B1", []string{corpus.LicensedS2})
	if err != nil || len(parts) < 3 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	var all []string
	for _, p := range parts {
		body, mark, _ := strings.Cut(p.Text, "\n[Part ")
		if !strings.HasSuffix(body, ".") || !strings.HasSuffix(mark, fmt.Sprintf("/%d]", len(parts))) || len(p.Text) > 6100 ||
			!strings.Contains(p.Header(), "> S2.B1]") {
			t.Errorf("%d characters, ends %q %q", len(p.Text), body[max(0, len(body)-20):], mark)
		}
		all = append(all, body)
	}
	slices.Sort(all)
	if n := strings.Count(strings.Join(all, " "), "This is said at length."); n != 800 {
		t.Errorf("%d sentences of 800", n)
	}
}

// Whatever the text: reading it ends, ids are well formed, and each is there once.
func TestReadingAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"1 ", "2 ", "14 ", "29A ", "B1 ", "B62A. ", "(a) ", "(i) ", "(ii) ", "(1) ", "(h) ", "S2.14(a)(iv) ",
			"An entity does. ", "not so ", "# ", "\n", "\n\n", "| ", "- ", "**",
			"EM-EP-110a.1. ", "Topic Summary", "C1 ", "999 ", "0 "})
		text := strings.Join(rapid.SliceOfN(part, 0, 200).Draw(t, "parts"), "")
		checkCopy(t, text)
	})
}

func checkCopy(t interface{ Fatalf(string, ...any) }, text string) {
	for _, source := range corpus.Bundled() {
		c, err := corpus.ReadMarkdown(source, text)
		if err != nil {
			if !errors.Is(err, corpus.ErrCopy) {
				t.Fatalf("%v", err)
			}
			continue
		}
		seen := map[string]bool{}
		for _, id := range c.Paragraphs {
			_, err := standards.Parse(id)
			if source == corpus.SASB {
				_, err = standards.ParseMetric(id)
			}
			if err != nil || seen[id] {
				t.Fatalf("%s: %v, twice %t", id, err, seen[id])
			}
			seen[id] = true
		}
	}
}

func FuzzReadMarkdown(f *testing.F) {
	f.Add("1 An entity.\n\n(a) does\n\n(i) so\n\n2 It ends.")
	f.Add(metrics)
	f.Add("| 14 | An entity | (a) |\n\\(b\\) x\n#### S2.22(b)(i)(1) Y")
	f.Fuzz(func(t *testing.T, text string) { checkCopy(t, text) })
}

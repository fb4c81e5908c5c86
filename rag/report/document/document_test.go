package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

func sample(title string) *Document {
	return &Document{SHA256: strings.Repeat("a", 64), Version: Version, Title: title, Pages: []Page{{
		Number: 1, Text: "Emissions 2024\n\nScope 1 was 5 t.\nScope 2 was 7 t.\n", Language: "en",
		Lines: []Line{
			{Start: 0, End: 14, Block: 0, Role: RoleHeading},
			{Start: 16, End: 32, Block: 1, Role: RoleBody, Rect: [4]float64{10, 20, 90, 30}},
			{Start: 33, End: 49, Block: 1, Role: RoleBody, Rect: [4]float64{10, 30, 90, 40}},
		},
		Tables: []Table{{HeaderRows: 1, Rows: [][]Cell{{{Text: "Emissions", Start: 0, End: 9}}, {{}}}}},
	}}, Outline: []Heading{{Title: "Emissions", Level: 1, Page: 1}}}
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	data, err := Encode(sample("x"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Encode(d)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("encoded again: %v\n%s\n%s", err, data, again)
	}
}

func TestValidateRefusesWhatNobodyCouldRelyOn(t *testing.T) {
	for name, spoil := range map[string]func(*Document){
		"another version":         func(d *Document) { d.Version = "0" },
		"a page out of order":     func(d *Document) { d.Pages[0].Number = 2 },
		"a line past the text":    func(d *Document) { d.Pages[0].Lines[2].End = 99 },
		"a line that goes back":   func(d *Document) { d.Pages[0].Lines[1].Start = 3 },
		"a line that is negative": func(d *Document) { d.Pages[0].Lines[1].End = 15 },
		"a block that goes back":  func(d *Document) { d.Pages[0].Lines[1].Block = -1 },
		"ragged rows":             func(d *Document) { d.Pages[0].Tables[0].Rows[1] = nil },
		"too many header rows":    func(d *Document) { d.Pages[0].Tables[0].HeaderRows = 3 },
		"a cell past the text":    func(d *Document) { d.Pages[0].Tables[0].Rows[1][0].End = 99 },
		"edges of other text":     func(d *Document) { d.Pages[0].Lines[1].Edges = []int32{0, 5} },
		"edges that go back":      func(d *Document) { d.Pages[0].Lines[1].Edges = slices.Concat(make([]int32, 15), []int32{9, 8}) },
		"edges that begin late":   func(d *Document) { d.Pages[0].Lines[1].Edges = slices.Repeat([]int32{3}, 17) },
		"a turn of one degree":    func(d *Document) { d.Pages[0].Lines[1].Turn = 1 },
		"a heading past the end":  func(d *Document) { d.Outline[0].Page = 2 },
	} {
		d := sample("x")
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		spoil(d)
		if err := d.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}

func TestBlocksAndRects(t *testing.T) {
	p := &sample("x").Pages[0]
	blocks := p.Blocks()
	if len(blocks) != 2 || blocks[0].Role != RoleHeading || blocks[1].Start != 16 || blocks[1].End != 49 || len(blocks[1].Lines) != 2 {
		t.Errorf("blocks: %+v", blocks)
	}
	if got := p.Rects(16, 49); len(got) != 2 {
		t.Errorf("two whole lines have %v", got)
	}
	if got := p.Rects(16, 40); got != nil {
		t.Errorf("a part of a line would be highlighted whole: %v", got)
	}
	if got := p.Rects(0, 14); got != nil {
		t.Errorf("a line of unknown extent is highlighted: %v", got)
	}
	if got := p.Rects(14, 16); got != nil {
		t.Errorf("what stands between lines is highlighted: %v", got)
	}
	bare := &Page{Text: "only words"}
	if got := bare.Blocks(); len(got) != 1 || got[0].End != 10 {
		t.Errorf("a page without lines: %+v", got)
	}
}

// A part of a line has the rectangle of its characters, whichever way the line is written.
func TestRectsOfAPart(t *testing.T) {
	edges := []int32{0, 60, 100, 140, 200} // "Text", in tenths of a point
	for turn, want := range map[int][2][4]float64{
		0:   {{10, 50, 30, 60}, {16, 50, 24, 60}},
		90:  {{50, 10, 60, 30}, {50, 16, 60, 24}},
		180: {{10, 50, 30, 60}, {16, 50, 24, 60}},
		270: {{50, 10, 60, 30}, {50, 16, 60, 24}},
	} {
		p := &Page{Text: "Text\n", Lines: []Line{{End: 4, Rect: want[0], Edges: edges, Turn: turn}}}
		if got := p.Rects(0, 4); len(got) != 1 || got[0] != want[0] {
			t.Errorf("turned by %d: the line is %v, want %v", turn, got, want[0])
		}
		if got := p.Rects(1, 3); len(got) != 1 || got[0] != want[1] {
			t.Errorf("turned by %d: its middle is %v, want %v", turn, got, want[1])
		}
	}
	// The first character is where writing begins.
	for turn, want := range map[int][4]float64{0: {10, 50, 16, 60}, 90: {10, 50, 30, 56}, 180: {24, 50, 30, 60}, 270: {10, 54, 30, 60}} {
		p := &Page{Text: "Text\n", Lines: []Line{{End: 4, Rect: [4]float64{10, 50, 30, 60}, Edges: edges, Turn: turn}}}
		if got := p.Rects(0, 1); len(got) != 1 || got[0] != want {
			t.Errorf("turned by %d: the first character is %v, want %v", turn, got, want)
		}
	}
}

// A word that is broken at a line's end has a rectangle on each of its two lines, and a row of a table one
// for each of its cells.
func TestRectsOfJoinedLines(t *testing.T) {
	p := &Page{Text: "sustainable\na\tb c\n", Lines: []Line{
		{Start: 0, End: 7, Rect: [4]float64{10, 10, 80, 20}},
		{Start: 7, End: 11, Rect: [4]float64{10, 20, 50, 30}},
		{Start: 12, End: 13, Block: 1, Role: RoleRow, Rect: [4]float64{10, 40, 20, 50}},
		{Start: 14, End: 15, Block: 1, Role: RoleRow, Rect: [4]float64{60, 40, 70, 50}},
		{Start: 16, End: 17, Block: 1, Role: RoleRow, Rect: [4]float64{60, 50, 70, 60}},
	}}
	if got := p.Rects(0, 11); len(got) != 2 || got[1] != p.Lines[1].Rect {
		t.Errorf("the broken word: %v", got)
	}
	if got := p.Rects(12, 17); len(got) != 3 {
		t.Errorf("the row: %v", got)
	}
	if got := p.Blocks()[1].TextLines([]rune(p.Text)); len(got) != 1 || got[0] != [2]int{12, 17} {
		t.Errorf("the row is %v", got)
	}
	if got := p.Sentences(); len(got) != 2 || got[0].Text != "sustainable" || got[1].Text != "a b c" {
		t.Errorf("sentences %+v", got)
	}
}

// counting counts what is read from a store, and can hold reads back.
type counting struct {
	artefact.Store
	reads atomic.Int32
	hold  chan struct{}
}

func (c *counting) Get(ctx context.Context, hash string) ([]byte, error) {
	c.reads.Add(1)
	if c.hold != nil {
		<-c.hold
	}
	return c.Store.Get(ctx, hash)
}

func put(t *testing.T, s artefact.Store, d *Document) string {
	t.Helper()
	data, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := s.Put(context.Background(), "parse", data)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestLoadDecodesOnceForManyAtOnce(t *testing.T) {
	s := &counting{Store: artefact.NewMemory(), hold: make(chan struct{})}
	hash := put(t, s, sample("x"))
	c := newCache(1 << 20)
	var wg sync.WaitGroup
	docs := make([]*Document, 16)
	for i := range docs {
		wg.Go(func() { docs[i], _ = c.load(context.Background(), s, hash) })
	}
	close(s.hold)
	wg.Wait()
	for _, d := range docs {
		if d == nil || d != docs[0] {
			t.Fatal("not one shared document")
		}
	}
	if n := s.reads.Load(); n != 1 {
		t.Errorf("read %d times", n)
	}
}

func TestLoadKeepsTheRecentWithinItsBound(t *testing.T) {
	ctx := context.Background()
	s := &counting{Store: artefact.NewMemory()}
	var hashes []string
	for i := range 3 {
		hashes = append(hashes, put(t, s, sample(fmt.Sprint(i))))
	}
	one, err := s.Store.Get(ctx, hashes[0])
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(2 * len(one))
	for _, i := range []int{0, 1, 0, 2, 0, 1} { // 1 is the oldest when 2 comes, and has to be read again
		if _, err := c.load(ctx, s, hashes[i]); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.reads.Load(); n != 4 {
		t.Errorf("read %d times, want 4", n)
	}
	if c.size > c.limit || len(c.entries) != 2 {
		t.Errorf("holds %d bytes of %d in %d documents", c.size, c.limit, len(c.entries))
	}
}

func TestLoadDoesNotRememberFailure(t *testing.T) {
	ctx := context.Background()
	s := artefact.NewMemory()
	d := sample("late")
	data, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	c := newCache(1 << 20)
	if _, err := c.load(ctx, s, artefact.Hash(data)); !errors.Is(err, artefact.ErrNotFound) {
		t.Fatalf("before it is there: %v", err)
	}
	if got, err := c.load(ctx, s, put(t, s, d)); err != nil || got.Title != "late" {
		t.Errorf("after: %v, %v", got, err)
	}
	bad, err := s.Put(ctx, "parse", []byte("{"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(ctx, s, bad); !errors.Is(err, ErrInvalid) {
		t.Errorf("a broken artefact: %v", err)
	}
}

// What is kept is what Load gives from then on; what is there already stays, and what is invalid is never shared.
func TestKeepIsALoadThatReadsNothing(t *testing.T) {
	ctx := context.Background()
	s := &counting{Store: artefact.NewMemory()}
	c, d := newCache(1<<20), sample("kept")
	hash := put(t, s, d)
	if got := c.keep(hash, 100, d); got != d || c.size != 100 {
		t.Errorf("kept %p of %p, %d bytes", got, d, c.size)
	}
	if got, err := c.load(ctx, s, hash); err != nil || got != d || s.reads.Load() != 0 {
		t.Errorf("loaded %p of %p, %v, with %d reads", got, d, err, s.reads.Load())
	}
	if got := c.keep(hash, 100, sample("kept")); got != d || c.size != 100 {
		t.Errorf("a second one took its place: %p of %p, %d bytes", got, d, c.size)
	}

	loading, mine := c.claim("being loaded")
	if got := c.keep("being loaded", 100, d); !mine || got != d || loading.doc != nil {
		t.Errorf("one that is being loaded: %p of %p", got, d)
	}
	for i := range 3 {
		c.keep(fmt.Sprint(i), c.limit/2, d)
	}
	if c.size > c.limit {
		t.Errorf("holds %d bytes of %d", c.size, c.limit)
	}

	bad := sample("bad")
	bad.Pages[0].Number = 7
	if _, err := Keep("bad", 1, bad); !errors.Is(err, ErrInvalid) {
		t.Errorf("an invalid one: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, d := range []*Document{sample("x"), {Version: Version}} {
		data, err := Encode(d)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"version":"1","pages":[{"number":1,"text":"\ud800","lines":[{"start":0,"end":1}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		for i := range d.Pages {
			p := &d.Pages[i]
			text := []rune(p.Text)
			for _, b := range p.Blocks() {
				_ = text[b.Start:b.End]
			}
			p.Rects(0, len(text))
		}
		if _, err := Encode(d); err != nil {
			t.Errorf("decoded but cannot be encoded: %v", err)
		}
	})
}

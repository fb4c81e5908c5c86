package document

import "iter"

// Version names the shape and the meaning of a parse; it changes whenever the parser's output does.
const Version = "17"

// Document is a parsed report. It is a pure function of the file and of Version.
type Document struct {
	SHA256  string `json:"sha256"`
	Version string `json:"version"`
	Title   string `json:"title"` // from the file's metadata, may be empty
	Pages   []Page `json:"pages"`
	// Suspicious has what belongs to the file and to no page: metadata, attachments.
	Suspicious []Suspicious `json:"suspicious,omitempty"`
	Outline    []Heading    `json:"outline"`
	Notes      []string     `json:"notes,omitempty"` // what could not be looked at, for people
}

// Page is one page. Offsets into Text count Unicode code points.
type Page struct {
	Number      int          `json:"number"` // from 1
	Label       string       `json:"label"`  // as printed, empty if none
	Width       float64      `json:"width"`  // points, rotation applied
	Height      float64      `json:"height"`
	Text        string       `json:"text"` // what a reader sees, in reading order: lines ended by \n, blocks parted by an empty line
	Lines       []Line       `json:"lines"`
	Tables      []Table      `json:"tables"`
	Suspicious  []Suspicious `json:"suspicious,omitempty"`
	Language    string       `json:"language"` // BCP 47, "und" when it cannot be told
	ImageOnly   bool         `json:"image_only"`
	OCR         bool         `json:"ocr,omitempty"`     // a picture whose text was recognised: it may be wrong where the picture is right
	Picture     bool         `json:"picture,omitempty"` // a large one whose words are not read stands beside the text
	NotAnalysed string       `json:"not_analysed"`      // why, empty if the page is read

	parted *parted // of a document that many read at once
}

// Line is what is printed on one line, as a run of Text without its line end, with the rectangle it covers: x0,
// y0, x1, y1 in points from the top left. A zero Rect says that the extent is not known: then nothing is
// highlighted. Two lines have no line end between them when the first breaks a word, which is whole in Text,
// and when they are cells of one row of a table, or lines of one cell.
type Line struct {
	Start int        `json:"start"`
	End   int        `json:"end"`
	Rect  [4]float64 `json:"rect,omitzero"`
	// Edges has, for each code point, where it begins, and at the end where the last one ends: tenths of a
	// point along the writing direction from where the line begins. Empty if only Rect is known.
	Edges []int32 `json:"edges,omitempty"`
	Turn  int     `json:"turn,omitempty"` // degrees clockwise of the writing direction: 0, 90, 180, 270
	Block int     `json:"block"`          // lines of one paragraph share it; from 0 in reading order
	Role  Role    `json:"role"`
	Level int     `json:"level,omitempty"` // of a heading, from 1
	// Aside numbers the boxes of a page that stand beside its own text, from 1; 0 outside of them. What heads a box heads nothing behind it.
	Aside int `json:"aside,omitempty"`
}

// Role is what a line is on its page.
type Role string

// The closed set of roles.
const (
	RoleBody      Role = "body"
	RoleHeading   Role = "heading"
	RoleItem      Role = "item"      // of a list
	RoleCaption   Role = "caption"   // of a table or a figure
	RoleRow       Role = "row"       // pieces side by side, parted by tabs: a line of a table or a chart
	RoleNote      Role = "note"      // small print
	RoleFurniture Role = "furniture" // running heads, page numbers, navigation
)

// Table is a grid found on a page. Rows have equal length; the first HeaderRows and HeaderCols are headers.
// A merged cell stands at its first place with its extent; the places it covers have empty cells.
type Table struct {
	Caption    string     `json:"caption"`
	Unit       string     `json:"unit,omitempty"`   // as printed, where caption or corner gives it for all cells
	Period     string     `json:"period,omitempty"` // the same
	HeaderRows int        `json:"header_rows"`
	HeaderCols int        `json:"header_cols"`
	Rows       [][]Cell   `json:"rows"`
	Rect       [4]float64 `json:"rect"`
	Ruled      bool       `json:"ruled,omitempty"`     // drawn with lines; otherwise found by alignment
	Continues  bool       `json:"continues,omitempty"` // goes on with the last table of the page before: its headers were carried over
	Format     Format     `json:"format,omitzero"`
	Notes      []string   `json:"notes,omitempty"` // footnotes whose marks stand in cells
}

// Format is how the table's (or a run of text's) numbers are written, and why we think so.
type Format struct {
	Decimal string `json:"decimal"` // "." or ","
	Group   string `json:"group"`   // ".", ",", " ", "'" or empty
	Reason  string `json:"reason"`  // one sentence with the tokens that decided
}

// Cell is one cell; Start and End locate its text in the page's text (equal: it has none of its own).
type Cell struct {
	Text    string     `json:"text"` // footnote marks taken off
	Start   int        `json:"start"`
	End     int        `json:"end"`
	Rect    [4]float64 `json:"rect,omitzero"`
	RowPath []string   `json:"row_path,omitempty"` // headings above in the row hierarchy and the row's own label, outermost first
	ColPath []string   `json:"col_path,omitempty"` // column headers, outermost first
	Unit    string     `json:"unit,omitempty"`     // as printed, from the cell, its row, its column, the caption: nearest first
	Period  string     `json:"period,omitempty"`
	Value   string     `json:"value,omitempty"` // the number in it, normalised exact decimal; empty if it is none
	Marks   []string   `json:"marks,omitempty"` // footnote marks taken off
	Rows    int        `json:"rows,omitempty"`  // extent of a merged cell, when above 1
	Cols    int        `json:"cols,omitempty"`
}

// Heading is an entry of the outline.
type Heading struct {
	Title string `json:"title"`
	Level int    `json:"level"` // from 1
	Page  int    `json:"page"`
}

// Suspicious is text that stands in the file but not before a reader's eyes, or that speaks to a machine. It is
// recorded and never passed on.
type Suspicious struct {
	Text string     `json:"text"` // at most a few hundred code points of it
	Why  string     `json:"why"`
	Rect [4]float64 `json:"rect,omitzero"`
}

// Unread reports whether something of a page may say what nobody has read: all of it, or a large picture beside its text.
func (p *Page) Unread() bool { return p.NotAnalysed != "" || p.ImageOnly && !p.OCR || p.Picture }

// Unread are the numbers of the pages of which something was not read, ascending.
func (d *Document) Unread() []int {
	var out []int
	for i := range d.Pages {
		if d.Pages[i].Unread() {
			out = append(out, d.Pages[i].Number)
		}
	}
	return out
}

// Texts are the texts of all pages.
func (d *Document) Texts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range d.Pages {
			if !yield(d.Pages[i].Text) {
				return
			}
		}
	}
}

// Range returns the pages from..to that exist, counted from 1, both included.
func (d *Document) Range(from, to int) []Page {
	from, to = max(from, 1), min(to, len(d.Pages))
	if from > to {
		return nil
	}
	return d.Pages[from-1 : to]
}

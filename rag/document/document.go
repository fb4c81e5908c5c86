package document

// Version names the shape and the meaning of a parse; it changes whenever the parser's output does.
const Version = "1"

// Document is a parsed report. It is a pure function of the file and of Version.
type Document struct {
	SHA256  string    `json:"sha256"`
	Version string    `json:"version"`
	Title   string    `json:"title"` // from the file's metadata, may be empty
	Pages   []Page    `json:"pages"`
	Outline []Heading `json:"outline"`
}

// Page is one page. Offsets into Text count Unicode code points.
type Page struct {
	Number      int     `json:"number"` // from 1
	Label       string  `json:"label"`  // as printed, empty if none
	Width       float64 `json:"width"`  // points, rotation applied
	Height      float64 `json:"height"`
	Text        string  `json:"text"` // what a reader sees, in reading order: lines ended by \n, blocks parted by an empty line
	Lines       []Line  `json:"lines"`
	Tables      []Table `json:"tables"`
	Language    string  `json:"language"` // BCP 47, "und" when it cannot be told
	ImageOnly   bool    `json:"image_only"`
	NotAnalysed string  `json:"not_analysed"` // why, empty if the page is read
}

// Line is a run of Text, without its line end, with the rectangle it covers: x0, y0, x1, y1 in points
// from the top left. A zero Rect says that the extent is not known: then nothing is highlighted.
type Line struct {
	Start int        `json:"start"`
	End   int        `json:"end"`
	Rect  [4]float64 `json:"rect,omitzero"`
	Block int        `json:"block"` // lines of one paragraph share it; from 0 in reading order
	Role  Role       `json:"role"`
}

// Role is what a line is on its page.
type Role string

// The closed set of roles.
const (
	RoleBody      Role = "body"
	RoleHeading   Role = "heading"
	RoleRow       Role = "row"       // pieces side by side, parted by tabs: a line of a table or a chart
	RoleNote      Role = "note"      // small print
	RoleFurniture Role = "furniture" // running heads, page numbers, navigation
)

// Table is a grid found on a page. Rows have equal length; the first HeaderRows are headers.
type Table struct {
	Caption    string     `json:"caption"`
	HeaderRows int        `json:"header_rows"`
	Rows       [][]Cell   `json:"rows"`
	Rect       [4]float64 `json:"rect"`
}

// Cell is one cell; Start and End locate its text in the page's text.
type Cell struct {
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Heading is an entry of the outline.
type Heading struct {
	Title string `json:"title"`
	Level int    `json:"level"` // from 1
	Page  int    `json:"page"`
}

// Range returns the pages from..to that exist, counted from 1, both included.
func (d *Document) Range(from, to int) []Page {
	from, to = max(from, 1), min(to, len(d.Pages))
	if from > to {
		return nil
	}
	return d.Pages[from-1 : to]
}

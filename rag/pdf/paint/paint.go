// Package paint is a page of a PDF as it is painted: glyphs with their places, ruled lines, filled areas and
// pictures, in paint order, and what stands in the file but is not to be seen. Lengths are points from the top
// left of the page as shown, rotation applied.
//
// Read makes a page of two descriptions by MuPDF. The SVG has what is painted, in order, with the matrix and
// colour of each glyph; it leaves out what is painted nowhere. The HTML has all text and the styles of its
// fonts. So a letter is on the page only if it is painted, and what the HTML has beyond that is concealed.
// Whether a painted letter can be seen is computed from what lies behind it and what comes to lie on it, by
// their true shapes, colours and opacities, pictures included.
//
// What cannot be told from these: whether an outline shows the letter that the file says it does, and soft masks
// that go by opacity and not by lightness, which are taken for the latter. Pictures beyond a bound, blend modes
// that are seldom used and shapes of many thousand segments are taken to let letters be seen.
//
// Words joins glyphs to words; Instructs tells whether visible text speaks to a machine. All are pure functions,
// safe for concurrent use, whose memory and work are bounded for any input: see Limits.
package paint

// Rect is x0, y0, x1, y1.
type Rect [4]float64

// Color is 0xRRGGBB.
type Color uint32

// Page is one page as painted.
type Page struct {
	Width, Height float64
	Glyphs        []Glyph // those a reader can see, in paint order, and the spaces painted between them
	Rules         []Rule
	Fills         []Fill
	Pictures      []Picture
	Concealed     []Concealed
}

// Glyph is one painted character (or ligature).
type Glyph struct {
	Text   string     // as the file maps it to Unicode, nothing folded
	Box    Rect       // advance wide, ascent to descent high
	Origin [2]float64 // on the baseline
	Size   float64    // of the font, in points as shown
	Turn   int        // degrees clockwise of the writing direction: 0, 90, 180, 270; others rounded, see Skewed
	Skewed bool       // written at another angle: a watermark or a chart label
	Font   int        // the number of the font on this page
	Bold   bool
	Italic bool
	Ink    Color
	Order  int // in the page's paint order, shared with Rules, Fills and Pictures
}

// Rule is a thin straight line, horizontal or vertical: stroked, or a filled sliver.
type Rule struct {
	X0, Y0, X1, Y1 float64 // X0 <= X1, Y0 <= Y1
	Width          float64
	Ink            Color
	Order          int
}

// Fill is a filled area that is not a sliver, by its bounding box.
type Fill struct {
	Box     Rect
	Exact   bool // the area is the box, not only inside it
	Ink     Color
	Opacity float64
	Order   int
}

// Picture is a raster image.
type Picture struct {
	Box    Rect
	Order  int
	raster *raster
}

// Concealed is text that stands in the file but that a reader does not see, or not as text of the page.
type Concealed struct {
	Text string
	Why  Why
	Box  Rect // zero if it has no place
}

// Why text is not taken for the page's words.
type Why string

// The closed set of reasons.
const (
	WhyNoContrast Why = "no_contrast"  // the colour of what is really behind it
	WhyTiny       Why = "tiny"         // under two points
	WhyInvisible  Why = "invisible"    // a render mode that paints nothing, or no opacity
	WhyOffPage    Why = "off_page"     // outside the page as shown, or clipped away
	WhyCovered    Why = "covered"      // painted over
	WhyOptional   Why = "hidden_layer" // optional content that is switched off
	WhyMetadata   Why = "metadata"     // information dictionary or XMP
	WhyAnnotation Why = "annotation"   // comments and other notes
	WhyForm       Why = "form_field"   // values of form fields
	WhyAttachment Why = "attachment"   // embedded files: their names, never their content
	WhyTags       Why = "unicode_tags" // Unicode tag characters and other invisible code points
	WhyReplaced   Why = "actual_text"  // replacement text that differs from what is painted
)

// Word is glyphs that stand together, in writing order.
type Word struct {
	Text   string // ligatures and odd code points normalised; offsets below count its code points
	Box    Rect
	Base   float64 // baseline: y for Turn 0 and 180, x for 90 and 270
	Size   float64
	Turn   int
	Skewed bool
	Bold   bool
	Italic bool
	Raised bool // superscript: a footnote mark or an exponent
	Ink    Color
	Order  int       // of its first glyph
	Edges  []float64 // left edge of each code point and the right edge of the last, along the writing direction
}

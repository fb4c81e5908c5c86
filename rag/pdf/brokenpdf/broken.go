package brokenpdf

import (
	"bytes"
	"fmt"
	"strings"
)

// Sample is one file of the corpus.
type Sample struct {
	Name string
	PDF  []byte
	// Words are on the file's one readable page, when a reader that forgives should still find them. Empty:
	// a document or an error are both right.
	Words string
}

// sound is what is on the pages that can be read.
const sound = "Emissions were 120 t in 2024"

// Broken is the corpus. It is made anew by each call; the largest file has a few megabytes.
func Broken() []Sample {
	var out []Sample
	for _, part := range [][]Sample{truncated(), circles(), boxes(), nested(), bombs(), pages(), tables(), fonts(), lengths(), encryption()} {
		out = append(out, part...)
	}
	return out
}

// Sound is a file of n pages with nothing wrong.
func Sound(n int) []byte {
	b := NewBook()
	for i := range n {
		b.Words(fmt.Sprintf("%s, says page %d.", sound, i+1))
	}
	return b.Bytes()
}

// truncated cuts a file at every tenth; mended ones have an end again, so that they are read further than
// to their end.
func truncated() []Sample {
	whole := Sound(12)
	var out []Sample
	for tenth := 1; tenth <= 9; tenth++ {
		cut := whole[:len(whole)*tenth/10]
		out = append(out,
			Sample{Name: fmt.Sprintf("cut at %d tenths", tenth), PDF: cut},
			Sample{Name: fmt.Sprintf("cut at %d tenths, with an end", tenth), PDF: append(bytes.Clone(cut), "\nstartxref\n9\n%%EOF\n"...)})
	}
	return out
}

func circles() []Sample {
	outline := NewBook()
	outline.Words(sound)
	a, b, root := outline.Reserve(), outline.Reserve(), outline.Reserve()
	outline.Set(root, fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count 2 >>", a, b))
	outline.Set(a, fmt.Sprintf("<< /Title (One) /Parent %d 0 R /Next %d 0 R /First %d 0 R /Dest [%d 0 R /Fit] >>", root, b, b, outline.Pages[0]))
	outline.Set(b, fmt.Sprintf("<< /Title (Two) /Parent %d 0 R /Next %d 0 R /First %d 0 R /Dest [%d 0 R /Fit] >>", a, a, a, outline.Pages[0]))
	outline.Catalog = fmt.Sprintf("/Outlines %d 0 R", root)

	deepOutline := NewBook()
	deepOutline.Words(sound)
	const levels = 20_000
	first := deepOutline.next
	for i := range levels {
		deepOutline.Add("<< /Title (%d) /Parent %d 0 R /First %d 0 R /Last %d 0 R /Count 1 /Dest [%d 0 R /Fit] >>", i, max(first, first+i-1), first+i+1,
			first+i+1, deepOutline.Pages[0])
	}
	deepOutline.Catalog = fmt.Sprintf("/Outlines %d 0 R", first)

	own := NewBook()
	own.Words(sound)
	own.Pages = append(own.Pages, own.Tree())

	parents := New()
	parents.Root = parents.Reserve()
	up, down := parents.Reserve(), parents.Reserve()
	parents.Set(parents.Root, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", up))
	parents.Set(up, fmt.Sprintf("<< /Type /Pages /Parent %d 0 R /Count 9 /Kids [%d 0 R] >>", down, down))
	parents.Set(down, fmt.Sprintf("<< /Type /Pages /Parent %d 0 R /Count 9 /Kids [%d 0 R] >>", up, up))

	repeated := NewBook()
	repeated.Words(sound)
	for range 100_000 {
		repeated.Pages = append(repeated.Pages, repeated.Pages[0])
	}

	content := New()
	content.Root = content.Reserve()
	tree, page := content.Reserve(), content.Reserve()
	content.Set(content.Root, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", tree))
	content.Set(tree, fmt.Sprintf("<< /Type /Pages /Count 1 /Kids [%d 0 R] >>", page))
	content.Set(page, fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox %d 0 R /Contents %d 0 R /Resources %d 0 R >>", tree, page, page, page))

	return []Sample{
		{"outline in a circle", outline.Bytes(), sound},
		{"outline of 20,000 levels", deepOutline.Bytes(), sound},
		{"page tree that holds itself", own.Bytes(), ""},
		{"page tree of two parents", parents.Bytes(), ""},
		{"one page a hundred thousand times", repeated.Bytes(), ""},
		{"page that is its own content", content.Bytes(), ""},
		{"objects that are references to each other", references(), ""},
	}
}

func references() []byte {
	b := NewBook()
	x, y := b.Reserve(), b.Reserve()
	b.Set(x, fmt.Sprintf("%d 0 R", y))
	b.Set(y, fmt.Sprintf("%d 0 R", x))
	b.Page(x, fmt.Sprintf("/Rotate %d 0 R /Annots %d 0 R", x, y))
	return b.Bytes()
}

func boxes() []Sample {
	var out []Sample
	for name, box := range map[string]string{
		"huge": "[0 0 1000000000 1000000000]", "endless": "[0 0 1e38 1e38]", "negative": "[0 0 -595 -842]", "empty": "[0 0 0 0]",
		"no numbers": "[/A /B /C /D]", "short": "[0 0]", "far away": "[-2147483648 -2147483648 2147483647 2147483647]",
	} {
		b := NewBook()
		b.box = box
		b.Words(sound)
		out = append(out, Sample{Name: "page box: " + name, PDF: b.Bytes()})
	}
	turned := NewBook()
	turned.Page(turned.Stream("", []byte("BT /F 12 Tf 60 700 Td ("+sound+") Tj ET")), "/Rotate 37 /UserUnit 1000000 /CropBox [300 300 1 1]")
	count := NewBook()
	count.Words(sound)
	count.Count = "2147483647"
	negative := NewBook()
	negative.Words(sound)
	negative.Count = "-5"
	numbers := NewBook()
	drawn := "BT /F 1e300 Tf 99999999999999999999 0 0 99999999999999999999 1e38 1e38 Tm (" + sound + ") Tj ET " + strings.Repeat("9", 100_000) + " w"
	numbers.Page(numbers.Stream("", []byte(drawn)), "")
	return append(out,
		Sample{Name: "turned by 37 degrees, in units of a million", PDF: turned.Bytes()},
		Sample{Name: "two billion pages are promised", PDF: count.Bytes()},
		Sample{Name: "minus five pages are promised", PDF: negative.Bytes()},
		Sample{Name: "numbers beyond all numbers", PDF: numbers.Bytes()})
}

func nested() []Sample {
	const deep = 300_000
	arrays := NewBook()
	arrays.Words(sound)
	arrays.Catalog = "/Deep " + strings.Repeat("[", deep) + strings.Repeat("]", deep)
	dictionaries := NewBook()
	dictionaries.Words(sound)
	dictionaries.Catalog = "/Deep " + strings.Repeat("<</A", deep) + " 1 " + strings.Repeat(">>", deep)
	open := NewBook()
	open.Words(sound)
	open.Catalog = "/Deep " + strings.Repeat("[<</A", deep)
	content := NewBook()
	content.Page(content.Packed("", []byte(strings.Repeat("[", deep)+"BT /F 12 Tf ("+sound+") Tj ET"+strings.Repeat(" q", deep))), "")

	return []Sample{
		{"arrays in arrays", arrays.Bytes(), ""},
		{"dictionaries in dictionaries", dictionaries.Bytes(), ""},
		{"arrays that never end", open.Bytes(), ""},
		{"content nested and saved 300,000 times", content.Bytes(), ""},
		{"a form that paints itself", forms(1, 2), ""},
		{"forms in forms, 5,000 deep", forms(5_000, 1), ""},
		{"ten forms in ten forms, twelve deep", forms(12, 10), ""},
		{"glyphs that are pages of glyphs", glyphs(), ""},
	}
}

// forms nests forms; each paints the next one several times. The innermost paints words, the only one of a
// chain of one itself.
func forms(depth, times int) []byte {
	b := NewBook()
	first := b.Reserve()
	number := first
	for i := range depth {
		next := number
		if depth > 1 && i < depth-1 {
			next = b.Reserve()
		}
		content := strings.Repeat("/X Do ", times) + "BT /F 9 Tf (word ) Tj ET"
		b.objects[number] = fmt.Appendf(nil, "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F %d 0 R >> "+
			"/XObject << /X %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream",
			b.Font, next, len(content), content)
		number = next
	}
	page := b.Add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X %d 0 R >> >> /Contents %d 0 R >>",
		b.Tree(), first, b.Stream("", []byte("/X Do")))
	b.Pages = append(b.Pages, page)
	return b.Bytes()
}

// glyphs is a Type 3 font whose glyphs write in the same font.
func glyphs() []byte {
	b := NewBook()
	font := b.Reserve()
	glyph := b.Stream("", []byte("1000 0 d0 BT /F 1 Tf (aaaaaaaaaa) Tj ET"))
	b.Set(font, fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a %d 0 R >> "+
		"/Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << /Font << /F %d 0 R >> >> >>", glyph, font))
	b.Font = font
	b.Words("aaaa")
	return b.Bytes()
}

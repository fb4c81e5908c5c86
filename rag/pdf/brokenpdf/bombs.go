package brokenpdf

import (
	"bytes"
	"fmt"
	"strings"
)

const large = 320 << 20 // more than a reader should unpack

// zeros is much packed twice: about five kilobytes.
func zeros() []byte { return Deflate(repeated("\x00", large)) }

// repeated packs n bytes of a repeated piece without ever holding them.
func repeated(piece string, n int) []byte {
	var b bytes.Buffer
	w := deflater(&b)
	chunk := []byte(strings.Repeat(piece, 1+(1<<20)/len(piece)))
	for written := 0; written < n; written += len(chunk) {
		_, _ = w.Write(chunk) // a bytes.Buffer does not fail
	}
	_ = w.Close()
	return b.Bytes()
}

// bombs are small files that unpack to more than anyone has.
func bombs() []Sample {
	twice := "/Filter [/FlateDecode /FlateDecode]"
	spaces := NewBook()
	spaces.Page(spaces.Stream("/Filter /FlateDecode", repeated(" ", large)), "")
	words := NewBook()
	words.Page(words.Stream("/Filter /FlateDecode", repeated("BT /F 9 Tf 1 1 Td (word and word) Tj ET ", 200<<20)), "")
	doubled := NewBook()
	doubled.Page(doubled.Stream(twice, zeros()), "")
	lzw := NewBook()
	lzw.Page(lzw.Stream("/Filter [/FlateDecode /RunLengthDecode]", repeated("\x81 ", 64<<20)), "")

	font := NewBook()
	program := font.Stream(twice+" /Length1 1000", zeros())
	descriptor := font.Add("<< /Type /FontDescriptor /FontName /Bomb /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 "+
		"/StemV 1 /FontFile2 %d 0 R >>", program)
	font.Font = font.Add("<< /Type /Font /Subtype /TrueType /BaseFont /Bomb /FirstChar 32 /LastChar 32 /Widths [1] /FontDescriptor %d 0 R >>", descriptor)
	font.Words(sound)

	unicode := NewBook()
	cmap := unicode.Stream("/Filter /FlateDecode", repeated("<0000> <ffff> <0041>\n", large))
	unicode.Font = unicode.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode %d 0 R >>", cmap)
	unicode.Words(sound)

	metadata := NewBook()
	metadata.Words(sound)
	metadata.Catalog = fmt.Sprintf("/Metadata %d 0 R", metadata.Stream("/Type /Metadata /Subtype /XML "+twice, zeros()))

	return []Sample{
		{"a third of a gigabyte of spaces", spaces.Bytes(), ""},
		{"ten million words on a page", words.Bytes(), ""},
		{"packed twice", doubled.Bytes(), ""},
		{"run lengths, packed", lzw.Bytes(), ""},
		{"font", font.Bytes(), ""},
		{"character map", unicode.Bytes(), ""},
		{"metadata", metadata.Bytes(), ""},
		{"object stream", objectStream(), ""},
		{"cross-reference stream", xrefStream(), ""},
		{"picture of 60,000 by 60,000", picture(60_000, repeated("\xff", 64<<20), "/FlateDecode"), ""},
		{"picture that says nothing of its data", picture(20_000, []byte("none"), "/FlateDecode"), ""},
		{"a hundred thousand words in one text", manyWords(), ""},
		{"title of ten megabytes", title(), sound},
		{"encrypted, with a third of a gigabyte of spaces", encryptedBomb(), ""},
	}
}

func picture(side int, data []byte, filter string) []byte {
	b := NewBook()
	x := b.Stream(
		fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter %s", side, side, filter), data)
	page := b.Add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X %d 0 R >> >> /Contents %d 0 R >>",
		b.Tree(), x, b.Stream("", []byte("595 0 0 842 0 0 cm /X Do")))
	b.Pages = append(b.Pages, page)
	return b.Bytes()
}

func manyWords() []byte {
	b := NewBook()
	var text bytes.Buffer
	text.WriteString("BT /F 1 Tf 10 800 Td ")
	for i := range 100_000 {
		fmt.Fprintf(&text, "0 -0.01 Td (word%d ) Tj ", i)
	}
	text.WriteString("ET")
	b.Page(b.Packed("", text.Bytes()), "")
	return b.Bytes()
}

func title() []byte {
	b := NewBook()
	b.Words(sound)
	info := b.Add("<< /Title (%s) >>", strings.Repeat("title ", 10<<20/6))
	b.Trailer = fmt.Sprintf("/Info %d 0 R", info)
	return b.Bytes()
}

// objectStream hides the page tree in a stream that unpacks to too much.
func objectStream() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	objects := b.Len()
	packed := repeated("10 0 ", large)
	fmt.Fprintf(&b, "1 0 obj\n<< /Type /ObjStm /N 100000000 /First 500000000 /Filter /FlateDecode /Length %d >>\nstream\n", len(packed))
	b.Write(packed)
	b.WriteString("\nendstream\nendobj\n")
	table := b.Len()
	entries := []byte{0, 0, 0, 0, 0, 1, 0, 0, 0, byte(objects), 2, 0, 0, 0, 1}
	fmt.Fprintf(&b, "2 0 obj\n<< /Type /XRef /Size 4 /W [1 3 1] /Root 3 0 R /Length %d >>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n",
		len(entries)+5, append(entries, 2, 0, 0, 1, 0), table)
	return b.Bytes()
}

// xrefStream is a table of contents that unpacks to too many entries.
func xrefStream() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	table := b.Len()
	packed := repeated("\x01\x00\x00\x09\x00", large)
	fmt.Fprintf(&b, "1 0 obj\n<< /Type /XRef /Size 200000000 /W [1 3 1] /Root 2 0 R /Filter /FlateDecode /Length %d >>\nstream\n", len(packed))
	b.Write(packed)
	fmt.Fprintf(&b, "\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n", table)
	return b.Bytes()
}

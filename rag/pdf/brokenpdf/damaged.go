package brokenpdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
)

func deflater(w io.Writer) *zlib.Writer { return zlib.NewWriter(w) }

func pages() []Sample {
	bare := NewBook()
	bare.Pages = append(bare.Pages, bare.Add("<< /Type /Page /Parent %d 0 R >>", bare.Tree()), bare.Add("<< >>"), bare.Add("null"))
	bare.Words(sound)
	none := NewBook()
	missing := NewBook()
	missing.Pages = append(missing.Pages, missing.Reserve(), missing.Reserve())
	empty := NewBook()
	for range 50 {
		empty.Page(empty.Stream("", nil), "")
	}
	return []Sample{
		{"pages without anything", bare.Bytes(), sound},
		{"no page", none.Bytes(), ""},
		{"pages that are not there", missing.Bytes(), ""},
		{"fifty empty pages", empty.Bytes(), ""},
		{"10,000 tiny pages", tiny(10_000), ""},
		{"1,900 tiny pages", tiny(1_900), ""},
	}
}

func tiny(n int) []byte {
	b := NewBook()
	b.box = "[0 0 9 9]"
	content := b.Stream("", []byte("BT /F 2 Tf 1 1 Td (x) Tj ET"))
	for range n {
		b.Page(content, "")
	}
	return b.Bytes()
}

// tables have broken cross references. A reader finds the objects by looking.
func tables() []Sample {
	whole := Sound(1)
	change := func(old, with string) []byte { return bytes.ReplaceAll(whole, []byte(old), []byte(with)) }
	at := bytes.Index(whole, []byte("xref\n"))
	wrong := bytes.Clone(whole)
	for i := at; i < len(wrong)-60; i++ {
		if wrong[i] >= '1' && wrong[i] <= '8' {
			wrong[i]++
		}
	}
	return []Sample{
		{"table that points elsewhere", wrong, ""},
		{"table with itself as its past", change("/Root", fmt.Sprintf("/Prev %d /Root", at)), sound},
		{"table with a past in nowhere", change("/Root", "/Prev 99999999 /XRefStm 7 /Root"), sound},
		{"table of a billion objects", change("xref\n0 ", "xref\n0 999999999"), ""},
		{"size of two billion", change("/Size ", "/Size 2147483647"), ""},
		{"start of the table beyond the end", append(whole[:bytes.LastIndex(whole, []byte("startxref"))], "startxref\n99999999\n%%EOF\n"...), ""},
		{"start of the table before the beginning", append(whole[:bytes.LastIndex(whole, []byte("startxref"))], "startxref\n-1\n%%EOF\n"...), ""},
		{"start of the table in the middle", append(whole[:bytes.LastIndex(whole, []byte("startxref"))], "startxref\n20\n%%EOF\n"...), sound},
		{"table that counts from the header, which something precedes", append([]byte("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"), whole...), sound},
		{"no trailer", change("trailer", "tralier"), ""},
		{"no root", change("/Root", "/Toor"), ""},
		{"root that is a number", change("/Type /Catalog", "/Type 7"), ""},
		{"nothing but a header", []byte("%PDF-1.7\nstartxref\n0\n%%EOF\n"), ""},
		{"noise", noise(), ""},
	}
}

// noise is a header, half a megabyte that means nothing, and an end.
func noise() []byte {
	b := []byte("%PDF-1.4\n")
	x := uint32(2463534242)
	for range 128 << 10 {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return append(b, "\nstartxref\n0\n%%EOF\n"...)
}

func fonts() []Sample {
	with := func(font string, more ...string) []byte {
		b := NewBook()
		n := b.Reserve()
		b.Set(n, strings.ReplaceAll(font, "SELF", fmt.Sprintf("%d 0 R", n)))
		b.Font = n
		for _, m := range more {
			b.Add("%s", m)
		}
		b.Words(sound)
		return b.Bytes()
	}
	missing := NewBook()
	missing.Font = 999
	missing.Words(sound)
	return []Sample{
		{"font that is not there", missing.Bytes(), ""},
		{"font without a kind", with("<< /Type /Font >>"), ""},
		{"font that is a number", with("42"), ""},
		{"composite font of itself", with("<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [SELF] >>"), ""},
		{"encoding that is the font", with("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding SELF /ToUnicode SELF >>"), ""},
		{"character map that uses itself", characterMap(), ""},
		{"font program of noise", fontNoise(), ""},
	}
}

func characterMap() []byte {
	b := NewBook()
	n := b.Reserve()
	text := "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 9 beginbfrange <00> <ff> <"
	text += strings.Repeat("0041", 20_000) + "> endbfrange endcmap"
	b.objects[n] = fmt.Appendf(nil, "<< /Type /CMap /CMapName /X /UseCMap %d 0 R /Length %d >>\nstream\n%s\nendstream", n, len(text), text)
	b.Font = b.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode %d 0 R >>", n)
	b.Words(sound)
	return b.Bytes()
}

func fontNoise() []byte {
	b := NewBook()
	program := b.Packed("/Length1 100000", noise()[9:100_009])
	descriptor := b.Add("<< /Type /FontDescriptor /FontName /N /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 "+
		"/FontFile2 %d 0 R /FontFile3 %d 0 R >>", program, program)
	b.Font = b.Add("<< /Type /Font /Subtype /TrueType /BaseFont /N /FirstChar 0 /LastChar 255 /FontDescriptor %d 0 R >>", descriptor)
	b.Words(sound)
	return b.Bytes()
}

func lengths() []Sample {
	content := "BT /F 12 Tf 60 700 Td (" + sound + ") Tj ET"
	with := func(length string) []byte {
		b := NewBook()
		n := b.Reserve()
		b.Set(n, fmt.Sprintf("<< /Length %s >>\nstream\n%s\nendstream", strings.ReplaceAll(length, "SELF", fmt.Sprintf("%d 0 R", n)), content))
		b.Page(n, "")
		return b.Bytes()
	}
	return []Sample{
		{"length: short", with("3"), ""},
		{"length: long", with("999999"), sound},
		{"length: two billion", with("2147483647"), ""},
		{"length: negative", with("-7"), ""},
		{"length: itself", with("SELF"), ""},
		{"length: a word", with("/Many"), ""},
		{"length: nowhere", with("900 0 R"), ""},
	}
}

func encryption() []Sample {
	with := func(dict string) []byte {
		b := NewBook()
		b.Words(sound)
		n := b.Reserve()
		b.Set(n, strings.ReplaceAll(dict, "SELF", fmt.Sprintf("%d 0 R", n)))
		b.Trailer = fmt.Sprintf("/Encrypt %d 0 R /ID [<00> <00>]", n)
		return b.Bytes()
	}
	key := "<" + strings.Repeat("41", 32) + ">"
	return []Sample{
		{"encryption: empty", with("<< >>"), ""},
		{"encryption: itself", with("SELF"), ""},
		{"encryption: a number", with("12"), ""},
		{"encryption: unknown", with("<< /Filter /Mine /V 1 >>"), ""},
		{"encryption: version 99", with("<< /Filter /Standard /V 99 /R 99 /O " + key + " /U " + key + " /P -1 >>"), ""},
		{"encryption: no keys", with("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -1 >>"), ""},
		{"encryption: short keys", with("<< /Filter /Standard /V 2 /R 3 /Length 128 /O (a) /U (b) /P -1 >>"), ""},
		{"encryption: key of two billion bits", with("<< /Filter /Standard /V 2 /R 3 /Length 2147483647 /O " + key + " /U " + key + " /P -1 >>"), ""},
		{"encryption: its own filters",
			with("<< /Filter /Standard /V 4 /R 4 /Length 128 /CF << /StdCF SELF >> /StmF /StdCF /StrF /Nothing /O " + key + " /U " + key + " /P -1 >>"), ""},
		{"encryption: of the newest kind, cut",
			with("<< /Filter /Standard /V 5 /R 6 /Length 256 /O " + key + " /U " + key + " /OE (x) /UE (y) /Perms (z) /P -1 >>"), ""},
	}
}

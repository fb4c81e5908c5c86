package pdftest

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// picture is an image of one grey pixel, as a resource.
func picture(f *File, entries, grey string) string {
	return "/XObject << /Im " + f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray "+entries, grey) + " >>"
}

func softMask(f *File, content string) string {
	form := f.Stream("/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceGray >> /BBox [0 0 595 842]", content)
	return "/ExtGState << /GS << /SMask << /S /Luminosity /G " + form + " >> >> >>"
}

// layer is optional content that is switched on or off.
func layer(f *File, state string) string {
	l := f.Object("<< /Type /OCG /Name (Notes) >>")
	f.Catalog("/OCProperties << /OCGs [" + l + "] /D << /" + state + " [" + l + "] >> >>")
	return l
}

const dingbats = "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>"

func gradient(f *File, from, to string) string {
	return "/Pattern << /P1 << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [40 0 340 0] /Extend [true true] " +
		"/Function << /FunctionType 2 /N 1 /Domain [0 1] /C0 " + from + " /C1 " + to + " >> >> >> >>"
}

func tiling(f *File, content string) string {
	return "/Pattern << /P1 " + f.Stream("/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << >>", content) + " >>"
}

// drawn is a Type 3 font in which every letter is drawn the same way.
func drawn(f *File, content string) string { return drawnAs(f, "500 0 0 0 500 700 d1 "+content) }

func drawnAs(f *File, content string) string {
	glyph := f.Stream("", content)
	var procs, names, widths strings.Builder
	for c := 32; c < 127; c++ {
		fmt.Fprintf(&procs, "/c%d %s ", c, glyph)
		fmt.Fprintf(&names, "/c%d ", c)
		widths.WriteString("500 ")
	}
	same := map[byte]string{}
	for c := byte(32); c < 127; c++ {
		same[c] = string(rune(c))
	}
	return "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /Resources << >> /FirstChar 32 /LastChar 126 " +
		"/Widths [" + widths.String() + "] /CharProcs << " + procs.String() + ">> /Encoding << /Differences [32 " + names.String() + "] >> /ToUnicode " +
		f.Stream("", unicodeMap(same)) + " >>"
}

// helvetica are the widths of Helvetica's letters from the space on.
var helvetica = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// mapped is a font that shows its letters as Helvetica does but maps some of them to other text. Those that
// it maps to a character without width take none.
func mapped(f *File, chars map[byte]string) string {
	var widths strings.Builder
	for c := 32; c < 127; c++ {
		if text := chars[byte(c)]; text == "\u200b" || text == "\u200d" {
			widths.WriteString("0 ")
		} else {
			fmt.Fprintf(&widths, "%d ", helvetica[c-32])
		}
	}
	return "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /Helvetica /FirstChar 32 /LastChar 126 /Widths [" + widths.String() +
		"] /ToUnicode " + f.Stream("", unicodeMap(chars)) + " >>"
}

func unicodeMap(chars map[byte]string) string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n" +
		"1 begincodespacerange <00> <ff> endcodespacerange\n")
	for c := range 256 {
		if text, ok := chars[byte(c)]; ok {
			fmt.Fprintf(&b, "1 beginbfchar <%02x> <", c)
			for _, u := range utf16.Encode([]rune(text)) {
				fmt.Fprintf(&b, "%04x", u)
			}
			b.WriteString("> endbfchar\n")
		}
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end")
	return b.String()
}

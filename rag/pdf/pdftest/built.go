package pdftest

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// builtTricks are the ways that need objects of their own: fonts, forms, pictures, masks, layers.
func builtTricks() []Trick {
	type made func(f *File) (content, resources, entries string)
	build := func(name, why string, make made, change ...func(*Trick)) Trick {
		var f File
		content, resources, entries := make(&f)
		t := Trick{Name: name, Why: why, Secret: Secret}.made(&f, content, resources, entries)
		if why == "" {
			t.Secret, t.Shown = "", Secret
		}
		for _, c := range change {
			c(&t)
		}
		return t
	}
	shows := func(s string) func(*Trick) { return func(t *Trick) { t.Shown = s } }
	seen := func(report string) func(*Trick) { return func(t *Trick) { t.Seen, t.Report = true, report } }
	over := "q 300 0 0 30 40 690 cm /Im Do Q\n" // the picture over the secret
	return []Trick{
		build("covered by a picture", "covered", func(f *File) (string, string, string) {
			return secret("") + over, picture(f, "", "\x90"), ""
		}),
		build("white on a picture", "", func(f *File) (string, string, string) {
			return over + secret("1 g"), picture(f, "", "\x30"), ""
		}),
		build("white on a white picture", "no_contrast", func(f *File) (string, string, string) {
			return "q 0 0 0.6 rg " + box + "Q " + over + secret("1 g"), picture(f, "", "\xff"), ""
		}),
		build("white on a picture that grows pale", "", func(f *File) (string, string, string) {
			pale := f.Stream("/Type /XObject /Subtype /Image /Width 4 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x20\x60\xa0\xff")
			return "q 240 0 0 30 40 690 cm /Im Do Q\n" + Text(60, 700, "1 g /F1 20 Tf", "Sustainability2024"), "/XObject << /Im " + pale + " >>", ""
		}, shows("Sustainability2024")),
		build("white on a see-through picture", "no_contrast", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x00")
			return over + secret("1 g"), picture(f, "/SMask "+mask, "\x00"), ""
		}),
		build("white on a picture half see-through", "", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x80")
			return over + secret("1 g"), picture(f, "/SMask "+mask, "\x00"), ""
		}),
		build("covered by a darkening box", "covered", func(*File) (string, string, string) {
			return secret("") + "q /GM gs 0 g " + box + "Q\n", states, ""
		}),
		build("covered by many thin coats", "covered", func(*File) (string, string, string) {
			return secret("") + strings.Repeat("q /GH gs 1 g "+box+"Q\n", 8), states, ""
		}),
		build("masked by a dark picture", "invisible", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceGray >> /BBox [0 0 595 842] /Resources << "+picture(f, "", "\x00")+" >>", "q 595 0 0 842 0 0 cm /Im Do Q")
			return "q /GS gs " + secret("") + "Q\n", "/ExtGState << /GS << /SMask << /S /Luminosity /G " + mask + " >> >> >>", ""
		}),
		build("see-through picture over it", "", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x20")
			return secret("") + over, picture(f, "/SMask "+mask, "\x90"), ""
		}),
		build("white in a form", "no_contrast", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 "+standard("Helvetica")+" >> >>", secret("1 g"))
			return "q /Fm Do Q\n", "/XObject << /Fm " + form + " >>", ""
		}),
		build("group without opacity", "invisible", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /Group << /S /Transparency >> /BBox [0 0 595 842] /Resources << /Font << /F1 "+standard("Helvetica")+" >> >>", secret(""))
			return "q /G0 gs /Fm Do Q\n", states + " /XObject << /Fm " + form + " >>", ""
		}),
		build("masked away", "invisible", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "0 g 0 0 595 842 re f 1 g 0 0 595 300 re f"), ""
		}),
		build("masked by nothing", "invisible", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "1 g 0 0 595 300 re f"), ""
		}),
		build("masked and seen", "", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "1 g 0 0 595 842 re f"), ""
		}),
		build("hidden layer", "hidden_layer", func(f *File) (string, string, string) {
			return "/OC /L1 BDC " + secret("") + "EMC\n", "/Properties << /L1 " + layer(f, "OFF") + " >>", ""
		}),
		build("form in a hidden layer", "hidden_layer", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /OC "+layer(f, "OFF")+" /BBox [0 0 595 842] /Resources << /Font << /F1 "+standard("Helvetica")+" >> >>", secret(""))
			return "q /Fm Do Q\n", "/XObject << /Fm " + form + " >>", ""
		}),
		build("layer that is on", "", func(f *File) (string, string, string) {
			return "/OC /L1 BDC " + secret("") + "EMC\n", "/Properties << /L1 " + layer(f, "ON") + " >>", ""
		}),
		build("replacement text that differs", "actual_text", func(*File) (string, string, string) {
			return "/Span << /ActualText (" + Secret + ") >> BDC " + Text(60, 700, "", "Emissions rose.") + "EMC\n", "", ""
		}),
		build("replacement text of a picture's place", "invisible", func(*File) (string, string, string) {
			return "/Span << /ActualText (" + Secret + ") >> BDC q 0.5 g 60 600 20 20 re f Q EMC\n", "", ""
		}),
		build("replacement text that is the same", "", func(*File) (string, string, string) {
			return "/Span << /ActualText (Emissions rose.) >> BDC " + Text(60, 700, "", "Emissions rose.") + "EMC\n", "", ""
		}, shows("Emissions rose.")),
		build("one tag character for each letter", "unicode_tags", func(f *File) (string, string, string) {
			chars := map[byte]string{}
			for _, c := range []byte(Secret) {
				chars[c] = string(0xe0000 + rune(c))
			}
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + mapped(f, chars)), ""
		}),
		build("bidirectional override", "unicode_tags", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "{"+Secret+"}"), Fonts("/FT " + mapped(f, map[byte]string{'{': "\u202e", '}': "\u202c"})), ""
		}, seen("")),
		build("zero-width characters between letters", "unicode_tags", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", strings.Join(strings.Split(Secret, ""), "~")), Fonts("/FT " + mapped(f, map[byte]string{'~': "\u200b"})), ""
		}, seen("37 characters that show nothing")),
		build("one zero-width joiner", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "Our peo~ple"), Fonts("/FT " + mapped(f, map[byte]string{'~': "\u200d"})), ""
		}, shows("Our people")),
		build("five glyphs that stand for a sentence", "invisible", func(f *File) (string, string, string) {
			chars := map[byte]string{}
			for i := range 5 { // MuPDF takes eight letters for one glyph
				chars[byte('1'+i)] = Secret[8*i : min(8*i+8, len(Secret))]
			}
			return Text(60, 700, "/FT 11 Tf", "12345"), Fonts("/FT " + mapped(f, chars)), ""
		}, func(t *Trick) { t.Report = "targets wer" }),
		build("glyphs that stand for two letters", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "O~cient ra^le"), Fonts("/FT " + mapped(f, map[byte]string{'~': "ffi", '^': "ff"})), ""
		}, shows("Officient raffle")),
		build("letters that paint nothing", "invisible", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "")), ""
		}),
		build("letters that are drawn", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 400 600 re f")), ""
		}),
		build("letters that are drawn too small", "tiny", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 40 60 re f")), ""
		}),
		build("letters drawn by another font, in white", "no_contrast", func(f *File) (string, string, string) {
			return Text(60, 700, "1 g /FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 400 600 re f")), ""
		}),
		build("letters in a colour of their own", "", func(f *File) (string, string, string) {
			return Text(60, 700, "1 g /FT 11 Tf", Secret), Fonts("/FT " + drawnAs(f, "500 0 d0 0 0 0.6 rg 50 0 400 600 re f")), ""
		}),
		build("filled with a gradient", "", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), gradient(f, "[0 0 0.6]", "[0.6 0 0]"), ""
		}),
		build("filled with a white gradient", "no_contrast", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), gradient(f, "[1 1 1]", "[1 1 1]"), ""
		}),
		build("letters that enclose nothing", "invisible", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 m 450 600 l f")), ""
		}),
		build("letters upon one another", "covered", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", strings.ReplaceAll(Secret, " ", "")),
				Fonts("/FT << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [" + strings.Repeat("0 ", 95) + "] >>"), ""
		}, func(t *Trick) { t.Report = "targ" }),
		build("covered by a letter that is a box", "covered", func(*File) (string, string, string) {
			return secret("") + Text(40, 690, "500 Tz /FT 80 Tf", "n"), Fonts("/FT " + dingbats), ""
		}),
		build("white on a letter that is a disc", "", func(*File) (string, string, string) {
			return Text(60, 700, "0 0 0.6 rg /FT 16 Tf", "l") + Text(64, 702, "1 g", "7") + Text(80, 700, "", "is the target"), Fonts("/FT " + dingbats), ""
		}, shows("7 is the target")),
		build("filled with a white tiling", "no_contrast", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, "1 g 0 0 5 5 re f"), ""
		}),
		build("white on a white tiling", "no_contrast", func(f *File) (string, string, string) {
			return "q /Pattern cs /P1 scn " + box + "Q " + secret("1 g"), tiling(f, "1 g 0 0 5 5 re f"), ""
		}),
		build("filled with a tiling", "", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, "0 0 0.6 rg 0 0 5 5 re f"), ""
		}),
		build("filled with an empty tiling", "invisible", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, ""), ""
		}),
		build("white on a gradient", "", func(f *File) (string, string, string) {
			return "q 40 690 300 30 re W n /Pattern cs /P1 scn 0 0 595 842 re f Q " + secret("1 g"), gradient(f, "[0 0 0.6]", "[0.6 0 0]"), ""
		}),
		build("a picture clipped by letters", "", func(f *File) (string, string, string) {
			return "q BT /F1 11 Tf 7 Tr 60 700 Td (" + Secret + ") Tj ET 300 0 0 30 40 690 cm /Im Do Q\n", picture(f, "", "\x30"), ""
		}),
		build("a white area clipped by letters", "no_contrast", func(f *File) (string, string, string) {
			return "q BT /F1 11 Tf 7 Tr 60 700 Td (" + Secret + ") Tj ET 1 g " + box + " Q\n", "", ""
		}),
	}
}

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
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
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
	return "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /Helvetica /FirstChar 32 /LastChar 126 /Widths [" + widths.String() + "] /ToUnicode " + f.Stream("", unicodeMap(chars)) + " >>"
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

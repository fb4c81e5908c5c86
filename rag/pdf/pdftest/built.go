package pdftest

import (
	"slices"
	"strings"
)

// builtTricks are the ways that need objects of their own: fonts, forms, pictures, masks, layers.
func builtTricks() []Trick {
	return slices.Concat(coveringTricks(), groupedTricks(), mappedTricks(), drawnTricks(), filledTricks())
}

// built makes a trick of what its page holds; make adds the objects that it needs to the file.
func built(name, why string, make func(f *File) (content, resources, entries string), change ...func(*Trick)) Trick {
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

// shows says what else must be read on the page of a harmless trick.
func shows(s string) func(*Trick) { return func(t *Trick) { t.Shown = s } }

// seen says that the text can be seen as well, and what is reported of it.
func seen(report string) func(*Trick) { return func(t *Trick) { t.Seen, t.Report = true, report } }

// over puts the picture over the secret.
const over = "q 300 0 0 30 40 690 cm /Im Do Q\n"

// coveringTricks cover text, or its ground, by pictures and coats of paint.
func coveringTricks() []Trick {
	return []Trick{
		built("covered by a picture", "covered", func(f *File) (string, string, string) {
			return secret("") + over, picture(f, "", "\x90"), ""
		}),
		built("white on a picture", "", func(f *File) (string, string, string) {
			return over + secret("1 g"), picture(f, "", "\x30"), ""
		}),
		built("white on a white picture", "no_contrast", func(f *File) (string, string, string) {
			return "q 0 0 0.6 rg " + box + "Q " + over + secret("1 g"), picture(f, "", "\xff"), ""
		}),
		built("white on a picture that grows pale", "", func(f *File) (string, string, string) {
			pale := f.Stream("/Type /XObject /Subtype /Image /Width 4 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x20\x60\xa0\xff")
			return "q 240 0 0 30 40 690 cm /Im Do Q\n" + Text(60, 700, "1 g /F1 20 Tf", "Sustainability2024"), "/XObject << /Im " + pale + " >>", ""
		}, shows("Sustainability2024")),
		built("white on a see-through picture", "no_contrast", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x00")
			return over + secret("1 g"), picture(f, "/SMask "+mask, "\x00"), ""
		}),
		built("white on a picture half see-through", "", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x80")
			return over + secret("1 g"), picture(f, "/SMask "+mask, "\x00"), ""
		}),
		built("covered by a darkening box", "covered", func(*File) (string, string, string) {
			return secret("") + "q /GM gs 0 g " + box + "Q\n", states, ""
		}),
		built("covered by many thin coats", "covered", func(*File) (string, string, string) {
			return secret("") + strings.Repeat("q /GH gs 1 g "+box+"Q\n", 8), states, ""
		}),
		built("masked by a dark picture", "invisible", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceGray >> /BBox [0 0 595 842] /Resources << "+
				picture(f, "", "\x00")+" >>", "q 595 0 0 842 0 0 cm /Im Do Q")
			return "q /GS gs " + secret("") + "Q\n", "/ExtGState << /GS << /SMask << /S /Luminosity /G " + mask + " >> >> >>", ""
		}),
		built("see-through picture over it", "", func(f *File) (string, string, string) {
			mask := f.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x20")
			return secret("") + over, picture(f, "/SMask "+mask, "\x90"), ""
		}),
	}
}

// groupedTricks paint text in forms, behind masks and in layers.
func groupedTricks() []Trick {
	return []Trick{
		built("white in a form", "no_contrast", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 "+standard("Helvetica")+" >> >>", secret("1 g"))
			return "q /Fm Do Q\n", "/XObject << /Fm " + form + " >>", ""
		}),
		built("group without opacity", "invisible", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /Group << /S /Transparency >> /BBox [0 0 595 842] /Resources << /Font << /F1 "+
				standard("Helvetica")+" >> >>", secret(""))
			return "q /G0 gs /Fm Do Q\n", states + " /XObject << /Fm " + form + " >>", ""
		}),
		built("masked away", "invisible", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "0 g 0 0 595 842 re f 1 g 0 0 595 300 re f"), ""
		}),
		built("masked by nothing", "invisible", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "1 g 0 0 595 300 re f"), ""
		}),
		built("masked and seen", "", func(f *File) (string, string, string) {
			return "q /GS gs " + secret("") + "Q\n", softMask(f, "1 g 0 0 595 842 re f"), ""
		}),
		built("hidden layer", "hidden_layer", func(f *File) (string, string, string) {
			return "/OC /L1 BDC " + secret("") + "EMC\n", "/Properties << /L1 " + layer(f, "OFF") + " >>", ""
		}),
		built("form in a hidden layer", "hidden_layer", func(f *File) (string, string, string) {
			form := f.Stream("/Type /XObject /Subtype /Form /OC "+layer(f, "OFF")+" /BBox [0 0 595 842] /Resources << /Font << /F1 "+standard("Helvetica")+" >> >>",
				secret(""))
			return "q /Fm Do Q\n", "/XObject << /Fm " + form + " >>", ""
		}),
		built("layer that is on", "", func(f *File) (string, string, string) {
			return "/OC /L1 BDC " + secret("") + "EMC\n", "/Properties << /L1 " + layer(f, "ON") + " >>", ""
		}),
	}
}

// mappedTricks give text by what is said of it, not by its shapes: replacement texts and maps to Unicode.
func mappedTricks() []Trick {
	return []Trick{
		built("replacement text that differs", "actual_text", func(*File) (string, string, string) {
			return "/Span << /ActualText (" + Secret + ") >> BDC " + Text(60, 700, "", "Emissions rose.") + "EMC\n", "", ""
		}),
		built("replacement text of a picture's place", "invisible", func(*File) (string, string, string) {
			return "/Span << /ActualText (" + Secret + ") >> BDC q 0.5 g 60 600 20 20 re f Q EMC\n", "", ""
		}),
		built("replacement text that is the same", "", func(*File) (string, string, string) {
			return "/Span << /ActualText (Emissions rose.) >> BDC " + Text(60, 700, "", "Emissions rose.") + "EMC\n", "", ""
		}, shows("Emissions rose.")),
		built("one tag character for each letter", "unicode_tags", func(f *File) (string, string, string) {
			chars := map[byte]string{}
			for _, c := range []byte(Secret) {
				chars[c] = string(0xe0000 + rune(c))
			}
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + mapped(f, chars)), ""
		}),
		built("bidirectional override", "unicode_tags", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "{"+Secret+"}"), Fonts("/FT " + mapped(f, map[byte]string{'{': "\u202e", '}': "\u202c"})), ""
		}, seen("")),
		built("zero-width characters between letters", "unicode_tags", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", strings.Join(strings.Split(Secret, ""), "~")), Fonts("/FT " + mapped(f, map[byte]string{'~': "\u200b"})), ""
		}, seen("37 characters that show nothing")),
		built("one zero-width joiner", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "Our peo~ple"), Fonts("/FT " + mapped(f, map[byte]string{'~': "\u200d"})), ""
		}, shows("Our people")),
		built("five glyphs that stand for a sentence", "invisible", func(f *File) (string, string, string) {
			chars := map[byte]string{}
			for i := range 5 { // MuPDF takes eight letters for one glyph
				chars[byte('1'+i)] = Secret[8*i : min(8*i+8, len(Secret))]
			}
			return Text(60, 700, "/FT 11 Tf", "12345"), Fonts("/FT " + mapped(f, chars)), ""
		}, func(t *Trick) { t.Report = "targets wer" }),
		built("glyphs that stand for two letters", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", "O~cient ra^le"), Fonts("/FT " + mapped(f, map[byte]string{'~': "ffi", '^': "ff"})), ""
		}, shows("Officient raffle")),
	}
}

// drawnTricks draw the letters of a font of their own.
func drawnTricks() []Trick {
	return []Trick{
		built("letters that paint nothing", "invisible", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "")), ""
		}),
		built("letters that are drawn", "", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 400 600 re f")), ""
		}),
		built("letters that are drawn too small", "tiny", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 40 60 re f")), ""
		}),
		built("letters drawn by another font, in white", "no_contrast", func(f *File) (string, string, string) {
			return Text(60, 700, "1 g /FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 400 600 re f")), ""
		}),
		built("letters in a colour of their own", "", func(f *File) (string, string, string) {
			return Text(60, 700, "1 g /FT 11 Tf", Secret), Fonts("/FT " + drawnAs(f, "500 0 d0 0 0 0.6 rg 50 0 400 600 re f")), ""
		}),
	}
}

// filledTricks fill letters, or their ground, with patterns, take letters for shapes, or clip by them.
func filledTricks() []Trick {
	return []Trick{
		built("filled with a gradient", "", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), gradient(f, "[0 0 0.6]", "[0.6 0 0]"), ""
		}),
		built("filled with a white gradient", "no_contrast", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), gradient(f, "[1 1 1]", "[1 1 1]"), ""
		}),
		built("letters that enclose nothing", "invisible", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", Secret), Fonts("/FT " + drawn(f, "50 0 m 450 600 l f")), ""
		}),
		built("letters upon one another", "covered", func(f *File) (string, string, string) {
			return Text(60, 700, "/FT 11 Tf", strings.ReplaceAll(Secret, " ", "")),
				Fonts("/FT << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [" +
					strings.Repeat("0 ", 95) + "] >>"), ""
		}, func(t *Trick) { t.Report = "targ" }),
		built("covered by a letter that is a box", "covered", func(*File) (string, string, string) {
			return secret("") + Text(40, 690, "500 Tz /FT 80 Tf", "n"), Fonts("/FT " + dingbats), ""
		}),
		built("white on a letter that is a disc", "", func(*File) (string, string, string) {
			return Text(60, 700, "0 0 0.6 rg /FT 16 Tf", "l") + Text(64, 702, "1 g", "7") + Text(80, 700, "", "is the target"), Fonts("/FT " + dingbats), ""
		}, shows("7 is the target")),
		built("filled with a white tiling", "no_contrast", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, "1 g 0 0 5 5 re f"), ""
		}),
		built("white on a white tiling", "no_contrast", func(f *File) (string, string, string) {
			return "q /Pattern cs /P1 scn " + box + "Q " + secret("1 g"), tiling(f, "1 g 0 0 5 5 re f"), ""
		}),
		built("filled with a tiling", "", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, "0 0 0.6 rg 0 0 5 5 re f"), ""
		}),
		built("filled with an empty tiling", "invisible", func(f *File) (string, string, string) {
			return secret("/Pattern cs /P1 scn"), tiling(f, ""), ""
		}),
		built("white on a gradient", "", func(f *File) (string, string, string) {
			return "q 40 690 300 30 re W n /Pattern cs /P1 scn 0 0 595 842 re f Q " + secret("1 g"), gradient(f, "[0 0 0.6]", "[0.6 0 0]"), ""
		}),
		built("a picture clipped by letters", "", func(f *File) (string, string, string) {
			return "q BT /F1 11 Tf 7 Tr 60 700 Td (" + Secret + ") Tj ET 300 0 0 30 40 690 cm /Im Do Q\n", picture(f, "", "\x30"), ""
		}),
		built("a white area clipped by letters", "no_contrast", func(f *File) (string, string, string) {
			return "q BT /F1 11 Tf 7 Tr 60 700 Td (" + Secret + ") Tj ET 1 g " + box + " Q\n", "", ""
		}),
	}
}

package paint

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// ascii holds every printable ASCII character, so that one is a slice of it and keeps no page alive.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// decode reads the text of one glyph as MuPDF writes it.
func decode(s string) string {
	if len(s) == 1 && s[0] >= ' ' && s[0] <= '~' {
		return ascii[s[0]-' ' : s[0]-' '+1]
	}
	if strings.IndexByte(s, '&') < 0 {
		return strings.Clone(strings.ToValidUTF8(s, "\ufffd")) // a copy: the page must not keep the SVG alive
	}
	var b strings.Builder
	for s != "" {
		r, n := character(s)
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// character reads the first character of markup: one that stands for itself, or a reference. MuPDF writes
// only numeric references and those of XML; others stay as they are.
func character(s string) (r rune, n int) {
	if s[0] != '&' {
		return utf8.DecodeRuneInString(s)
	}
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if end < 2 {
		return '&', 1
	}
	name := s[1:end]
	if r, ok := entities[name]; ok {
		return r, end + 1
	}
	digits, base := name[1:], 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	switch {
	case name[0] != '#' || err != nil:
		return '&', 1
	case v > unicode.MaxRune || !utf8.ValidRune(rune(v)):
		return unicode.ReplacementChar, end + 1
	}
	return rune(v), end + 1
}

var entities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// isBlank reports whether a character is some kind of space.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u180e' || r == '\u3164'
}

// blank reports whether nothing but spaces stands in s.
func blank(s string) bool {
	if len(s) == 1 {
		return s[0] <= ' '
	}
	for _, r := range s {
		if !isBlank(r) {
			return false
		}
	}
	return true
}

// hasWord reports whether a letter or a digit stands in s: what has neither says nothing when hidden.
func hasWord(s string) bool {
	for _, r := range s {
		if isWord(r) {
			return true
		}
	}
	return false
}

// ligatures are letters that fonts draw as one glyph, by their presentation form if they have one.
var ligatures = map[rune]string{
	'\ufb00': "ff", '\ufb01': "fi", '\ufb02': "fl", '\ufb03': "ffi", '\ufb04': "ffl", '\ufb05': "st", '\ufb06': "st",
	'\u0132': "IJ", '\u0133': "ij",
}

// drawnTogether are the letters that a font may draw as one glyph which stands for all of them.
var drawnTogether = func() map[string]bool {
	m := map[string]bool{
		"ft": true, "fft": true, "tt": true, "tf": true, "ti": true, "tti": true, "fj": true, "ffj": true, "ct": true, "sp": true,
		"Th": true, "fb": true, "ffb": true, "fh": true, "ffh": true, "fk": true, "ffk": true, "ffy": true, "fy": true, "ty": true, "tty": true,
		"TM": true, "No": true, "...": true, "1/2": true, "1/4": true, "3/4": true, "1\u20442": true, "1\u20444": true, "3\u20444": true,
	}
	for _, s := range ligatures {
		m[s] = true
	}
	return m
}()

// expanded are the letters of a ligature, empty for every other character.
func expanded(r rune) string {
	if r < '\u0132' || r > '\u0133' && (r < '\ufb00' || r > '\ufb06') {
		return ""
	}
	return ligatures[r]
}

// isHyphen reports whether a character is one of those that show a short stroke in a word.
func isHyphen(r rune) bool {
	return r == '-' || r == '\u00ad' || r == '\u2010' || r == '\u2011'
}

// odd are single characters of type setting and what they stand for; bullets of symbol fonts come as
// private code points.
var odd = map[rune]rune{
	'\u2010': '-', '\u2011': '-', '\u2212': '-', '\u2043': '-', '\ufe63': '-', '\uf02d': '-',
	'\uf0b7': '•', '\uf0a7': '•', '\uf0d8': '•', '\uf0fc': '•', '\uf076': '•', '\uf06e': '•', '\uf0a8': '•',
}

// superscripts are characters that are raised in themselves.
var superscripts = map[rune]rune{
	'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁺': '+', '⁻': '-', '⁽': '(', '⁾': ')', 'ⁿ': 'n',
}

// fold appends a glyph's text as a reader takes it: ligatures as their letters, wide and presentation
// forms as the plain ones, symbols of type setting as what they mean. Superscripts, fractions and marks like ™
// stay: as plain digits and letters they would run into what stands before them. What shows nothing is
// left out. raised says that the text was a superscript in itself.
func fold(dst []byte, text string) (out []byte, raised bool) {
	if len(text) == 1 {
		if text[0] >= ' ' {
			dst = append(dst, text[0])
		}
		return dst, false
	}
	raised = text != ""
	for _, r := range text {
		if up, ok := superscripts[r]; ok {
			dst = utf8.AppendRune(dst, up)
			continue
		}
		raised = false
		switch {
		case r > ' ' && r < 0x7f || r == '\u00ad':
			dst = utf8.AppendRune(dst, r)
		case injection.Unseen(r), isBlank(r), unicode.IsControl(r), r == unicode.ReplacementChar:
		case odd[r] != 0:
			dst = utf8.AppendRune(dst, odd[r])
		case unicode.Is(unicode.Co, r):
		case compatible(r):
			for _, plain := range norm.NFKC.String(string(r)) {
				if !isBlank(plain) { // on which some forms carry their mark
					dst = utf8.AppendRune(dst, plain)
				}
			}
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst, raised
}

// unswapped is the letters of a ligature of which the file has the bytes of its code points the wrong way round, as many files do: U+6600 U+6900 for
// "fi", and U+CF00, both of them in one, for the rest of "ffi". Any other text is as it was.
func unswapped(text string) string {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		switch low := byte(r >> 8); {
		case r == 0xcf00 && string(out) == "f":
			out = append(out, "fi"...)
		case r < 0x10000 && r&0xff == 0 && low >= 'a' && low <= 'z':
			out = append(out, low)
		default:
			return text
		}
	}
	return string(out)
}

// compatible reports whether a character is only another form of plain ones.
func compatible(r rune) bool {
	switch {
	case r < 0x0132:
		return false
	case r <= 0x0133, r == 0x013f, r == 0x0140, r == 0x0149, r >= 0x01c4 && r <= 0x01cc:
		return true
	case r >= 0x2080 && r <= 0x209c: // lowered figures and letters
		return true
	case r == 0x2116, r == 0x2103, r == 0x2109, r == 0x2126, r == 0x212a, r == 0x212b, r == 0x2113:
		return true
	case r >= 0x2160 && r <= 0x217f: // Roman numerals
		return true
	case r >= 0x3300 && r <= 0x33ff: // squared units
		return true
	}
	return r >= 0xf900 && r <= 0xfaff || r >= 0xfb00 && r <= 0xfdff || r >= 0xfe10 && r <= 0xfe1f || r >= 0xfe30 && r <= 0xfe6f ||
		r >= 0xfe70 && r < 0xfeff || r >= 0xff01 && r <= 0xffee || r >= 0x1d400 && r <= 0x1d7ff
}

// accents are marks with a width of their own and the combining ones for which fonts use them.
var accents = map[rune]rune{
	'´': '\u0301', '`': '\u0300', '¨': '\u0308', '^': '\u0302', 'ˆ': '\u0302', '˜': '\u0303', '~': '\u0303', '¯': '\u0304',
	'˘': '\u0306', '˙': '\u0307', '˚': '\u030a', '°': '\u030a', '˝': '\u030b', 'ˇ': '\u030c', '¸': '\u0327', '˛': '\u0328',
}

// composed is a letter under an accent, if there is such a letter.
func composed(letter, accent rune) (rune, bool) {
	if up, ok := accents[accent]; ok {
		accent = up
	}
	if !unicode.Is(unicode.Mn, accent) || !unicode.IsLetter(letter) {
		return 0, false
	}
	s := norm.NFC.String(string(letter) + string(accent))
	r, n := utf8.DecodeRuneInString(s)
	return r, n == len(s)
}

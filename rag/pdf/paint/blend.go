package paint

import (
	"math"
	"strings"
)

// blend is how a group's colours mix with what is behind.
type blend byte

const (
	blendNormal blend = iota
	blendMultiply
	blendScreen
	blendDarken
	blendLighten
	blendOther // how it looks is not computed
)

func blendOf(style string) blend {
	_, mode, ok := strings.Cut(style, "mix-blend-mode:")
	if !ok {
		return blendNormal
	}
	mode, _, _ = strings.Cut(mode, ";")
	switch strings.TrimSpace(mode) {
	case "normal":
		return blendNormal
	case "multiply":
		return blendMultiply
	case "screen":
		return blendScreen
	case "darken":
		return blendDarken
	case "lighten":
		return blendLighten
	}
	return blendOther
}

// paint is what a colour becomes over another.
func paint(ink, behind Color, opacity float64, mode blend) Color {
	if mode == blendNormal && opacity >= 1 {
		return ink
	}
	var out Color
	for shift := 0; shift < 24; shift += 8 {
		i, b := float64(ink>>shift&255), float64(behind>>shift&255)
		switch mode {
		case blendMultiply:
			i = i * b / 255
		case blendScreen:
			i = 255 - (255-i)*(255-b)/255
		case blendDarken:
			i = math.Min(i, b)
		case blendLighten:
			i = math.Max(i, b)
		}
		out |= Color(math.Round(b+(i-b)*math.Min(opacity, 1))) << shift
	}
	return out
}

// enough is the difference in colour, as CIE 1976 measures it, from which letters can be read. Two is the
// least that a practised eye sees at all. Pale grey on white (#eeeeee: 6) is for decoration but can be
// read; #f5f5f5 (4) cannot without looking for it.
const enough = 5.0

// On what is nearly white, strokes as thin as those of letters show only where they are darker, or of a colour that
// differs much: pale yellow (#ffffcc: 26, nearly all of it in colour) is not seen.
const (
	nearlyWhite  = 95.0
	enoughDarker = 2.0
	enoughColour = 28.0
)

// alike reports whether letters of one colour do not stand out on another.
func alike(a, b Color) bool {
	if a == b {
		return true
	}
	l1, a1, b1 := lab(a)
	l2, a2, b2 := lab(b)
	limit := enough
	if math.Min(l1, l2) > nearlyWhite && math.Abs(l1-l2) < enoughDarker {
		limit = enoughColour
	}
	return (l1-l2)*(l1-l2)+(a1-a2)*(a1-a2)+(b1-b2)*(b1-b2) < limit*limit
}

// likeness remembers what alike said of the last colours: a page has few, and many letters of each.
type likeness [8]struct {
	a, b  Color
	alike bool
}

func (l *likeness) alike(a, b Color) bool {
	if a == b {
		return true
	}
	k := &l[(a^a>>9^b>>4^b>>13)%8]
	if k.a != a || k.b != b {
		k.a, k.b, k.alike = a, b, alike(a, b)
	}
	return k.alike
}

var linear = func() (t [256]float64) {
	for i := range t {
		v := float64(i) / 255
		if v <= 0.04045 {
			t[i] = v / 12.92
		} else {
			t[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return t
}()

// lab is an sRGB colour in CIE L*a*b*.
func lab(c Color) (l, a, b float64) {
	red, green, blue := linear[c>>16&255], linear[c>>8&255], linear[c&255]
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*red + 0.3575761*green + 0.1804375*blue) / 0.95047)
	y := f(0.2126729*red + 0.7151522*green + 0.0721750*blue)
	z := f((0.0193339*red + 0.1191920*green + 0.9503041*blue) / 1.08883)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

package paint

import (
	"reflect"
	"strings"
	"testing"
)

// slowly is the same SVG in which no glyph is written as quick reads it: a space more is nothing to use.
func slowly(svg string) string { return strings.ReplaceAll(svg, quickText, `<use  data-text="`) }

// alikeSlowly requires a page to be the same whoever reads its glyphs.
func alikeSlowly(t *testing.T, svg string) Page {
	t.Helper()
	got, err := Read(svg, "", Options{Limits: fuzzLimits})
	want, wantErr := Read(slowly(svg), "", Options{Limits: fuzzLimits})
	if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v\nread slowly %v: %+v", err, got, wantErr, want)
	}
	return got
}

func TestGlyphsReadQuicklyAreTheSame(t *testing.T) {
	const outline = `<defs><path id="font_1_1f" d="M0 0H.5V.7H0Z"/></defs>`
	for name, c := range map[string]struct {
		body  string
		quick bool
		text  string // of what can be seen
	}{
		"plain":          {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)"/>`, true, "a"},
		"coloured":       {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)" fill="#00aa00"/>`, true, "a"},
		"on a new line":  {"\n" + `<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)"/>`, true, "a"},
		"a reference":    {`<use data-text="&#x2082;" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)"/>`, true, "₂"},
		"no outline":     {`<use data-text="a" xlink:href="#font_1_2" transform="matrix(9,0,0,-9,20,30)"/>`, true, ""},
		"no place":       {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0)"/>`, true, ""},
		"too far":        {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9e300,0,0,-9,20,30)"/>`, true, ""},
		"see-through":    {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)" fill="#000000" fill-opacity=".5"/>`, false, "a"},
		"stroked":        {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)" stroke="#ff0000"/>`, false, "a"},
		"a picture":      {`<use xlink:href="#image_1" transform="matrix(9,0,0,-9,20,30)"/>`, false, ""},
		"no font":        {`<use data-text="a" xlink:href="#font_x" transform="matrix(9,0,0,-9,20,30)"/>`, false, ""},
		"a long id":      {`<use data-text="a" xlink:href="#font_123456789_1" transform="matrix(9,0,0,-9,20,30)"/>`, false, ""},
		"no colour":      {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)" fill="none"/>`, false, "a"},
		"colour cut off": {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)" fill="#00`, false, ""},
		"cut off":        {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0`, false, ""},
		"text cut off":   {`<use data-text="abcdefghijk`, false, ""},
		"open":           {`<use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)">`, false, "a"},
		"not painted":    {`<defs><use data-text="a" xlink:href="#font_1_1f" transform="matrix(9,0,0,-9,20,30)"/></defs>`, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := alikeSlowly(t, `<svg width="600" height="800">`+outline+c.body+`</svg>`)
			text := ""
			for _, g := range p.Glyphs {
				text += g.Text
			}
			if text != c.text {
				t.Errorf("%q is seen, want %q", text, c.text)
			}
			var page Page
			s := newPainter(&page, Limits{}.orDefault(), 1)
			if _, ok, _ := s.quick(strings.TrimPrefix(c.body, "<defs>")); ok != c.quick {
				t.Errorf("read quickly: %v, want %v", ok, c.quick)
			}
		})
	}
}

// FuzzQuick: no SVG gives another page because its glyphs are read at once.
func FuzzQuick(f *testing.F) {
	var s setting
	s.line(50, 100, 10, "we cut")
	f.Add(s.defs.String(), s.body.String())
	f.Add(`<path id="font_1_1" d="M0 0H.5V.7H0Z"/>`, `<use data-text="a" xlink:href="#font_1_1" transform="matrix(9,0,0,-9,20,30)" fill="#123456"/>`)
	f.Add(`<mask id="t"><use data-text="a" xlink:href="#font_1_1" transform="translate(4,5)"/></mask>`,
		`<g id="font_2_1"><use data-text="b" xlink:href="#font_1_1" transform="matrix(9,0,0,-9,20,30)"/></g>`)
	f.Fuzz(func(t *testing.T, defs, body string) {
		alikeSlowly(t, `<svg width="600" height="800"><defs>`+defs+`</defs>`+body+`</svg>`)
	})
}

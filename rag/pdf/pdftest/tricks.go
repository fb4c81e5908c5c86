package pdftest

import (
	"slices"
	"strings"
)

// Trick is a file of one page that hides text in one way, beside a sentence that is plain to see.
type Trick struct {
	Name   string
	Why    string // the reason with which the text must be quarantined; see package paint
	Secret string // the hidden text, empty if the trick is harmless and nothing may be reported
	Seen   bool   // the text can be seen as well, only the way it is written is suspicious
	Report string // what must be reported where that is not the text itself
	Shown  string // of a harmless one, what else must be read
	PDF    []byte

	file                        *File // what it is made of: see Planting.Trick
	content, resources, entries string
}

// Says is what the report must hold.
func (t *Trick) Says() string {
	if t.Report != "" {
		return t.Report
	}
	return t.Secret
}

// The sentence that every trick's page shows, and the one most of them hide.
const (
	Plain  = "We reduced our emissions by 12 percent."
	Secret = "All targets were reached and verified."
)

// made completes a trick: the file has a page that shows Plain and then content.
func (t Trick) made(f *File, content, resources, entries string) Trick {
	parts := *f // without the page
	parts.objects = slices.Clone(f.objects)
	t.file, t.content, t.resources, t.entries = &parts, content, resources, entries
	f.Page(Text(60, 760, "", Plain)+content, resources, entries)
	t.PDF = f.Bytes()
	return t
}

func secret(operators string) string { return Text(60, 700, operators, Secret) }

const (
	// box is an area around where secret puts its text.
	box = "40 690 300 30 re f\n"
	// states has no opacity, hardly any, half of it, and a mode of a highlighter.
	states = "/ExtGState << /G0 << /ca 0 /CA 0 >> /G3 << /ca 0.03 >> /GM << /BM /Multiply >> /GH << /ca 0.5 >> >>"
)

// PageTricks are the ways to hide text in what a page paints.
func PageTricks() []Trick {
	simple := func(name, why, content, entries string) Trick {
		return Trick{Name: name, Why: why, Secret: Secret}.made(&File{}, content, states, entries)
	}
	tricks := []Trick{
		simple("white on the white page", "no_contrast", secret("1 g"), ""),
		simple("nearly white on the white page", "no_contrast", secret("0.99 g"), ""),
		simple("blue on blue", "no_contrast", "q 0 0 0.6 rg "+box+"Q "+secret("0 0 0.6 rg"), ""),
		simple("nearly black on black", "no_contrast", "q 0 g "+box+"Q "+secret("0.02 0.02 0.05 rg"), ""),
		simple("white on a white box on blue", "no_contrast", "q 0 0 0.6 rg 20 600 400 200 re f 1 g "+box+"Q "+Text(60, 760, "1 g", Plain)+secret("1 g"), ""),
		simple("white on a white round shape", "no_contrast",
			"q 0 0 0.6 rg 20 600 400 200 re f 1 g 40 700 m 40 760 340 760 340 700 c 340 640 40 640 40 700 c f Q "+Text(60, 760, "1 g", Plain)+secret("1 g"),
			""),
		simple("stroked in white", "no_contrast", secret("1 Tr 1 G 0.2 w"), ""),
		simple("filled and stroked in white", "no_contrast", secret("2 Tr 1 G 1 g 0.2 w"), ""),
		simple("one point", "tiny", secret("/F1 1 Tf"), ""),
		simple("one point by the matrix", "tiny", "q 0.1 0 0 0.1 60 700 cm BT /F1 10 Tf ("+Secret+") Tj ET Q\n", ""),
		simple("squeezed", "tiny", secret("2 Tz"), ""),
		simple("render mode 3", "invisible", secret("3 Tr"), ""),
		simple("render mode 7 with nothing painted", "invisible", secret("7 Tr"), ""),
		simple("no opacity", "invisible", secret("/G0 gs"), ""),
		simple("hardly any opacity", "no_contrast", secret("/G3 gs"), ""),
		simple("left of the page", "off_page", Text(-400, 700, "", Secret), ""),
		simple("below the page", "off_page", Text(60, -40, "", Secret), ""),
		simple("outside the crop box", "off_page", Text(60, 40, "", Secret), "/CropBox [0 100 595 842]"),
		simple("clipped away", "off_page", "q 400 100 50 50 re W n "+secret("")+"Q\n", ""),
		simple("clipped to nothing", "off_page", "q 60 700 0 0 re W n "+secret("")+"Q\n", ""),
		simple("clipped to a shape elsewhere", "off_page", "q 0 500 m 500 500 l 500 842 l 480 842 l 480 520 l 0 520 l h W n "+secret("")+"Q\n", ""),
		simple("covered by a box", "covered", secret("")+"q 0.9 g "+box+"Q\n", ""),
		simple("covered by a white box", "covered", secret("")+"q 1 g "+box+"Q\n", ""),
		simple("covered by two boxes", "covered", secret("")+"q 0.9 g 40 690 100 30 re f 140 690 200 30 re f Q\n", ""),
		simple("covered by a shape", "covered", secret("")+"q 0.9 g 40 690 m 340 690 l 350 705 l 340 720 l 40 720 l h f Q\n", ""),
		simple("covered by itself in white", "covered", secret("")+secret("1 g"), ""),
		simple("covered by itself in the ground's blue", "covered", "q 0 0 0.6 rg "+box+"Q "+secret("1 g")+secret("0 0 0.6 rg"), ""),
		simple("turned and white", "no_contrast", "q 0 1 -1 0 300 300 cm "+Text(0, 0, "1 g", Secret)+"Q\n", ""),
		simple("white on a turned page", "no_contrast", secret("1 g"), "/Rotate 90"),
		// Harmless: nothing may be reported.
		simple("white on blue", "", "q 0 0 0.6 rg "+box+"Q "+secret("1 g"), ""),
		simple("light grey", "", secret("0.8 g"), ""),
		simple("box painted first", "", "q 0.9 g "+box+"Q "+secret(""), ""),
		simple("frame around the text", "", secret("")+"q 0 g 40 690 300 30 re 42 692 296 26 re f* Q\n", ""),
		simple("half see-through box over it", "", secret("")+"q /GH gs 1 1 0 rg "+box+"Q\n", ""),
		simple("marker over it", "", secret("")+"q /GM gs 1 1 0 rg "+box+"Q\n", ""),
		simple("stroked thinly in white", "", secret("")+secret("1 Tr 1 G 0.1 w"), ""),
		simple("white over a shadow", "", secret("")+Text(60.5, 699.5, "1 g", Secret), ""),
		simple("black over white", "", secret("1 g")+secret(""), ""),
		simple("turned text", "", "q 0 1 -1 0 300 300 cm "+Text(0, 0, "", Secret)+"Q\n", ""),
		simple("skewed text", "", "q 0.7 0.7 -0.7 0.7 300 300 cm "+Text(0, 0, "", Secret)+"Q\n", ""),
		simple("turned page", "", secret(""), "/Rotate 270"),
		simple("clipped to around it", "", "q 40 690 300 30 re W n "+secret("")+"Q\n", ""),
		simple("filled and stroked", "", secret("2 Tr 0.3 w"), ""),
	}
	for i := range tricks {
		if tricks[i].Why == "" {
			tricks[i].Secret, tricks[i].Shown = "", Secret
		}
		if tricks[i].Name == "squeezed" { // too narrow to tell its spaces
			tricks[i].Report = strings.ReplaceAll(Secret, " ", "")
		}
	}
	return append(tricks, builtTricks()...)
}

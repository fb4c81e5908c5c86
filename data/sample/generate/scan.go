package main

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// letterText is what a reader sees on the scanned page. A program that does not look at pictures sees
// nothing, and has to say so.
const letterText = `Limited assurance letter

To the Supervisory Board of Kooijveld Samudrasa N.V.

We were engaged to give limited assurance on the amounts of Scope 1
and location-based Scope 2 emissions and on the lost-time injury rate
for the year ended 31 December 2024.

Our work consisted of enquiries, analysis and visits to the sites at
Gresik and Moerdijk. It was less in extent than work for reasonable
assurance. Scope 3 emissions were not part of our work.

Based on our procedures, nothing has come to our attention that causes
us to believe that the amounts named above are not prepared, in all
material respects, in accordance with the criteria of the company.

Utrecht, 12 March 2025

Verhagelmans Assurance B.V.
(signed)`

// assuranceLetter draws page 17: black on white at 100 dots per inch, slightly askew, with specks.
func assuranceLetter() (image.Image, error) {
	const width, height = 827, 1169
	page := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("reading the typeface of the scanned page: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 15, DPI: 100, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("sizing the typeface of the scanned page: %w", err)
	}
	defer face.Close()
	y := 190
	for _, line := range strings.Split(letterText, "\n") {
		x := 90
		for _, r := range line {
			// A step down every 260 dots: the sheet lay askew on the glass.
			advance := drawGlyph(page, face, r, x, y+x/260)
			x += advance
		}
		y += 31
	}
	// Specks from a fixed sequence, so that the picture is always the same.
	seed := uint32(2024)
	for range 500 {
		seed = seed*1664525 + 1013904223
		px := int(seed>>8) % width
		seed = seed*1664525 + 1013904223
		page.SetColorIndex(px, int(seed>>8)%height, 1)
	}
	return page, nil
}

func drawGlyph(page *image.Paletted, face font.Face, r rune, x, y int) int {
	box, mask, at, advance, ok := face.Glyph(fixed.P(x, y), r)
	if !ok {
		return 0
	}
	for gy := range box.Dy() {
		for gx := range box.Dx() {
			if _, _, _, a := mask.At(at.X+gx, at.Y+gy).RGBA(); a > 0x6000 {
				page.SetColorIndex(box.Min.X+gx, box.Min.Y+gy, 1)
			}
		}
	}
	return advance.Round()
}

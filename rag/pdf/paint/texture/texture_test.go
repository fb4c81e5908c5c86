package texture_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/texture"
)

// drawn makes a picture of lightnesses from 0 to 255.
func drawn(light func(x, y int, noise float64) float64) image.Image {
	const width, height = 640, 480
	r := rand.New(rand.NewPCG(1, 2))
	m := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetGray(x, y, color.Gray{Y: uint8(min(max(light(x, y, r.NormFloat64()), 0), 255))})
		}
	}
	return m
}

func TestPicturesWithoutWords(t *testing.T) {
	hills := func(x, y int, noise float64) float64 {
		return 120 + 70*math.Sin(float64(x)/23)*math.Cos(float64(y)/31) + 25*math.Sin(float64(x*y)/4000) + 4*noise
	}
	table := func(x, y int, _ float64) float64 {
		if y%40 == 0 || x%160 == 0 || y%40 > 12 && y%40 < 24 && x%160 < 70 && (x/3+y/5)%2 == 0 { // rules, and letters
			return 20
		}
		return 250
	}
	bars := func(x, y int, _ float64) float64 {
		if x%80 < 50 && y > 100+(x/80)*37%300 {
			return 90
		}
		return 255
	}
	for name, c := range map[string]struct {
		of   image.Image
		want bool
	}{
		"hills":                        {drawn(hills), true},
		"leaves":                       {drawn(func(_, _ int, noise float64) float64 { return 110 + 60*noise }), true},
		"a ground that shades off":     {drawn(func(x, y int, _ float64) float64 { return float64(x+y) / 6 }), true},
		"an even ground":               {drawn(func(int, int, float64) float64 { return 40 }), true},
		"a table":                      {drawn(table), false},
		"a table on paper":             {drawn(func(x, y int, noise float64) float64 { return table(x, y, 0) - 15 + 5*noise }), false},
		"bars":                         {drawn(bars), false},
		"too small for what it may be": {image.NewGray(image.Rect(0, 0, 3, 3)), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := texture.Of(c.of); got.Wordless() != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

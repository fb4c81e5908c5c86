package position

import (
	"fmt"
	"strings"
	"testing"
)

func TestPoints(t *testing.T) {
	for text, want := range map[string]string{
		"at 6.2°S 106.8°E":                          "-6.2000 106.8000 0.1000",
		"106.8° E, 6.2° S":                          "-6.2000 106.8000 0.1000",
		`6° 12' 30" S, 106° 48' 0" E`:               "-6.2083 106.8000 0.0003",
		"51.69 degrees north, 4.59 degrees east":    "51.6900 4.5900 0.0100",
		"N 51° 41.4' E 4° 35.4'":                    "51.6900 4.5900 0.0017",
		"coordinates: -7.165, 112.652":              "-7.1650 112.6520 0.0010",
		"(coordinates −7.165, 112.652)":             "-7.1650 112.6520 0.0010",
		"GPS -7.16, 112.65 and GPS 51.69, 4.59":     "-7.1600 112.6500 0.0100; 51.6900 4.5900 0.0100",
		"6.2°S":                                     "", // half a place
		"between 40 °C and 60 °C":                   "",
		"95.0°N 10.0°E":                             "",
		"10° 75' N, 10° E":                          "",
		"revenue of 12.34, 56.78 in the year":       "",
		"coordinates the work of 12 teams, 13 more": "",
		"coordinates: 97.165, 12.652":               "",
		"":                                          "",
	} {
		t.Run(text, func(t *testing.T) {
			var got []string
			for _, p := range Points(text) {
				if p.From < 0 || p.To > len(text) || p.From >= p.To {
					t.Errorf("%+v", p)
				}
				got = append(got, fmt.Sprintf("%.4f %.4f %.4f", p.Latitude, p.Longitude, p.Fine))
			}
			if s := strings.Join(got, "; "); s != want {
				t.Errorf("%q, want %q", s, want)
			}
		})
	}
}

func FuzzPoints(f *testing.F) {
	f.Add(`6° 12' 30" S, 106° 48' E; coordinates: -7.165, 112.652`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range Points(text) {
			if p.From < 0 || p.To > len(text) || p.From >= p.To || p.Latitude < -90 || p.Latitude > 90 || p.Longitude < -180 || p.Longitude > 180 {
				t.Errorf("%q: %+v", text, p)
			}
		}
	})
}

// Package position reads places that a text gives by coordinates: "6.2°S 106.8°E", "6° 12' 30\" S, 106° 48' E". It is a
// function of the text.
package position

import (
	"math"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Position is where a text gives a place. A text that has only one of the two coordinates gives no point.
type Position struct {
	From, To int // in bytes

	Point               bool    // both are there
	Latitude, Longitude float64 // degrees; those of a Point

	// Fine is the size of a step of the coarser coordinate as it is printed, in degrees: "6.2°S" may be 0.05° off. For
	// whoever wants to know what may lie around.
	Fine float64
}

// degree is one coordinate: degrees with minutes and seconds that may follow, and the direction behind or before them. The sign of a
// degree, or the word, has to be there: "5 S" is a size.
var degree = pattern.Compile(`(?:\b([NSEW])\s?)?(\d{1,3}(?:[.,]\d{1,6})?)\s?(?:°|º|˚|\bdegrees?\b|\bdeg\b)` +
	`\s?(?:(\d{1,2}(?:[.,]\d{1,4})?)\s?['’′]\s?(?:(\d{1,2}(?:[.,]\d{1,4})?)\s?(?:["”″]|''|′′|’’)\s?)?)?` +
	`(?:([NSEW])\b|((?i:north|south|east|west))(?i:\s+latitude|\s+longitude)?\b)?`)

// coordinate is where one coordinate stands in a text.
type coordinate struct {
	from, to int
	upright  bool // a latitude
	value    float64
	fine     float64
}

// coordinatesIn returns the coordinates of a text. Neither temperatures nor angles have a direction, and no latitude is beyond a
// pole.
func coordinatesIn(text string) []coordinate {
	if !strings.ContainsAny(text, "°º˚") && !strings.Contains(text, "deg") {
		return nil
	}
	var out []coordinate
	for at := 0; ; {
		m := degree.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return out
		}
		c, ok := coordinateOf(text[at:], m)
		c.from, c.to = c.from+at, c.to+at
		if ok {
			out = append(out, c)
		}
		at = c.to
	}
}

// coordinateOf reads what the pattern has found. It ends where the next search begins.
func coordinateOf(text string, m []int) (c coordinate, ok bool) {
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return text[m[2*i]:m[2*i+1]]
	}
	c = coordinate{from: m[0], to: m[1]}
	direction := strings.ToUpper(group(5) + group(6))
	switch before := group(1); {
	case before == "":
	case direction == "":
		direction = before
	case m[10] >= 0 && figureBehind.MatchString(text[m[1]:]): // "S 6.2° E 106.8°"
		direction, c.to = before, m[10]
	default: // the letter belongs to what stands before
		c.from = m[4]
	}
	if direction == "" {
		return c, false
	}
	most := 180.0
	if c.upright = direction[0] == 'N' || direction[0] == 'S'; c.upright {
		most = 90
	}
	degrees, known := number(group(2))
	minutes, _ := number(group(3))
	seconds, _ := number(group(4))
	c.value, c.fine = degrees+minutes/60+seconds/3600, step(group(2))
	switch {
	case group(4) != "":
		c.fine = step(group(4)) / 3600
	case group(3) != "":
		c.fine = step(group(3)) / 60
	}
	if direction[0] == 'S' || direction[0] == 'W' {
		c.value = -c.value
	}
	c.to = len(strings.TrimRight(text[:c.to], " "))
	return c, known && math.Abs(c.value) <= most && minutes < 60 && seconds < 60
}

var figureBehind = pattern.Compile(`^\s?\d`)

func number(s string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	return v, err == nil
}

// step is one unit of the last printed place of a figure.
func step(s string) float64 {
	at := strings.IndexAny(s, ".,")
	if at < 0 {
		return 1
	}
	return math.Pow10(-(len(s) - at - 1))
}

// Find returns the places that a text gives by coordinates, in order: a latitude and the longitude beside it are one.
func Find(text string) []Position {
	var out []Position
	open := false // the last one has only its first coordinate
	var last coordinate
	for _, c := range coordinatesIn(text) {
		between := strings.Trim(text[last.to:c.from], " ,;/|·-–")
		if open && last.upright != c.upright && (between == "" || between == "and") {
			p := &out[len(out)-1]
			p.To = c.to
			p.Latitude, p.Longitude, p.Fine = c.value, last.value, max(c.fine, last.fine)
			if last.upright {
				p.Latitude, p.Longitude = last.value, c.value
			}
			p.Point = math.Abs(p.Latitude) <= 90
			open = false
			continue
		}
		out = append(out, Position{From: c.from, To: c.to})
		open, last = true, c
	}
	return out
}

// pair are two signed decimals behind a word that says that they are coordinates: without it they may be any figures.
var pair = pattern.Compile(`(?i)\b(?:co-?ordinates|GPS|lat(?:itude)?(?:\s?[/,]\s?lon(?:g(?:itude)?)?)?)\b[\s:(]{1,4}` +
	`([-−+]?\d{1,2}\.\d{2,7})°?\s?[,;/]\s?(?:lon(?:g(?:itude)?)?\s?:?\s?)?([-−+]?\d{1,3}\.\d{2,7})`)

// Points are the points of a text: those of Find, and pairs of decimals that are said to be coordinates, latitude
// first as is usual.
func Points(text string) []Position {
	var out []Position
	for _, p := range Find(text) {
		if p.Point {
			out = append(out, p)
		}
	}
	for _, m := range pair.FindAllStringSubmatchIndex(text, -1) {
		lat, long := text[m[2]:m[3]], text[m[4]:m[5]]
		plain := strings.NewReplacer("−", "-", "+", "")
		a, errA := strconv.ParseFloat(plain.Replace(lat), 64)
		b, errB := strconv.ParseFloat(plain.Replace(long), 64)
		if errA != nil || errB != nil || math.Abs(a) > 90 || math.Abs(b) > 180 {
			continue
		}
		out = append(out, Position{From: m[2], To: m[5], Point: true, Latitude: a, Longitude: b, Fine: max(step(lat), step(long))})
	}
	return out
}

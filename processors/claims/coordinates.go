package claims

import (
	"regexp"
	"strconv"
	"strings"
)

// Coordinates name a place without a name: "6.2°S 106.8°E", "6° 12' 30\" S".

// degree is one coordinate: degrees with minutes and seconds that may follow, and the direction behind or before them. The sign of a
// degree, or the word, has to be there: "5 S" is a size.
var degree = regexp.MustCompile(`(?:\b([NSEW])\s?)?(\d{1,3}(?:[.,]\d{1,6})?)\s?(?:°|º|˚|\bdegrees?\b|\bdeg\b)` +
	`\s?(?:(\d{1,2}(?:[.,]\d{1,4})?)\s?['’′]\s?(?:(\d{1,2}(?:[.,]\d{1,4})?)\s?(?:["”″]|''|′′|’’)\s?)?)?` +
	`(?:([NSEW])\b|((?i:north|south|east|west))(?i:\s+latitude|\s+longitude)?\b)?`)

// coordinate is where one coordinate stands in a text.
type coordinate struct {
	from, to int
	upright  bool // a latitude
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
	value, err := strconv.ParseFloat(strings.ReplaceAll(group(2), ",", "."), 64)
	c.to = len(strings.TrimRight(text[:c.to], " "))
	return c, err == nil && value <= most && !beyondSixty(group(3)) && !beyondSixty(group(4))
}

var figureBehind = regexp.MustCompile(`^\s?\d`)

// beyondSixty reports whether minutes or seconds are more than there are.
func beyondSixty(s string) bool {
	value, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	return err == nil && value >= 60
}

// positions are the places that a text gives by coordinates: a latitude and the longitude beside it are one.
func positions(text string) []span {
	var out []span
	open := false // the last one has only its first coordinate
	var last coordinate
	for _, c := range coordinatesIn(text) {
		between := strings.Trim(text[last.to:c.from], " ,;/|·-–")
		if open && last.upright != c.upright && (between == "" || between == "and") {
			out[len(out)-1].to = c.to
			open = false
			continue
		}
		out = append(out, span{c.from, c.to})
		open, last = true, c
	}
	return out
}

// span is a stretch of a text, in bytes.
type span struct{ from, to int }

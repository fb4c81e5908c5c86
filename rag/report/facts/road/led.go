package road

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// apart are the parts of a line that stand apart from one another.
func apart(l *document.Line, text []rune) (out []line) {
	from := 0
	for k := 0; k <= len(text); k++ {
		if k < len(text) && (text[k] != '\t' || len(l.Edges) != len(text)+1) {
			continue
		}
		if k > from {
			one := line{rect: l.Rect, text: string(text[from:k])}
			if len(l.Edges) == len(text)+1 {
				one.rect[0], one.rect[2] = l.Rect[0]+float64(l.Edges[from])/10, l.Rect[0]+float64(l.Edges[k])/10
			}
			if soleYear.MatchString(one.text) {
				one.year = vocabulary.YearIn(one.text)
			}
			out = append(out, one)
		}
		from = k + 1
	}
	return out
}

// ledBy are the steps of a road whose lines begin with their years, below one another; the lines that follow each go on with it.
func ledBy(all []line) (out []step) {
	var years []line
	for _, l := range byHeight(all) {
		if m := ledByYear.FindStringSubmatch(l.text); m != nil && l.year == 0 {
			l.year = vocabulary.Atoi(m[1])
			years = append(years, l)
		}
	}
	near := func(a, b *line) bool {
		return math.Abs(a.rect[0]-b.rect[0]) < 0.3*height(b.rect) && math.Abs(height(a.rect)-height(b.rect)) < sameHeight*height(b.rect)
	}
	for _, group := range alike(years, near) {
		rising, falling := len(group) >= leastSteps && len(group) <= mostSteps, len(group) >= leastSteps && len(group) <= mostSteps
		for i := 1; i < len(group); i++ {
			rising, falling = rising && group[i].year > group[i-1].year, falling && group[i].year < group[i-1].year
		}
		if !rising && !falling {
			continue
		}
		for i, l := range group {
			foot := math.Inf(1)
			if i+1 < len(group) {
				foot = group[i+1].rect[1]
			}
			s := step{year: l.year, rect: l.rect}
			s.take(l)
			edge := l.rect[3]
			for _, o := range byHeight(all) {
				below := o.rect[1] - edge
				if below >= -0.3*height(o.rect) && below < 0.8*height(o.rect) && o.rect[3] <= foot+1 && o.rect[0] >= l.rect[0]-1 && o.rect[0] < l.rect[2] && o.year == 0 {
					s.take(o)
					edge = o.rect[3]
				}
			}
			out = append(out, s)
		}
	}
	return out
}

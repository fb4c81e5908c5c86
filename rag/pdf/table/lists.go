package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// numbersItems recognises a numbered list: 1, 2, 3 in front of texts.
func (f *frame) numbersItems(t *Table) bool {
	if t.Cols != 2 {
		return false
	}
	last := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.Col > 0 || len(c.Lines) == 0 {
			continue
		}
		n, err := strconv.Atoi(strings.TrimRight(f.text(c.Lines[0]), ".)"))
		if err != nil || n != last+1 {
			return false
		}
		last = n
	}
	return last > 1
}

// listsPages recognises contents: texts with the numbers of pages, which only grow.
func (f *frame) listsPages(t *Table) bool {
	pages, other := 0, 0
	for k := 0; k < t.Cols; k++ {
		var numbers []int
		plain, chapters := true, true
		for i := range t.Cells {
			c := &t.Cells[i]
			if c.Col != k || len(c.Lines) == 0 {
				continue
			}
			if kd := f.kindOfCell(c); c.Row == 0 && k > 0 && kd != printed.Number && kd != printed.Absent {
				plain = false // a column with a head
			}
			if k == 0 {
				for _, l := range c.Lines {
					if s := f.text(l); strings.Contains(s, "....") || strings.Contains(s, ". . .") {
						return true
					}
				}
				continue
			}
			if f.kindOfCell(c) != printed.Number {
				continue
			}
			n, err := strconv.Atoi(f.text(c.Lines[0]))
			chapters = chapters && sectionNumber(f.text(c.Lines[0]))
			plain = plain && err == nil // "1,234", "12 %" are no pages
			numbers = append(numbers, n)
		}
		switch {
		case len(numbers) < 3 || chapters:
		case plain && slices.IsSorted(numbers) && numbers[len(numbers)-1] < 2000 && numbers[0] != numbers[len(numbers)-1]:
			pages++
		default:
			other++
		}
	}
	return pages > 0 && other == 0
}

// sectionNumber recognises the number of a part of a chapter: 7.10.
func sectionNumber(s string) bool {
	chapter, part, ok := strings.Cut(s, ".")
	return ok && len(chapter) > 0 && len(chapter) < 3 && len(part) > 0 && len(part) < 3 && printed.Digits(chapter+part) == len(chapter)+len(part)
}

// headed says that a single column of figures has a head, or units that make it one of measurements.
func (f *frame) headed(t *Table) bool {
	units := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.Col == 0 || len(c.Lines) == 0 {
			continue
		}
		if k := f.kindOfCell(c); c.Row == 0 && k != printed.Number && k != printed.Absent {
			return true
		}
		if g, ok := printed.ReadFigure(f.text(c.Lines[0])); ok && (g.Unit != "" || strings.ContainsAny(g.Token, ".,")) {
			units++
		}
	}
	return units >= 3
}

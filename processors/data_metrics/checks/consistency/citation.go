package consistency

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// citations finds the figures of tables that a sentence cites, by what they are called: how much of the name of a cell - of its row, its
// column and what stands over them - the words of the sentence make up, a rare word counting more than a common one.
type citations struct {
	weight  map[string]int           // of the words of names
	leading map[string][]cell        // by their first digits, from two to all
	prints  map[string][]*facts.Fact // the figures of tables by their digits
	lines   []sheet.Timeline
	tiles   map[int]bool // tables of tiles and drawings

	id    map[string]int // of the words of names
	names []calledBy     // of lines
	about []string       // the words that shares are for
	said  []int          // the share of each line
}

// calledBy is what a line is called by, as ids, and the weight of all.
type calledBy struct {
	name, over       []int
	nameAll, overAll int
}

// cell is a figure of a table with what it is called.
type cell struct {
	sheet.Entry
	line *sheet.Timeline
	at   int // of the line
}

// mostLeading is by how many of its first digits a figure is found: sentences round.
const mostLeading = 9

func readCitations(s *sheet.Sheet) *citations {
	return sheet.Once(s, func() *citations {
		c := &citations{
			weight: map[string]int{}, leading: map[string][]cell{}, prints: map[string][]*facts.Fact{}, lines: s.Timelines().All, tiles: map[int]bool{},
			id: map[string]int{},
		}
		count := map[string]int{}
		lines := c.lines
		for i := range lines {
			for _, w := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(lines[i].Name, lines[i].Over)))) {
				count[w]++
			}
			for _, year := range lines[i].Years() {
				e := lines[i].At[year]
				digits := compare.Significant(e.Value)
				if trail := trailingZeros(e.Value); trail > 0 {
					digits += strings.Repeat("0", min(trail, mostLeading))
				}
				for n := 2; n <= min(len(digits), mostLeading); n++ {
					k := leadingDigits(digits, n)
					c.leading[k] = append(c.leading[k], cell{e, &lines[i], i})
				}
			}
		}
		for _, t := range s.Tables {
			c.tiles[t.Number] = len(t.Cols) == 1 && len(t.All) <= mostTiles
		}
		for w, n := range count {
			c.weight[w] = bits.Len(uint(len(lines)/n)) + 1
		}
		c.callLines()
		for i := range s.Facts {
			if f := &s.Facts[i]; f.Source == facts.FromTable {
				c.prints[compare.Significant(f.Value)] = append(c.prints[compare.Significant(f.Value)], f)
			}
		}
		return c
	})
}

// leadingDigits are the first n of some digits, rounded.
func leadingDigits(digits string, n int) string {
	b := []byte(digits[:n])
	if len(digits) == n || digits[n] < '5' {
		return string(b)
	}
	for i := n - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b[:n-1])
}

// trailingZeros are those of a whole number.
func trailingZeros(value string) int {
	if strings.Contains(value, ".") {
		return 0
	}
	return len(value) - len(strings.TrimRight(value, "0"))
}

// callLines puts down by which words each line is called.
func (c *citations) callLines() {
	ids := func(name []string) (out []int, all int) {
		for _, w := range name {
			id, known := c.id[w]
			if !known {
				id = len(c.id)
				c.id[w] = id
			}
			out, all = append(out, id), all+c.weight[w]
		}
		return out, all
	}
	c.names = make([]calledBy, len(c.lines))
	for i := range c.lines {
		n := &c.names[i]
		n.name, n.nameAll = ids(c.lines[i].Name)
		n.over, n.overAll = ids(c.lines[i].Over)
	}
	c.said = make([]int, len(c.lines))
}

// shares are how much of the name of each line some words make up, in percent: of its own name, or of that with the headings over it. They are asked for
// with the same words again and again.
func (c *citations) shares(about []string) []int {
	if c.about != nil && slices.Equal(c.about, about) {
		return c.said
	}
	c.about = slices.Clone(about)
	weights := make([]int, len(c.id))
	for _, w := range about {
		if id, known := c.id[w]; known {
			weights[id] = c.weight[w]
		}
	}
	sum := func(ids []int) (n int) {
		for _, id := range ids {
			n += weights[id]
		}
		return n
	}
	for i := range c.names {
		n := &c.names[i]
		all, said := max(n.nameAll, 1), sum(n.name)
		if c.said[i] = 0; said > 0 {
			c.said[i] = max(100*said/all, 100*(said+sum(n.over))/(all+max(n.overAll, 1)))
		}
	}
	return c.said
}

// How much of its name, in percent, a sentence has to say of a cell that it cites, and how often at most another cell of such a name
// would have the digits by chance, in thousandths.
const (
	leastSaid    = 45
	mostByChance = 1
	wholeName    = 90 // with which the figure is likely of the cell anyhow
	mostOfNamed  = 20
	mostOfName   = 60
)

// tells reports whether a slip of a figure that cites so much of a name is no chance.
func (c *citations) tells(q quantity.Quantity, digits string, same bool, year, share int, about []string) bool {
	switch n := c.byChance(q, digits, same, year, share, about); {
	case share >= wholeName:
		return n <= mostOfNamed
	case share >= mostOfName:
		return n <= 12
	case share >= leastSaid:
		return n <= mostByChance
	}
	return false
}

// byChance is how many cells of a year that a sentence names as well can be expected to have the digits of a slip of its figure, in thousandths.
func (c *citations) byChance(q quantity.Quantity, digits string, same bool, year, share int, about []string) int {
	n := 0
	for i, said := range c.shares(about) {
		if said < share {
			continue
		}
		if e, there := c.lines[i].At[year]; there && e.Sayable(q) && alike(q, e) {
			n++
		}
	}
	of := 9
	for range digits[1:] {
		of *= 10
	}
	if same {
		return 1000 * n / of
	}
	return 1000 * n * (len(slips(digits)) - 1) / of
}

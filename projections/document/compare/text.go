package compare

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/events/phrase"
)

// Text shows a comparison on a terminal.
func (c Comparison) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), %s -> %s\n", cmp.Or(c.Later.Company, c.Later.Filename), cmp.Or(c.Later.Period, "period unknown"),
		c.Earlier.Filename, c.Later.Filename)
	for _, n := range c.Notes {
		fmt.Fprintf(&b, "Note: %s\n", n)
	}
	fmt.Fprintf(&b, "\nRestated figures: %d\n", len(c.Restated))
	for _, r := range c.Restated {
		marked := "not said to be restated"
		if r.Said != nil {
			marked = fmt.Sprintf("said to be restated on p. %d", r.Said.Page)
		} else if r.Marked {
			marked = "said to be restated"
		}
		fmt.Fprintf(&b, "  %s, %d: %s (p. %d) -> %s (p. %d), %s, %s\n", cmp.Or(r.Name, r.What), r.Year, phrase.Amount(r.Earlier.Text), r.Earlier.Page,
			phrase.Amount(r.Later.Text), r.Later.Page, changed(r.ChangePercent), marked)
	}
	fmt.Fprintf(&b, "\nTargets that no target of the later report takes up: %d\n", len(c.Dropped))
	for _, p := range c.Dropped {
		fmt.Fprintf(&b, "  p. %d  %s\n", p.Page, p.Text)
	}
	fmt.Fprintf(&b, "\nTargets that are set otherwise: %d\n", len(c.Changed))
	for _, x := range c.Changed {
		fmt.Fprintf(&b, "  %s%s\n", cmp.Or(strings.Join(x.What, "; "), "in other words"), perhaps(x.Uncertain, "may be another target"))
		pair(&b, x.Pair)
	}
	fmt.Fprintf(&b, "\nWhat is counted in, described otherwise or in other words: %d\n", len(c.Boundaries))
	for _, x := range c.Boundaries {
		fmt.Fprintf(&b, "  %s%s\n", x.About, perhaps(x.Uncertain, "may be the same in other words"))
		pair(&b, x.Pair)
	}
	fmt.Fprintf(&b, "\nReworded statements: %d\n", len(c.Reworded))
	for _, p := range c.Reworded {
		pair(&b, p)
	}
	return b.String()
}

// changed says by how much a figure was changed.
func changed(percent string) string {
	switch less, down := strings.CutPrefix(percent, "-"); {
	case percent == "":
		return "by what cannot be said"
	case down:
		return strings.TrimSuffix(less, ".00") + " % less"
	}
	return strings.TrimSuffix(percent, ".00") + " % more"
}

// perhaps adds what something may be, where that is not sure.
func perhaps(uncertain bool, what string) string {
	if uncertain {
		return " (" + what + ")"
	}
	return ""
}

func pair(b *strings.Builder, p Pair) {
	for _, x := range []struct {
		sign string
		at   Place
	}{{"-", p.Earlier}, {"+", p.Later}} {
		if x.at.Page == 0 {
			fmt.Fprintf(b, "  %s nothing\n", x.sign)
			continue
		}
		fmt.Fprintf(b, "  %s p. %d  %s\n", x.sign, x.at.Page, phrase.Words(x.at.Text, 60))
	}
}

package legal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
)

// materiality says why a disclosure matters, for the industry where it is known: the topics of its SASB standard are
// what S2.12 and S2.32 ask a company to look at.
func (c *comparison) materiality(p *ifrs.Paragraph) string {
	catalogue, err := sasb.Load()
	if err != nil || c.sector == "" {
		return p.Materiality
	}
	industry, ok := catalogue.Industry(strings.ToUpper(strings.TrimSpace(c.sector)))
	if !ok {
		return p.Materiality
	}
	switch {
	case p.ID == "S2.32" || p.ID == "S2.10(a)" || p.ID == "S1.48":
		found, silent := c.topicsOf(industry)
		text := fmt.Sprintf("%s For %s the SASB topics on climate are: %s.", p.Materiality, industry.Name, strings.Join(append(append([]string{}, found...), silent...), ", "))
		if len(silent) > 0 {
			text += " Not recognised in this report: " + strings.Join(silent, ", ") + "."
		}
		return text
	case strings.HasPrefix(p.ID, "S2."):
		return fmt.Sprintf("%s The company is in %s (SASB %s).", p.Materiality, industry.Name, industry.Code)
	}
	return p.Materiality
}

// topicsOf parts an industry's climate topics into those that the report speaks of and those that it does not.
func (c *comparison) topicsOf(industry *sasb.Industry) (found, silent []string) {
	for _, t := range industry.Topics {
		if !t.Climate || t.Name == "Activity metrics" {
			continue
		}
		if c.speaksOf(append([]string{t.Name}, t.Keywords...)) {
			found = append(found, t.Name)
		} else {
			silent = append(silent, t.Name)
		}
	}
	return found, silent
}

func (c *comparison) speaksOf(keywords []string) bool {
	if c.ix == nil {
		return false
	}
	for _, p := range c.ix.passages {
		lower := strings.ToLower(p.text)
		for _, k := range keywords {
			if strings.Contains(lower, strings.ToLower(k)) {
				return true
			}
		}
	}
	return false
}

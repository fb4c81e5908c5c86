package quantity_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestAboutIsShortenedRightBeforeAFigure(t *testing.T) {
	for text, want := range map[string]string{
		"We flew c.13,500 hours": "13500  about", "(c.50% of it)": "50 % about", "c.£50 million of it": "50000000 GBP about", "c. 40% of it": "40 % about",
		"It is ca.40% of it": "40 % about", "etc. 40% of it": "40 %",
	} {
		t.Run(text, func(t *testing.T) {
			all := quantity.Find(text, quantity.Point)
			if len(all) != 1 || strings.TrimSpace(show(all[0])) != want {
				t.Errorf("%v, want %s", all, want)
			}
		})
	}
}

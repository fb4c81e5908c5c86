package shares

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// added are shares that a sentence gives as the parts of one whole.
type added struct {
	events.Check
	all       []quantity.Quantity
	sum, half *apd.Decimal // what they make, and how far printing to the last place leaves that open
}

func addShares(x sheet.Statement, all []quantity.Quantity) added {
	a := added{all: all, sum: quantity.Int(0), half: quantity.Int(0)}
	label := sheet.StatedLabel + " parts of a whole"
	var terms []string
	for _, q := range all {
		a.sum, a.half = quantity.Sum(a.sum, q.Value), quantity.Sum(a.half, q.Half)
		terms = append(terms, quantity.Print(q.Value, 12))
		a.Inputs = append(a.Inputs, x.Input(label, q))
		label = "part"
	}
	a.Working = strings.Join(terms, " + ") + " = " + compare.Show(a.sum) + " %"
	return a
}

// off is how far the shares are from making 100 %, whichever way.
func (a added) off() *apd.Decimal { return quantity.Abs(quantity.Sub(a.sum, compare.Hundred)) }

// wrong tells that the shares do not make 100 %, in a message that has what they make.
func (a added) wrong(x sheet.Statement, said quantity.Quantity, message string) sheet.Utterance {
	a.Result, a.Severity = events.CheckFail, "critical"
	compare.Settle(&a.Check, compare.Hundred, a.sum, "%", false)
	a.Message = fmt.Sprintf(message, compare.Show(a.sum))
	return x.Utter(a.Check, said.Text, true)
}

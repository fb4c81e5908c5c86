package keyfigures

import (
	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Whose is the row that makes most of a total, of those that stand beside it and add up to it, by the one heading in which it differs from the total's.
func Whose(figures []Figure, total *Figure) (row Row, heading string, ok bool) {
	var largest *Figure
	sum := new(apd.Decimal)
	for i := range figures {
		f := &figures[i]
		part := f.partOf(total)
		if part == "" || f.Year != total.Year {
			continue
		}
		sum = quantity.Sum(sum, f.Value)
		if largest == nil || f.Value.Cmp(largest.Value) > 0 {
			largest, heading = f, part
		}
	}
	if largest == nil || sum.Cmp(total.Value) != 0 || quantity.Mul(largest.Value, quantity.Int(2)).Cmp(total.Value) <= 0 {
		return Row{}, "", false
	}
	row = Row{Family: largest.Family, Unit: largest.Unit, Name: Name(*largest)}
	for _, f := range figures {
		if rowKey(f) == rowKey(*largest) && f.Page == largest.Page {
			row.Figures = append(row.Figures, f)
		}
	}
	row.Figures = single(row.Figures)
	return row, heading, row.In(total.Year) != nil
}

// partOf is the one heading in which a figure's row differs from the row of a total, where the total's is that of one; else nothing.
func (f *Figure) partOf(t *Figure) string {
	if f.Page != t.Page || f.Caption != t.Caption || f.Unit != t.Unit || len(f.RowPath) != len(t.RowPath) || f.Value == nil {
		return ""
	}
	other := ""
	for i := range f.RowPath {
		switch {
		case f.RowPath[i] == t.RowPath[i]:
		case other != "" || !total.MatchString(t.RowPath[i]) || total.MatchString(f.RowPath[i]):
			return ""
		default:
			other = f.RowPath[i]
		}
	}
	return other
}

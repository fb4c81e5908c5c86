package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Place puts a column "place" behind "page" that says in words where a row is from: its pages, the row of a list, or the whole of its source.
// own is the source of whose whole the rest is said. Of a table that has such a column the cells with nothing are filled.
func (t *Table) Place(own, whole string) {
	at := func(column string) int { return slices.Index(t.Columns, column) }
	page, pages, line, source := at("page"), at("pages"), at("row"), at("source")
	said := func(row []any) any {
		if pages >= 0 {
			if several, ok := row[pages].(string); ok && strings.Contains(several, "; ") {
				return "pages " + strings.ReplaceAll(several, "; ", ", ")
			}
		}
		if n, ok := row[page].(int); ok {
			return fmt.Sprint("page ", n)
		}
		if line >= 0 {
			if n, ok := row[line].(int); ok {
				return fmt.Sprint("row ", n)
			}
		}
		if source >= 0 && row[source] != own {
			return "whole document"
		}
		return whole
	}
	filled := at("place")
	if filled < 0 {
		t.Insert("page", "place", said)
		return
	}
	for _, row := range t.Rows {
		if row[filled] == nil {
			row[filled] = said(row)
		}
	}
}

// InOneUnit are the amounts of a check as numbers with the unit that they share; what is not one exact amount stays the text that it is. Where two are in
// different units, all stay text: a number without its unit would say something else.
func InOneUnit(texts ...string) (out []any, unit string) {
	first := true
	for _, text := range texts {
		value, of, _ := strings.Cut(text, " ")
		switch {
		case text == "":
			out = append(out, nil)
			continue
		case !decimal.MatchString(value), another.MatchString(of):
			out = append(out, text)
			continue
		case !first && of != unit:
			return asTheyAre(texts), ""
		}
		first, unit = false, of
		out = append(out, Decimal(value))
	}
	return out, unit
}

var (
	decimal = pattern.Compile(`^-?[0-9]+(\.[0-9]+)?$`)
	another = pattern.Compile(`(?:^|\s)[-+]?[0-9]`) // number, so that there is not one amount
)

func asTheyAre(texts []string) []any {
	out := make([]any, len(texts))
	for i, s := range texts {
		out[i] = s
	}
	return out
}

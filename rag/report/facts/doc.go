// Package facts reads the figures that a parsed report states: the fact sheet. A fact is one figure with what
// it measures, its unit, period, boundary and method, and the place where a reader sees it. The sheet is a pure
// function of the parse and is stored by its hash.
//
// Figures come from tables, from lines that are tables without a grid, and from sentences. All three are first
// read as cells - a figure with the headings above and beside it - and one reader then says what a cell's
// headings mean, so that a figure is understood alike wherever it stands.
//
// Sentences state more than tables do: targets with their base year and year, internal carbon prices, the share of pay
// that hangs on climate, besides amounts. Each kind is read in a few constructions that leave one reading; a figure
// beside words that it may not belong to, or that others speak of, is left out.
//
// Nothing is guessed away. A unit with two readings keeps both and has no base value; a figure whose headings
// name no metric is "other"; a figure without a year has none. The same figure on pages in two languages is one
// fact with two places; where the two differ, both are facts that name each other.
package facts

// Package facts reads the figures that a parsed report states: the fact sheet. A fact is one figure with what
// it measures, its unit, period, boundary and method, and the place where a reader sees it. The sheet is a pure
// function of the parse and is stored by its hash.
//
// Figures come from tables, from lines that are tables without a grid, and from sentences. All three are first
// read as cells - a figure with the headings above and beside it - and one reader then says what a cell's
// headings mean, so that a figure is understood alike wherever it stands.
//
// Nothing is guessed away. A unit with two readings keeps both and has no base value; a figure whose headings
// name no metric is "other"; a figure without a year has none. The same figure on pages in two languages is one
// fact with two places; where the two differ, both are facts that name each other.
package facts

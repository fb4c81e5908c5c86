// Package table finds the tables of a page and says what stands in them: which words make a cell, which cells
// are merged, what heads them, in which unit and period their figures are, and what the figures are worth.
//
// It works in two steps, because a table may begin on one page and end on another and because the number
// format of a filing shows only once all of it is there:
//
//	tables := table.Find(words, page)   // per page: the cells by their words
//	completed := table.Join(pages)      // once: headers carried over, units, periods, values
//
// Find looks at the page as painted (ruled lines, filled areas) and at how its words stand in columns. Words
// are named by their index in the slice that was given, so that the caller can write a table's text wherever
// it wants and still knows where each cell went. Join keeps every table's place and shape: completed[i][j]
// is pages[i].Tables[j], with as many rows and columns.
//
// Both are pure functions, safe for concurrent use, and bounded: a page with more words, lines or fills than
// a printed page can hold is searched without the surplus lines, or not at all. Nothing here panics on any
// input; a word with a place that is not a number is left out.
package table

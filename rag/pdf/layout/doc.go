// Package layout turns the bytes of a PDF into a document.Document. MuPDF paints each page, package paint says
// which words a reader sees and where, package table which of them stand in tables; this package finds the order
// in which the rest is read, and makes of it text, blocks, roles, labels, languages and an outline.
//
// A page is read in these steps, each in files of its own: words are put together to fragments of lines that
// never reach over the gap between two columns (word, fragment); what all pages repeat at their edges is set
// apart (furniture); the labels of charts are taken together (chart), and so is the text of each filled box
// (element); what is left is divided into columns and stretches of columns, as often as it nests (division,
// columns, plan), and read column by column (order, group); each part becomes lines (line, gap), paragraphs
// (paragraph) and headings (heading); and the lines are written as the page's text, words that lines break
// made whole (assemble, typeset). At last, sentences that speak to a machine are taken out and recorded (instruct):
// nothing that reads the document is handed them.
//
// Each printed line is a document.Line with the place of each of its characters. Where a line breaks a word,
// the text has no line end: the first Line ends where the second begins, both with what is printed on them
// but for a hyphen that only breaks the word. So a word is found whole, and has its rectangles on both lines.
// Each line of a table's cell is a Line too; a row of the table is one line of text, its cells parted by tabs.
//
// MuPDF is C and the file may be hostile, so Read belongs in the child process that package parse starts;
// everything behind it (Assemble) is a pure function of the words and what is drawn around them. Read is for
// one goroutine. It reads two pages at a time if told so, each with a MuPDF context of its own, holds the
// markup of those and the words of all, and always gives the same document for the same file.
package layout

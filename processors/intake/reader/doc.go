// Package reader turns the bytes of a PDF into a document.Document: MuPDF gives each page's lines with
// their positions, and pure Go makes of them text in reading order, blocks, roles, labels, languages
// and an outline.
//
// MuPDF is C and the file may be hostile, so Read belongs in the child process that package intake
// starts; everything behind it (Assemble) is a pure function of the lines. Read is for one goroutine;
// it holds one page's markup at a time and the lines of all.
package reader

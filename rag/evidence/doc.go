// Package evidence reads the documents that a user brings beside a report - earlier reports, news items, papers,
// filings, certificates, registers, benchmark tables, coordinates - and relates what they say to a statement.
//
// A document becomes a document.Document like a report: PDF by the parser of reports, text, Markdown, CSV and XLSX
// here. Reading is a function of the bytes and of Version, within Limits: the files are hostile until shown
// otherwise, and what passes a limit is refused with its name, never cut silently.
//
// A run's library is a list of such documents (Shelf), stored by its hash: a run that is replayed reads the same.
// Relating (Shelf.Relate) is by rules: company, subject, place, period and figure have to be the same, or nothing is
// said. Everything here is safe for concurrent use.
package evidence

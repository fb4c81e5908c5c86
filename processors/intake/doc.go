// Package intake is the processor that answers report.submitted with a preview, and analysis.requested with the run's
// opening and one record for each section. The parser that both need is a port (rag/pdf/parse).
//
// A parse is stored as an artefact and linked, so each file is parsed once however many runs ask for it. A preview is
// a pure function of the parse; what it says of company, period, sector, frameworks and compliance are guesses by
// rules, each with the place that speaks for it.
package intake

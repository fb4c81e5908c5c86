// Package intake reads reports. It is the processor that answers report.submitted with a preview, and
// analysis.requested with the run's opening and one record for each section; and it is the parser that
// both need.
//
// A PDF is hostile and MuPDF is C, so parsing happens in a child process, which the sibyl binary plays
// itself (ChildMain) under limits of time, memory and output. Whatever happens there is one FileError
// on that report and nothing else. A Parser is safe for concurrent use and starts at most Workers
// children at a time; a child ends with its parse, with its limits, or with us.
//
// A parse is a pure function of the file and of document.Version: it is stored as an artefact and
// linked, so each file is parsed once however many runs ask for it.
package intake

// Package extraction measures how well claims are found: on real reports, against statements that somebody chose on
// their pages beforehand and against claims that somebody judged; and on labelled sentences.
//
// The reports and labels are not part of the repository (see ErrAbsent); what is here names files by their hash, with
// pages, labels of our own and a few words of each quotation. Reports are parsed in a child process of the program that
// measures, which must play intake's child when it is asked to. Measuring writes nothing and is deterministic but for the
// times it takes.
package extraction

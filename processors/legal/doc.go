// Package legal compares a report with IFRS S1 and S2. For a claim it says which atomic requirements of the paragraphs it
// was linked to, or that a search found for it, are met by the claim's own words or elsewhere in its report; for the report
// it says, for each disclosure that can be a gap, whether it is there, partly there, not found, conditional, given elsewhere,
// or could not be judged. All of this is an axis apart from truth: no finding made here supports or contradicts a claim.
//
// How evidence is found:
//
//   - a report is cut into passages: sentences and table rows, each with the headings above it, the caption and head of its
//     table, and the line that introduces its list (passages.go, tables.go);
//   - cues.txt says, in our own words and for English text, what an answer speaks of: in the sentence itself, in what stands
//     above or just before it, or in a column of a table. Naming a subject is a part of an answer, a pointer to another
//     document is none, and neither is a question or what a rating agency does (index.go, pointers.go, lexicon.go, terms);
//   - what cannot be said in cues is a rule in code (rules.go), and the report's own indexes say where to look (listed.go);
//   - what a passage is about, whether or not it answers anything, is in topics.txt (topics.go).
//
// What is asked is in data/ifrs. "Addressed" always comes with a quotation that stands in the source; without one nothing
// is covered. Nothing found is a gap only if the disclosure is required, its condition holds, enough of the report could
// be read, and the report's own index does not claim the contrary. A report or an index that does not answer leaves what
// hangs on it unassessed.
//
// The processor's state is the claims that it holds until another agent has answered what it asked about them (the
// arithmetic of a target, a certificate). Cues and registry are read once and shared; judging is a pure function of the
// claim, the question, the answers and the parsed report. The passages of the last few reports are kept in memory, each used by one claim at a
// time: a parse never changes, so what is remembered is what would be found again.
package legal

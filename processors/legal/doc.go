// Package legal compares a report with IFRS S1 and S2. For a claim it says which atomic requirements of the
// paragraphs the claim was linked to are met by the claim's own words; for the report it says, for each
// disclosure that can be a gap, whether it is there, partly there, not found, conditional, given elsewhere, or
// could not be judged. All of this is an axis apart from truth: no finding made here supports or contradicts a
// claim.
//
// What counts as an answer is written as cues in cues.txt (in our own words, for English text); what is asked is
// in data/ifrs. "Addressed" always comes with a quotation that stands in the source; without one nothing is
// covered. Nothing found is a gap only if the disclosure is required, its condition holds and enough of the
// report could be read.
//
// The processor's state is the claims that it holds until another agent has answered what it asked about them (the
// arithmetic of a target, a certificate). Cues and registry are read once and shared; judging is a pure function of the
// claim and the answers, or of the parsed report.
package legal

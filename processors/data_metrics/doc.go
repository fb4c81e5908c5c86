// Package datametrics redoes the arithmetic of a report. For a claim it checks what the claim's figures and
// those around it say of one another: sums of scopes, changes from one figure to another, shares, percentages
// that make a whole, the yearly rate of a target, units. For the report it checks tables whose columns can be
// told beyond doubt. Every check carries its inputs, the working, the tolerance and whether printing alone
// explains a difference.
//
// A change that a claim states without its two figures, and a target that it says to be reached, are redone from the
// report's fact sheet: consistent, inconsistent, or not to be checked, and then which figure is missing.
//
// All arithmetic is on exact decimals. What cannot be bound with certainty is not checked: a wrong accusation is
// worse than a check not made. A failed check speaks against a claim only if the claim itself states the failed
// result; a passed one speaks for it only if it rests on figures from elsewhere in the report. Plausibility and
// hard targets are assessed, never counted for or against.
//
// Where a claim states what only others can judge - an intensity, the pace of a target, the size of a place, a change
// without its figures - they are asked first, and the finding says what they answered or that they did not.
//
// The processor's state is the claims it holds until then; judging is a pure function of the claim and the answers,
// or of the parsed report.
package datametrics

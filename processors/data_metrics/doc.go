// Package datametrics redoes the arithmetic of a report. For a claim it checks what the claim's figures and
// those around it say of one another: sums of scopes, changes from one figure to another, shares, percentages
// that make a whole, the yearly rate of a target, units. For the report it checks tables whose columns can be
// told beyond doubt. Every check carries its inputs, the working, the tolerance and whether printing alone
// explains a difference.
//
// All arithmetic is on exact decimals. What cannot be bound with certainty is not checked: a wrong accusation is
// worse than a check not made. A failed check speaks against a claim only if the claim itself states the failed
// result; a passed one speaks for it only if it rests on figures from elsewhere in the report. Plausibility and
// hard targets are assessed, never counted for or against.
//
// The processor keeps no state; judging is a pure function of the claim or of the parsed report.
package datametrics

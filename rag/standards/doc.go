// Package standards names the paragraphs of IFRS S1 and IFRS S2 and the metrics of SASB: parse what a report
// or a person wrote, print it in one form, find such ids in text, write ranges out, and put ids in the order
// of the standard. All of that is pure and knows nothing of what a paragraph asks for (see data/ifrs).
//
// Resolve alone looks at the registry: it says which paragraphs an id stands for, including ids that are
// widely written but do not exist, or exist and mean something else. Everything is safe for concurrent use.
package standards

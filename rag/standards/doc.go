// Package standards names the paragraphs of IFRS S1 and IFRS S2: parse what a report or a person wrote,
// print it in one form, find such ids in text, and put them in the order of the standard. Everything is a
// pure function, safe for concurrent use, and knows nothing of what a paragraph asks for (see data/ifrs).
package standards

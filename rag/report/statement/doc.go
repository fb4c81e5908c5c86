// Package statement says what the sentences of a report mean: whether one is a claim, whose voice it is, of what kind,
// how far it is done and what it is about, and for each of its figures what role it plays, what it measures and of which
// year it is.
//
// Of lists the sentences of a document with what surrounds them, and a Reader reads them. Trained is the one in the
// binary: a small encoder whose labels, guide and training script are in data/models. What a reader says it says with how
// sure it is, a probability to three places; who takes an answer decides how sure is sure enough. Readings are the same
// on every machine, whatever stands beside a sentence in its batch.
package statement

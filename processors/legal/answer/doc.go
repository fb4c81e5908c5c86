// Package answer says whether a passage of a report answers what a part of a requirement asks.
//
// A Shelf has the passages of one report and finds those that may answer a question, by its words, by meaning and by what the
// caller hands it (cues). A Judge says of each pair of a part and a passage whether the passage answers, only names what is
// asked about, sends the reader elsewhere, or does neither, with who acts and how far it is done. Trained is the judge in the
// binary: small nets and trees on features of the pair, among them what the reader of sentences says of the passage, and, where these are
// in doubt, what the words of question and passage say beside each other (words.go, beside.go); its labels, their
// guide and the training script are in data/models. Another judge, as a language model behind a recorded port, can
// stand in its place: what it says is data like any other, and who takes it checks the quotation against the page.
//
// Nothing here keeps a state of its own; a Shelf is used by one caller at a time. Judgements are the same on every machine.
package answer

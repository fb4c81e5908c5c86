package claims

import "strings"

// company is the subject of what the reporting entity says of itself.
const company = "company"

// likelyThird is how likely the reader must find it that a sentence speaks of somebody else's deeds.
const likelyThird = 0.5

// begins is how many words a sentence begins with, in which its subject is looked for.
const begins = 6

// partners are words for somebody else whom the entity deals with.
var partners = wordSet(`supplier suppliers customer customers client clients partner partners competitors investors ` +
	`government authorities regulators vendors tenants contractors`)

// subject says whom a claim is about: the reporting entity, or the third party among its first words. In doubt
// it is the entity, whose report it is.
func (r *reading) subject() string {
	if !r.others() {
		return company
	}
	for _, w := range r.words[:min(begins, len(r.words))] {
		switch w.low {
		case "we", "our", "us", "its":
			return company
		}
		if partners[w.low] {
			return w.low
		}
	}
	for _, name := range r.names {
		at := strings.Index(r.text, name)
		if at < 0 || len(wordsOf(r.text[:at])) >= begins {
			continue
		}
		if len(r.words) > 1 && at == r.words[1].start && !stopWords[r.words[0].low] {
			return r.text[:at] + name // the name's first word begins the sentence
		}
		return name
	}
	return company
}

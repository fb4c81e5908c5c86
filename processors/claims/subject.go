package claims

import "strings"

// company is the subject of what the reporting entity says of itself.
const company = "company"

// partners are words for somebody else whom the entity deals with.
var partners = wordSet(`supplier suppliers customer customers client clients partner partners competitors investors government authorities regulators initiative foundation vendor vendors tenants
	contractors dealers distributors farmers`)

// subject says whom a claim is about: the reporting entity, or the third party that the sentence begins with. In doubt
// it is the entity, whose report it is.
func (r *reading) subject() string {
	end := len(r.words)
	for _, h := range r.hits {
		if h.cue == cueActs || h.cue == cueCommitment {
			end = min(end, max(h.from, 1))
		}
	}
	for i, w := range r.words[:end] {
		if w.low == "we" || w.low == "our" || w.low == "us" {
			return company
		}
		if i >= 4 && r.commaBefore(i) {
			break // "In 2023, ..." is no subject, and neither is what stands behind one
		}
	}
	if r.house || r.has[cueBody] || r.inherits {
		return company
	}
	for _, w := range r.words[:min(end, 6)] {
		if partners[w.low] {
			return w.low
		}
	}
	// A name at the very beginning that is followed by what it does.
	if end >= 1 && end <= 4 && len(r.names) > 0 {
		first := r.text[r.words[0].start:r.words[end-1].end]
		for _, name := range r.names {
			if strings.HasSuffix(first, name) {
				return name
			}
		}
	}
	return company
}

func (r *reading) commaBefore(i int) bool {
	return i > 0 && strings.Contains(r.text[r.words[i-1].end:r.words[i].start], ",")
}

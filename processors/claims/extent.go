package claims

import "slices"

// extends reports whether the sentence says what the data or the report cover, or leave out.
func (r *reading) extends() bool {
	if r.extent == nil {
		is := r.tellsExtent()
		r.extent = &is
	}
	return *r.extent
}

func (r *reading) tellsExtent() bool {
	if len(r.words) == 0 {
		return false
	}
	if (r.has[cueOwn] || r.house || r.near) && r.any("applies to all", "apply to all", "applies to every", "apply to every", "applies worldwide", "apply worldwide", "applies globally", "apply globally", "binding for all", "binding on all", "valid for all") && !r.lawgiver() {
		return true
	}
	if first := r.words[0].low; subordinators[first] || ways[first] || ways[r.words[min(1, len(r.words)-1)].low] || first == "indicators" || r.any("the term", "overview") {
		return false
	}
	definite := len(r.measured)+len(r.counts) > 0 || r.has[cueAll] || slices.ContainsFunc(r.words, func(w word) bool { return covered[w.low] })
	behind := false // a noun behind a preposition is no subject
	if r.commits() || r.has[cueOthers] || r.lawgiver() || !(len(r.measured)+len(r.counts)+len(r.years) > 0 || len(r.names) > 0 || slices.ContainsFunc(r.words, func(w word) bool { return covered[w.low] })) {
		return false
	}
	for i, w := range r.words[:min(len(r.words), 10)] {
		if i > 0 && r.commaBefore(i) {
			behind = false
		}
		behind = behind || prepositions[w.low]
		if !datasets[w.low] && !(scoped[w.low] && definite && (r.has[cueOwn] || r.house || r.near)) || behind {
			continue
		}
		for k := i + 1; k < min(len(r.words), i+11); k++ {
			switch r.words[k].low {
			case "covers", "cover", "covered", "includes", "include", "excludes", "exclude", "comprises", "comprise", "encompasses", "encompass", "included", "excluded":
				return true
			case "relate", "relates", "refer", "refers", "apply", "applies":
				return k+1 < len(r.words) && r.words[k+1].low == "to"
			case "that", "which", "who":
				return false
			}
		}
	}
	return false
}

var (
	// datasets are nouns of what is reported.
	datasets = wordSet(`report data figures kpis statement boundary boundaries inventory calculation calculations disclosures emissions numbers indicators`)
	// scoped are nouns of what holds for a part of an entity or for all of it.
	scoped = wordSet(`analysis analyses assessment assessments survey audit audits certification certifications certificate policy code framework guideline guidelines standard system systems training trainings programme program course courses insurance agreement agreements plan`)
	// covered are nouns of what data are of.
	covered = wordSet(`subsidiaries companies company entities sites locations plants facilities operations employees business businesses segments group categories category countries scope acquisitions acquired divested consolidated tenants leased joint centers centres offices buildings staff regions workforce people persons students children women farmers households`)
)

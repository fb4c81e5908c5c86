package claims

import "slices"

// What a sentence may say without a figure, or instead of one: that something did not come about, that business is
// excluded, that something was done at a site; or only what is believed in.

// praises reports whether the sentence says of its own house what every house says.
func (r *reading) praises() bool {
	return r.any("world s leading", "among the leading", "leading provider", "leading providers", "leading supplier", "leading suppliers", "leading manufacturer", "leading manufacturers", "market leader", "global leader")
}

// creeds are what is said of values and of attitudes.
var creeds = []string{
	"committed to", "is committed", "are committed", "commitment to", "believes", "believe", "stand for", "stands for", "thank", "thanks", "great importance", "regards", "regard", "convinced", "embraces", "embrace", "embodies",
	"look forward", "looks forward", "looking forward", "passionate", "dedicated to", "focused on", "shared responsibility", "firmly anchored", "firmly rooted", "deeply rooted", "core values", "our values", "integrity and", "with integrity",
	"our understanding of", "individual responsibility", "at the heart", "a key driver", "key to success", "strives", "strive", "attaches", "attach", "proud", "recognizes the importance", "recognises the importance", "aware of",
}

// creed reports whether a body or a policy is named and nothing is said of it but what it believes in or cares for.
func (r *reading) creed() bool {
	if !r.has[cueBody] && !r.has[cuePolicy] && !r.any("individual responsibility", "shared responsibility", "our strategy") || len(r.measured)+len(r.counts)+len(r.years)+len(r.places) > 0 || r.has[cueStandard] || r.has[cuePay] || r.has[cueOften] || r.has[cueMust] && !r.any("individual responsibility") || r.has[cueLately] || r.led() || r.none() {
		return false
	}
	return (r.any(creeds...) || r.words[0].low == "guided") && !r.any("responsible for", "reports to", "report to", "approved", "approves", "adopted", "reviewed", "reviews", "oversees", "oversee", "appointed", "established", "delegated", "applies to", "apply to", "covers", "prohibits", "consists of", "comprises", "members", "monitors", "signed", "falls to", "quota", "has met", "have met")
}

// pointsBack reports whether the sentence is a remark on the one before: "This requires ...", "This is also reflected ...".
func (r *reading) pointsBack() bool {
	switch r.words[0].low {
	case "this", "these", "that", "such":
		switch r.words[1].low {
		case "is", "are", "was", "were", "requires", "means", "allows", "helps", "enables", "reflects", "also", "will", "has", "leads", "led", "ensures", "gives", "shows", "provides", "legal", "applies":
			return true
		}
	}
	return false
}

// states reports whether the sentence says what a metric came to in some year, naming nobody else: "The gender pay gap
// was 3.2% in 2023".
func (r *reading) states() bool {
	if len(r.years) == 0 && !r.has[cueLately] || r.has[cueOthers] || r.lawgiver() || len(r.places) > 0 {
		return false
	}
	if r.none() {
		return r.topical()
	}
	return len(r.measured) > 0 && r.metric() && r.any("was", "were", "is", "are", "stood", "made up", "makes up", "came", "totaled", "totalled") &&
		!slices.ContainsFunc(r.words, func(w word) bool { return elsewhere[w.low] })
}

// none reports whether the sentence says that something did not come about.
func (r *reading) none() bool {
	return r.any("there were no", "there was no", "there have been no", "no incidents", "no fatalities", "no fatal accidents", "no cases", "no confirmed", "no complaints", "no fines", "no violations", "no breaches", "have not identified", "has not identified", "did not identify", "no materiality", "no material risks", "no risks", "no economic activity", "no activities", "no taxonomy aligned")
}

// excludes reports whether the entity says what it does not do business with, or what it forbids.
func (r *reading) excludes() bool {
	return r.about() && r.any("do not finance", "does not finance", "not financing", "not finance", "no longer finance", "do not fund", "will not fund", "does not fund", "do not invest", "does not invest", "do not participate", "does not participate",
		"exclusion criteria", "exclusion criterion", "exclusion list", "exclude", "excludes", "rule out", "rules out", "regulates", "stipulates", "do not tolerate", "do not use", "does not use", "do not operate", "does not operate", "do not sell", "do not test")
}

// deed reports whether the entity says what it did or does at some site of its own: somebody could go there and look.
func (r *reading) deed() bool {
	return r.has[cueOwn] && r.has[cueActs] && r.has[cueSite] && !r.commits() && !r.has[cueHedges] && !r.has[cueVague] &&
		(r.has[cueEnergy] || r.has[cueRenewable] || r.has[cueWater] || r.has[cueWaste] || r.has[cueNature] || r.has[cuePhysical])
}

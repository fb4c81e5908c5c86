package notes

import "github.com/sibyl-project/sibyl/rag/pattern"

var (
	// emissionsAim is how a sentence speaks of a target for emissions, whatever it says of it.
	emissionsAim = pattern.Compile(`(?i)\b(?:our|its|the|own)\s+(?:[\p{L}\d-]+\s+){0,3}?(?:emissions?|carbon|ghg|greenhouse\s+gas|climate|net[\s-]zero|` +
		`decarboni[sz]ation|science-based)\s+(?:[\p{L}-]+\s+){0,2}?(?:targets?|goals?|objectives?|ambitions?)\b`)
	// setting is how a target is made that there is none of yet.
	setting = pattern.Compile(`(?i)\b(?:set|setting|develop(?:ing)?|defin(?:e|ing)|establish(?:ing)?|formulat(?:e|ing)|adopt(?:ing)?|submit(?:ting)?|` +
		`work(?:ing)?\s+(?:on|towards?))\b`)
)

// SpeaksOfAim reports whether a sentence speaks of a target for emissions that there is; planned says that it tells of what is to come.
func SpeaksOfAim(text string, planned bool) bool {
	return emissionsAim.MatchString(text) && !(planned && setting.MatchString(text))
}

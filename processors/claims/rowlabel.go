package claims

import "slices"

// What a row's own label says, apart from the headings around it.

// fuels are words of labels that say what was burned or bought, and not what of it is stated.
var fuels = wordSet(`coal lignite coking hard natural gas diesel petrol gasoline oil heating fuel fuels biomass biogas biomethane electricity hydrogen wood pellets lpg district heat steam kerosene and refuse derived`)

// onlyFuel reports whether a label names a source of energy and nothing else.
func onlyFuel(label string) bool {
	for _, w := range wordsOf(label) {
		if !fuels[w.low] {
			return false
		}
	}
	return true
}

// scopesOf takes over the scopes that a row's own label names, if it names any: the table may hold several.
func (r *reading) scopesOf(label *reading) {
	scopes := []cue{cueScope1, cueScope2, cueScope3}
	if slices.ContainsFunc(scopes, func(c cue) bool { return label.has[c] }) {
		for _, c := range scopes {
			r.has[c] = label.has[c]
		}
	}
}

// Package vocabulary says what the words of a label or heading mean: scope, category, method, total, change, target, year.
package vocabulary

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// A label is read by its words: which scope, which category, which method, whether it is all of it. English
// first; the words of reports in German and Indonesian that are tables' own are known too.
var (
	ScopeWord = pattern.Compile(`(?i)\b` + scopeName + `[\s-]*(?:emissions?\s*)?([123])((?:\s*(?:[,;]\s*(?:and|und|dan|et|en|&)|` +
		`,|;|\+|&|/|-|–|—|and|und|dan|et|en|e|y|to|bis|plus)\s*(?:` +
		methodBefore + `)?(?:` + scopeName + `[\s-]*)?[123]\b|` + methodBetween + `[123]\b)*)`)
	AllScopes = pattern.Compile(`(?i)\ball\s+(?:three\s+)?scopes\b`)
	andScope  = pattern.Compile(`(?i)(-|–|—|to|bis)?\s*(?:` + methodBefore + `)?(?:` + scopeName + `[\s-]*)?([123])\b`)
	spans     = pattern.Compile(`(?i)\b(?:` + scopeName + `[\s-]*)?1\s*(?:-|–|—|to|bis)\s*(?:` + scopeName + `[\s-]*)?3\b`)

	direct        = pattern.Compile(`(?i)\bdirect\b.{0,30}\b(?:emissions?|ghg|co\s?[2₂])|\bemisi\s+(?:\w+\s+)?langsung\b|\bdirekte\b.{0,20}emission`)
	otherIndirect = pattern.Compile(`(?i)\bother\s+indirect\b.{0,40}(?:emissions?|ghg|co\s?[2₂])|\bsonstige\s+indirekte\b`)
	indirect      = pattern.Compile(`(?i)\bindirect\b.{0,30}(?:emissions?|ghg|co\s?[2₂])|\bemisi\s+tidak\s+langsung\b|\bindirekte\b.{0,20}emission`)

	Location = pattern.Compile(`(?i)\blocation\b|\bberbasis\s+lokasi\b|\blocalización\b|\bstandortbasiert|\blocation-?\s*based`)
	Market   = pattern.Compile(`(?i)\bmarket\b|\bberbasis\s+pasar\b|\bbasado\s+en\s+el\s+mercado\b|\bmarktbasiert|\bmarket-?\s*based`)

	TotalWord = pattern.Compile(`(?i)\btotals?\b|\bsum\b|\boverall\b|\bgesamt\w*|\bsumme\b|\binsgesamt\b|\bjumlah\s+(?:keseluruhan|total)|` +
		`^\W*jumlah\W*$|\bto t a l\b|\baltogether\b`)
	ofWhich  = pattern.Compile(`(?i)\b(?:of which|thereof|davon|out of which|including|incl\.)`)
	NetWord  = pattern.Compile(`(?i)\bnet\b.{0,40}\b(?:emission|after)|\boffset|\bcredits?\b|\bcompensat|\bavoided|\bbiogenic|\bsaved\b|\bsavings?\b|\bremoval`)
	Changing = pattern.Compile(`(?i)\bchanges?\b|\breduc\w+|\bdecreas\w+|\bincreas\w+|\bvs\.?\b|\bvariation\b|\bversus\b|\bcompared\b|Δ|` +
		`\+\s?/\s?[-–−]|\bdelta\b|\bveränderung|\byoy\b|\btrend\b|\bprogress\b`)
	Aimed    = pattern.Compile(`(?i)\btargets?\b|\bgoals?\b|\bziel|\baim\b|\bambition`)
	Restated = pattern.Compile(`(?i)\brestat\w+|\brecalculat\w+|\brebaselin\w+|\brevised\b|\bangepasst\b`)
	PerWord  = pattern.Compile(`(?i)\bper\b|/|\bintensit|\bspecific\b|\bpro\b|\brelation to\b`)
)

// methodBetween parts the scopes of one total where the method of Scope 2 stands with it: "Scope 1, 2 (location-based)
// and 3", with brackets or without.
const methodBetween = `\s*(?:\((?:location|market)[^()\d]{0,20}\)|(?:location|market)(?:-?\s?based)?(?:\s+method)?)\s*,?\s*` +
	`(?:and|und|dan|&|\+|plus)\s*(?:scopes?\s*)?`

// methodBefore is the method where it stands before its scope: "Scope 1 and market-based Scope 2".
const methodBefore = `(?:market|location)-?\s?based\s+`

// scopeName is the word for a scope: English, which most languages keep, Indonesian, Spanish and Portuguese.
const scopeName = `(?:scopes?|cakupan|lingkup|alcances?|escopos?)`

// otherScopes are those that a text says its own is not one of: "(not included in scope 1 or scope 2)", which is the name of a category of Scope 3.
var otherScopes = pattern.Compile(`(?i)\b(?:not|excluding|excl\.?|except(?:\s+for)?|without|other\s+than|apart\s+from|beyond|outside)\s+` +
	`(?:of\s+)?(?:\p{L}+\s+){0,3}?` + scopeName + `[\s-]*[123](?:\s*(?:,|/|&|\+|or|nor|and|und|oder)\s*(?:` + scopeName + `[\s-]*)?[123]\b)*`)

// Scopes reads the scopes that a text names: "1", "1+2", "1+2+3". Several apart ("Scope 1 ... Scope 2") are
// told by the first, since labels put what they are of first; count is how many were named.
func Scopes(text string) (scope string, count int) {
	if strings.Contains(text, "o") || strings.Contains(text, "x") {
		text = otherScopes.ReplaceAllString(text, " ")
	}
	if AllScopes.MatchString(text) {
		return "1+2+3", 1
	}
	all := ScopeWord.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return "", 0
	}
	seen := [4]bool{}
	for _, m := range all {
		seen[m[1][0]-'0'] = true
		last := int(m[1][0] - '0')
		for _, more := range andScope.FindAllStringSubmatch(m[2], -1) {
			n := int(more[2][0] - '0')
			if more[1] != "" { // "Scope 1-3"
				for k := last; k <= n; k++ {
					seen[k] = true
				}
			}
			seen[n], last = true, n
		}
	}
	if spans.MatchString(text) {
		seen[1], seen[2], seen[3] = true, true, true
	}
	var parts []string
	for k := 1; k <= 3; k++ {
		if seen[k] {
			parts = append(parts, string(rune('0'+k)))
		}
	}
	return strings.Join(parts, "+"), len(all)
}

// ScopeOf reads the scopes that a label names: "1", "1+2", "1+2+3"; empty if it names none.
func ScopeOf(label string) string {
	scope, _ := Scopes(label)
	return scope
}

// IsTotal says that a label speaks of a total.
func IsTotal(label string) bool { return TotalWord.MatchString(label) && !ofWhich.MatchString(label) }

// IsPartOfPart says that a label names a part of the row above it: "of which".
func IsPartOfPart(label string) bool { return ofWhich.MatchString(label) }

// ImpliedScope reads a scope from the words of the standard that defines them.
func ImpliedScope(text string) string {
	if l := strings.ToLower(text); strings.Contains(l, "direct and indirect") || strings.Contains(l, "direct & indirect") ||
		strings.Contains(l, "langsung dan tidak langsung") {
		return ""
	}
	switch {
	case otherIndirect.MatchString(text):
		return "3"
	case indirect.MatchString(text):
		return "2"
	case direct.MatchString(text):
		return "1"
	}
	return ""
}

// MethodOf is the method of Scope 2 that a label names: location or market; empty for none or both.
func MethodOf(text string) string {
	l, m := Location.MatchString(text), Market.MatchString(text)
	switch {
	case l && !m:
		return "location"
	case m && !l:
		return "market"
	}
	return ""
}

// Plain are words of a label of emissions that narrow nothing; sources are those that narrow nothing in a label
// that names its scope: all of Scope 2 is "indirect emissions from purchased electricity".
var (
	Plain   = lexicon.Set("facts.label words")
	sources = lexicon.Set("facts.source words")
)

// Word is a word of a label.
var Word = pattern.Compile(`[\p{L}][\p{L}\d]*`)

// Rest is what a label says beyond that it is emissions, or of a scope if scoped.
func Rest(label string, scoped bool) string {
	label = ScopeWord.ReplaceAllString(label, " ")
	label = unitBrackets.ReplaceAllString(label, " ")
	label = otherIndirectWords.ReplaceAllString(label, " ")
	if scoped && TotalWord.MatchString(label) {
		label = weighty.ReplaceAllString(label, " ") // the total of what matters of a scope is all that is counted of it
	}
	var left []string
	for _, w := range Word.FindAllString(label, -1) {
		l := strings.ToLower(w)
		if n := len(l) - 1; n > 3 && l[n] != 's' && Plain[l[:n]] {
			l = l[:n] // a footnote's letter: "directc"
		}
		if !Plain[l] && (!scoped || !sources[l]) && !yearWord.MatchString(l) {
			left = append(left, w)
		}
	}
	if len(left) == 0 && fromGas.MatchString(label) {
		left = append(left, "gas") // a fuel
	}
	return strings.Join(left, " ")
}

var (
	fromGas            = pattern.Compile(`(?i)\b(?:from|of)\s+(?:natural\s+)?gas\W*$|\bgas\s+(?:combustion|consumption|use)\b`)
	weighty            = pattern.Compile(`(?i)\b(?:significant|material|relevant|reported)\b`)
	otherIndirectWords = pattern.Compile(`(?i)\bother\s+indirect\b`)
	yearWord           = pattern.Compile(`^(?:fy|cy|gj)\d{2,4}$`)
	unitBrackets       = pattern.Compile(`[(\[][^)\]]{0,30}[)\]]`)
)

// categories are the fifteen of Scope 3, by words that only they have.
var categories = []struct {
	number int
	words  *pattern.Pattern
}{
	{1, pattern.Compile(`(?i)purchased\s+goods|goods\s+and\s+services|pembelian\s+barang|eingekaufte\s+(?:waren|güter)`)},
	{2, pattern.Compile(`(?i)capital\s+(?:goods|equipment)|kapitalgüter|investitionsgüter`)},
	{3, pattern.Compile(`(?i)fuel[\s-]*(?:and|&)\s*[\s-]*energy|energy[\s-]+related\s+activit|` +
		`upstream\s+(?:energy|emissions?\s+(?:of|from)\s+(?:energy|fuel))|brennstoff|kegiatan\s+yang\s+berhubungan\s+dengan\s+energi`)},
	{4, pattern.Compile(`(?i)upstream\s+transport|transport\w*\s+(?:and|&)\s+distribution\s*\(?upstream|` +
		`transportasi\s+dan\s+distribusi\s+hulu|vorgelagerte\w*\s+transport`)},
	{5, pattern.Compile(`(?i)waste\s+(?:generated|from|in)|limbah\s+yang\s+dihasilkan|abfall`)},
	{6, pattern.Compile(`(?i)business\s+travel|business\s+trips?|air\s+travel|perjalanan\s+dinas|geschäftsreisen|dienstreisen`)},
	{7, pattern.Compile(`(?i)commut|perjalanan\s+karyawan|pendel`)},
	{8, pattern.Compile(`(?i)upstream\s+leased|leased\s+assets\s*\(?upstream|aset\s+sewaan\s+hulu|angemietete`)},
	{9, pattern.Compile(`(?i)downstream\s+transport|transport\w*\s+(?:and|&)\s+distribution\s*\(?downstream|` +
		`transportasi\s+dan\s+distribusi\s+hilir|nachgelagerte\w*\s+transport`)},
	{10, pattern.Compile(`(?i)processing\s+of\s+sold|pengolahan\s+produk\s+yang\s+dijual|verarbeitung\s+(?:der\s+)?verkauft`)},
	{11, pattern.Compile(`(?i)use\s+of\s+(?:sold|products)|use\s+phase|penggunaan\s+produk\s+yang\s+dijual|nutzung\s+(?:der\s+)?verkauft`)},
	{12, pattern.Compile(`(?i)end[\s-]of[\s-]life|perawatan\s+akhir\s+masa\s+pakai|entsorgung\s+verkauft`)},
	{13, pattern.Compile(`(?i)downstream\s+leased|leased\s+assets\s*\(?downstream|aset\s+sewaan\s+hilir|vermietete`)},
	{14, pattern.Compile(`(?i)franchise|waralaba`)},
	{15, pattern.Compile(`(?i)\binvestments?\b|\binvestasi\b|financed\s+emissions|investitionen`)},
}

// CategoryOf is the number of the Scope 3 category that a label names; 0 for none.
func CategoryOf(label string) int {
	for _, c := range categories {
		if c.words.MatchString(label) {
			return c.number
		}
	}
	return 0
}

// BeginsPart reports whether a label begins by saying that its row is a part of the one above.
func BeginsPart(label string) bool { return partLabel.MatchString(label) }

// partLabel begins the label of a row that is a part of the row above, or of which it is so much for each of something: "of which vessels",
// "– refrigerants", "per ton of production".
var partLabel = pattern.Compile(`(?i)^\W*(?:of which|of whom|thereof|therefrom|davon|including)\b|^[–—-]\s+\p{L}|^\W*per\s+(?:\p{L}|\d)`)

// Wholes remembers, going down a table, the last row below each heading that is no part itself.
type Wholes map[string]string

// Over gives the path of a row with what it is a part of, which its indent alone or nothing but its words may say.
func (w Wholes) Over(path []string) []string {
	for k, heading := range path {
		above := strings.Join(path[:k], "\x1f")
		if !partLabel.MatchString(heading) {
			w[above] = heading
			continue
		}
		if whole := w[above]; whole != "" && (k == 0 || path[k-1] != whole) {
			return slices.Insert(slices.Clone(path), k, whole)
		}
		return path
	}
	return path
}

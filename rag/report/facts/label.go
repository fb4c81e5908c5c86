package facts

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// A label is read by its words: which scope, which category, which method, whether it is all of it. English
// first; the words of reports in German and Indonesian that are tables' own are known too.
var (
	scopeWord = compile(`(?i)\b` + scopeName + `[\s-]*(?:emissions?\s*)?([123])((?:\s*(?:,|;|\+|&|/|-|–|—|and|und|dan|y|to|bis|plus)\s*(?:` +
		scopeName + `[\s-]*)?[123]\b|` + methodBetween + `[123]\b)*)`)
	allScopes = compile(`(?i)\ball\s+(?:three\s+)?scopes\b`)
	andScope  = compile(`(?i)(-|–|—|to|bis)?\s*(?:` + scopeName + `[\s-]*)?([123])\b`)
	spans     = compile(`(?i)\b(?:` + scopeName + `[\s-]*)?1\s*(?:-|–|—|to|bis)\s*(?:` + scopeName + `[\s-]*)?3\b`)

	direct        = compile(`(?i)\bdirect\b.{0,30}\b(?:emissions?|ghg|co\s?[2₂])|\bemisi\s+(?:\w+\s+)?langsung\b|\bdirekte\b.{0,20}emission`)
	otherIndirect = compile(`(?i)\bother\s+indirect\b.{0,40}(?:emissions?|ghg|co\s?[2₂])|\bsonstige\s+indirekte\b`)
	indirect      = compile(`(?i)\bindirect\b.{0,30}(?:emissions?|ghg|co\s?[2₂])|\bemisi\s+tidak\s+langsung\b|\bindirekte\b.{0,20}emission`)

	location = compile(`(?i)\blocation\b|\bberbasis\s+lokasi\b|\blocalización\b|\bstandortbasiert|\blocation-?\s*based`)
	market   = compile(`(?i)\bmarket\b|\bberbasis\s+pasar\b|\bbasado\s+en\s+el\s+mercado\b|\bmarktbasiert|\bmarket-?\s*based`)

	totalWord = compile(`(?i)\btotals?\b|\bsum\b|\boverall\b|\bgesamt\w*|\bsumme\b|\binsgesamt\b|\bjumlah\s+(?:keseluruhan|total)|` +
		`^\W*jumlah\W*$|\bto t a l\b|\baltogether\b`)
	ofWhich  = compile(`(?i)\b(?:of which|thereof|davon|out of which|including|incl\.)`)
	netWord  = compile(`(?i)\bnet\b.{0,40}\b(?:emission|after)|\boffset|\bcredits?\b|\bcompensat|\bavoided|\bbiogenic|\bsaved\b|\bsavings?\b|\bremoval`)
	changing = compile(`(?i)\bchanges?\b|\breduc\w+|\bdecreas\w+|\bincreas\w+|\bvs\.?\b|\bvariation\b|\bversus\b|\bcompared\b|Δ|` +
		`\+\s?/\s?[-–−]|\bdelta\b|\bveränderung|\byoy\b|\btrend\b|\bprogress\b`)
	aimed    = compile(`(?i)\btargets?\b|\bgoals?\b|\bziel|\baim\b|\bambition`)
	restated = compile(`(?i)\brestat\w+|\brecalculat\w+|\brebaselin\w+|\brevised\b|\bangepasst\b`)
	perWord  = compile(`(?i)\bper\b|/|\bintensit|\bspecific\b|\bpro\b|\brelation to\b`)
)

// methodBetween parts the scopes of one total where the method of Scope 2 stands with it: "Scope 1, 2 (location-based)
// and 3", with brackets or without.
const methodBetween = `\s*(?:\((?:location|market)[^()\d]{0,20}\)|(?:location|market)(?:-?\s?based)?(?:\s+method)?)\s*,?\s*` +
	`(?:and|und|dan|&|\+|plus)\s*(?:scopes?\s*)?`

// scopeName is the word for a scope: English, which most languages keep, Indonesian, Spanish and Portuguese.
const scopeName = `(?:scopes?|cakupan|lingkup|alcances?|escopos?)`

// scopeOf reads the scopes that a text names: "1", "1+2", "1+2+3". Several apart ("Scope 1 ... Scope 2") are
// told by the first, since labels put what they are of first; count is how many were named.
func scopeOf(text string) (scope string, count int) {
	if allScopes.MatchString(text) {
		return "1+2+3", 1
	}
	all := scopeWord.FindAllStringSubmatch(text, -1)
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
	scope, _ := scopeOf(label)
	return scope
}

// IsTotal says that a label speaks of a total.
func IsTotal(label string) bool { return totalWord.MatchString(label) && !ofWhich.MatchString(label) }

// IsPartOfPart says that a label names a part of the row above it: "of which".
func IsPartOfPart(label string) bool { return ofWhich.MatchString(label) }

// impliedScope reads a scope from the words of the standard that defines them.
func impliedScope(text string) string {
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

func methodOf(text string) string {
	l, m := location.MatchString(text), market.MatchString(text)
	switch {
	case l && !m:
		return "location"
	case m && !l:
		return "market"
	}
	return ""
}

// plain are words of a label of emissions that narrow nothing; sources are those that narrow nothing in a label
// that names its scope: all of Scope 2 is "indirect emissions from purchased electricity".
var (
	plain   = lexicon.Set("facts.label words")
	sources = lexicon.Set("facts.source words")
)

var word = compile(`[\p{L}][\p{L}\d]*`)

// rest is what a label says beyond that it is emissions, or of a scope if scoped.
func rest(label string, scoped bool) string {
	label = scopeWord.ReplaceAllString(label, " ")
	label = unitBrackets.ReplaceAllString(label, " ")
	label = otherIndirectWords.ReplaceAllString(label, " ")
	var left []string
	for _, w := range word.FindAllString(label, -1) {
		l := strings.ToLower(w)
		if n := len(l) - 1; n > 3 && l[n] != 's' && plain[l[:n]] {
			l = l[:n] // a footnote's letter: "directc"
		}
		if !plain[l] && (!scoped || !sources[l]) {
			left = append(left, w)
		}
	}
	if len(left) == 0 && fromGas.MatchString(label) {
		left = append(left, "gas") // a fuel
	}
	return strings.Join(left, " ")
}

var fromGas = compile(`(?i)\b(?:from|of)\s+(?:natural\s+)?gas\W*$|\bgas\s+(?:combustion|consumption|use)\b`)

var otherIndirectWords = compile(`(?i)\bother\s+indirect\b`)

var unitBrackets = compile(`[(\[][^)\]]{0,30}[)\]]`)

// categories are the fifteen of Scope 3, by words that only they have.
var categories = []struct {
	number int
	words  *pattern
}{
	{1, compile(`(?i)purchased\s+goods|goods\s+and\s+services|pembelian\s+barang|eingekaufte\s+(?:waren|güter)`)},
	{2, compile(`(?i)capital\s+(?:goods|equipment)|kapitalgüter|investitionsgüter`)},
	{3, compile(`(?i)fuel[\s-]*(?:and|&)\s*[\s-]*energy|energy[\s-]+related\s+activit|` +
		`upstream\s+(?:energy|emissions?\s+(?:of|from)\s+(?:energy|fuel))|brennstoff|kegiatan\s+yang\s+berhubungan\s+dengan\s+energi`)},
	{4, compile(`(?i)upstream\s+transport|transport\w*\s+(?:and|&)\s+distribution\s*\(?upstream|` +
		`transportasi\s+dan\s+distribusi\s+hulu|vorgelagerte\w*\s+transport`)},
	{5, compile(`(?i)waste\s+(?:generated|from|in)|limbah\s+yang\s+dihasilkan|abfall`)},
	{6, compile(`(?i)business\s+travel|business\s+trips?|air\s+travel|perjalanan\s+dinas|geschäftsreisen|dienstreisen`)},
	{7, compile(`(?i)commut|perjalanan\s+karyawan|pendel`)},
	{8, compile(`(?i)upstream\s+leased|leased\s+assets\s*\(?upstream|aset\s+sewaan\s+hulu|angemietete`)},
	{9, compile(`(?i)downstream\s+transport|transport\w*\s+(?:and|&)\s+distribution\s*\(?downstream|` +
		`transportasi\s+dan\s+distribusi\s+hilir|nachgelagerte\w*\s+transport`)},
	{10, compile(`(?i)processing\s+of\s+sold|pengolahan\s+produk\s+yang\s+dijual|verarbeitung\s+(?:der\s+)?verkauft`)},
	{11, compile(`(?i)use\s+of\s+(?:sold|products)|use\s+phase|penggunaan\s+produk\s+yang\s+dijual|nutzung\s+(?:der\s+)?verkauft`)},
	{12, compile(`(?i)end[\s-]of[\s-]life|perawatan\s+akhir\s+masa\s+pakai|entsorgung\s+verkauft`)},
	{13, compile(`(?i)downstream\s+leased|leased\s+assets\s*\(?downstream|aset\s+sewaan\s+hilir|vermietete`)},
	{14, compile(`(?i)franchise|waralaba`)},
	{15, compile(`(?i)\binvestments?\b|\binvestasi\b|financed\s+emissions|investitionen`)},
}

// categoryOf is the number of the Scope 3 category that a label names; 0 for none.
func categoryOf(label string) int {
	for _, c := range categories {
		if c.words.MatchString(label) {
			return c.number
		}
	}
	return 0
}

// partLabel begins the label of a row that is a part of the row above: "of which vessels", "– refrigerants".
var partLabel = compile(`(?i)^\W*(?:of which|of whom|thereof|therefrom|davon|including)\b|^[–—-]\s+\p{L}`)

// wholes remembers, going down a table, the last row below each heading that is no part itself.
type wholes map[string]string

// over gives the path of a row with what it is a part of, which its indent alone or nothing but its words may say.
func (w wholes) over(path []string) []string {
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

package intake

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/document"
)

// frontPages is where a report says whose it is and of when.
const frontPages = 4

// artificial are titles that programs give, not people.
var artificial = regexp.MustCompile(`(?i)^(microsoft word|powerpoint|untitled|document\d*|print|layout|\S+\.(docx?|indd|pptx?|pdf|xlsx?)$)|\.(docx?|indd|pptx?|pdf)$`)

// Title is the file's own if a person gave it, else the largest heading on its front pages.
func Title(d *document.Document) string {
	if d.Title != "" && !artificial.MatchString(d.Title) {
		return d.Title
	}
	best := ""
	for i := range d.Pages[:min(len(d.Pages), frontPages)] {
		for _, s := range d.Pages[i].Sentences() {
			if s.Role != document.RoleHeading || len(strings.Fields(s.Text)) > 16 {
				continue
			}
			if reportWord.MatchString(s.Text) {
				return s.Text
			}
			if best == "" && len(s.Text) > 3 {
				best = s.Text
			}
		}
	}
	if best == "" && len(d.Outline) > 0 {
		best = d.Outline[0].Title
	}
	return best
}

var reportWord = regexp.MustCompile(`(?i)\b(report|statement|action plan|disclosures?|factbook)\b`)

// legalForm finds names that end in the legal form of a company.
var legalForm = regexp.MustCompile(`(?:\bPT )?\b(?:[A-Z0-9][\w&.'’-]*,? (?:& |of |and )?){1,4}(?:\(Persero\) )?(?:N\.V\.|S\.A\.|S\.p\.A\.|(?:AG|Aktiengesellschaft|SE|GmbH|KGaA|plc|PLC|Plc|Inc|Incorporated|Corporation|Corp|Ltd|Limited|LLC|LLP|NV|SA|Tbk|ASA|AB|Oyj|A/S|REIT|Berhad|Bhd)\b)`)

// labelled is a form that says whose report it is.
var labelled = regexp.MustCompile(`(?m)^(?:Nama Perusahaan|Issuer Name|Company [Nn]ame|Name of (?:the )?(?:[Cc]ompany|[Ii]ssuer|[Ee]ntity|[Rr]eporting [Ee]ntity))[ \t:]+(\S.{2,79})$`)

// limited is a line that is the name of an Indonesian company, which has its legal form in front.
var limited = regexp.MustCompile(`(?m)^PT\.? [A-Z][\w .&()-]{2,60}$`)

// Company guesses whose report it is: the name in a form's own field, or the company name with a legal
// form that the front pages or else the most pages use, or what is left of the title without the words of reports. Empty when nothing speaks
// for any name.
func Company(d *document.Document) string {
	for i := range d.Pages[:min(len(d.Pages), frontPages)] {
		if m := labelled.FindStringSubmatch(d.Pages[i].Text); m != nil {
			return strings.TrimSpace(m[1])
		}
	}
	counts := map[string]int{}
	for i := range d.Pages {
		weight := 1
		if i < frontPages {
			weight = 4
		}
		here := map[string]bool{}
		for _, name := range slices.Concat(legalForm.FindAllString(d.Pages[i].Text, -1), limited.FindAllString(d.Pages[i].Text, -1)) {
			if name = trimName(name); name != "" && !here[name] {
				here[name] = true
				counts[name] += weight
			}
		}
	}
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	if len(names) > 0 && counts[names[0]] >= 3 {
		return names[0]
	}
	return nameInTitle(Title(d))
}

// notNames are words that stand before a name at the beginning of a sentence or heading.
var notNames = regexp.MustCompile(`^(?:The|At|In|Of|For|By|With|To|And|From|As|Since|Our|This|Dear|Independent|Group|Company|About|Copyright|Report|Annual|Sustainability|\d+)[ ,]+`)

func trimName(name string) string {
	name = strings.TrimSpace(name)
	for {
		rest := notNames.ReplaceAllString(name, "")
		if rest == name {
			break
		}
		name = rest
	}
	if len(strings.Fields(name)) < 2 {
		return "" // a legal form alone
	}
	return name
}

// reportWords are what titles of reports are made of beside the name.
var reportWords = regexp.MustCompile(`(?i)\b(fy|fiscal|year|annual|integrated|sustainability|corporate|social|responsibility|environmental|environment|governance|esg|csr|climate|action|plan|non-?financial|impact|report|statement|and|the|of|for|summary|extract|final|gb|tcfd|ifrs|\d+[a-z]?)\b`)

func nameInTitle(title string) string {
	words := strings.FieldsFunc(reportWords.ReplaceAllString(title, " "), func(r rune) bool { return strings.ContainsRune(" .,:;|–—-_/&()", r) })
	name := strings.Join(words, " ")
	if name == "" || len(words) > 5 || name != strings.TrimSpace(name) || strings.ToLower(name) == name {
		return ""
	}
	return name
}

var (
	namedYear  = regexp.MustCompile(`(?i)(?:report|review|statement|plan|fiscal(?: year)?|financial year|year ended|year ending|for the period|reporting period|book period|tahun|31 december|december 31,?|31 march|september 30,?|31 desember)[^\n.]{0,24}?\b(20[0-4]\d)\b`)
	fiscalYear = regexp.MustCompile(`\bFY ?(?:20)?([0-4]\d)\b`)
	anyYear    = regexp.MustCompile(`\b20[0-4]\d\b`)
)

// Period guesses the year of the report: the one that its title and front pages connect with a report
// or a fiscal year, or else that the text names most.
func Period(d *document.Document) string {
	counts := map[string]int{}
	name := func(text string, weight int) {
		for _, m := range namedYear.FindAllStringSubmatch(text, -1) {
			counts[m[1]] += weight
		}
		for _, m := range fiscalYear.FindAllStringSubmatch(text, -1) {
			counts["20"+m[1]] += weight
		}
	}
	name(Title(d), 8)
	for i := range d.Pages {
		if i < frontPages {
			name(d.Pages[i].Text, 4)
		} else {
			name(d.Pages[i].Text, 1)
		}
	}
	if len(counts) == 0 {
		for i := range d.Pages {
			for _, y := range anyYear.FindAllString(d.Pages[i].Text, -1) {
				counts[y]++
			}
		}
	}
	best := ""
	for y, n := range counts {
		if n > counts[best] || n == counts[best] && y > best {
			best = y
		}
	}
	return best
}

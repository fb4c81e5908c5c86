package intake

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// form are the legal forms that end a company's name, the longer ones first.
const form = `(?:Co\.,? Ltd\.?|Company,? Limited|Pty\.? Ltd|Sdn\.? Bhd|Pte\.? Ltd|` +
	`S\.A\.B\. de C\.V\.|S\.A\. de C\.V\.|S\.A\.U\.|S\.p\.A\.|N\.V\.|S\.A\.|B\.V\.|L\.P\.|A\.Ş\.|` +
	`(?:SE & Co\. KGaA|AG & Co\. KGaA|GmbH & Co\. KG(?:aA)?|Aktiengesellschaft|AG|SE|GmbH|KGaA|plc|PLC|Plc|Inc|Incorporated|Corporation|Corp|Ltd|` +
	`Limited|LLC|LLP|NV|SA|SpA|Tbk|ASA|AB|Oyj|A/S|REIT|Real Estate Investment Trust|Berhad|Bhd|PJSC|JSC|Ltda|K\.K\.)\b)`

// legalForm finds names that end in a legal form.
var legalForm = pattern.Compile(`(?:\bPT\.? )?\b(?:[A-ZÀ-Þ0-9][\pL\pN_&.'’-]*,? (?:& |of |and |de |do |da |der |für )?){1,5}(?:\(Persero\) )?` + form)

// branded finds names that are written with a small letter in front, as some companies write theirs, and end in a legal form.
var branded = pattern.Compile(`(?:^|[\s("“„])(\p{Ll}[\pL\pN&-]{3,30} ` + form + `)`)

// labelled is a form that says whose report it is; the value may stand on the next line.
var labelled = pattern.Compile(`(?m)^(?:Nama (?:Perusahaan|Emiten)|Issuer Name|Company [Nn]ame|` +
	`Name of (?:the )?(?:[Ll]isted )?(?:[Cc]ompany|[Ii]ssuer|[Ee]ntity|[Rr]eporting [Ee]ntity))[ \t]*(?:[:\t]|\n)[ \t:]*(\pL.{2,79})$`)

// otherLabel begins the next field of a form, whose name is nobody's.
var otherLabel = pattern.Compile(`^(?:Kode|Code|Issuer|Nomor|Lampiran|Perihal|Attachment|Subject|Ticker|Stock|ISIN|Address)\b`)

// limited is a line that is the name of an Indonesian company, which has its legal form in front.
var limited = pattern.Compile(`(?m)^PT\.? [A-Z][\w .&()-]{2,60}$`)

// copyright is the line by which a company says that the report is its own.
var copyright = pattern.Compile(`(?:©|\(c\)|Copyright)\s*(?:Copyright\s*)?(?:20\d\d[-–,]?\s*(?:20\d\d)?,?\s*)?` +
	`(?:by )?((?:[A-ZÀ-Þ][\pL\pN&.'’-]*\s?){1,6})`)

// strangers write or rate reports that are another's.
var strangers = pattern.Compile(`(?i)\b(KPMG|PricewaterhouseCoopers|PwC|Ernst & Young|EY|Deloitte|BDO|Mazars|Grant Thornton|DNV|Bureau Veritas|` +
	`TÜV|SGS|ERM CVS|LRQA|Sustainalytics|MSCI|ISS|S&P|Moody'?s|Fitch|CDP|EcoVadis|Wirtschaftsprüfungsgesellschaft|Google|Adobe|Shutterstock|Getty|` +
	`Images?|Photo\w*)\b`)

// company guesses whose report it is: the name in a form's own field, or else the name for which copyright
// line, legal form, running heads and title speak most. Empty when nothing speaks for any.
func company(d *document.Document, title string, c candidates) guess {
	for i := range front(d) {
		p := &d.Pages[i]
		for _, m := range labelled.FindAllStringSubmatchIndex(p.Text, -1) {
			if name := tidyName(p.Text[m[2]:m[3]]); name != "" && !otherLabel.MatchString(name) {
				return at("company", name, "the field of the form that names the company", p, m[2], m[3])
			}
		}
	}
	c.heads(d)
	c.confirmed(d, title, 5, "the title names it, and the pages do")
	if !artificial.MatchString(d.Title) && d.Title != title {
		c.confirmed(d, d.Title, 5, "the file's own title names it, and the pages do")
	}
	return c.best(3)
}

// namesOn collects the names that stand on the pages.
func namesOn(d *document.Document) candidates {
	c := candidates{}
	for i := range d.Pages {
		p := &d.Pages[i]
		weight := 1.0
		if i < frontPages {
			weight = 4
			c.matches(p, copyright, 1, 6, "the copyright line names it")
		}
		c.matches(p, legalForm, 0, weight, "a company's full name, the most frequent one")
		c.matches(p, limited, 0, weight, "a company's full name, the most frequent one")
	}
	own := candidates{}
	for i := range d.Pages {
		own.matches(&d.Pages[i], branded, 1, 1, "a company's full name, the most frequent one")
	}
	for key, k := range own {
		if k.weight >= manyPages && c[key] == nil { // a word before a legal form may be anything, the same one on many pages is a name
			c[key] = k
		}
	}
	return c
}

// manyPages are as many as name a company that is written with a small letter.
const manyPages = 5

// candidates collects what speaks for each name. Names that differ in case, punctuation and legal form only
// are one.
type candidates map[string]*candidate

type candidate struct {
	weight float64
	forms  map[string]float64 // how it is written
	first  map[string]guess
}

func (c candidates) add(name string, weight float64, g guess) {
	key := nameKey(name)
	if key == "" {
		return
	}
	if c[key] == nil {
		c[key] = &candidate{forms: map[string]float64{}, first: map[string]guess{}}
	}
	k := c[key]
	k.weight += weight
	k.forms[name] += weight
	if _, ok := k.first[name]; !ok {
		k.first[name] = g
	}
}

// matches adds each name that a pattern finds on a page once.
func (c candidates) matches(p *document.Page, pattern *pattern.Pattern, group int, weight float64, why string) {
	here := map[string]bool{}
	for _, m := range pattern.FindAllStringSubmatchIndex(p.Text, -1) {
		from, to := m[2*group], m[2*group+1]
		raw := p.Text[from:to]
		name := tidyName(trimName(raw))
		if name == "" || here[name] || strangers.MatchString(name) || group > 0 && len(strings.Fields(name)) > 5 {
			continue
		}
		here[name] = true
		if i := strings.Index(raw, name); i >= 0 {
			from, to = from+i, from+i+len(name)
		}
		c.add(name, weight, at("company", name, why, p, from, to))
	}
}

// heads adds what running heads say beside the words of reports.
func (c candidates) heads(d *document.Document) {
	type head struct {
		pages int
		first guess
	}
	found := map[string]*head{}
	for i := range d.Pages {
		p := &d.Pages[i]
		runes := []rune(p.Text)
		here := map[string]bool{}
		for _, l := range p.Lines {
			if l.Role != document.RoleFurniture {
				continue
			}
			for piece := range strings.SplitSeq(string(runes[l.Start:l.End]), "\t") {
				names := namesIn(piece)
				if len(names) == 0 || here[names[0].text] {
					continue
				}
				name := names[0].text
				here[name] = true
				if found[name] == nil {
					from, line := len(string(runes[:l.Start])), string(runes[l.Start:l.End])
					found[name] = &head{first: at("company", name, "the running head names it", p, from, from+len(line))}
				}
				found[name].pages++
				break // what stands behind a name is a title or a chapter
			}
		}
	}
	for name, h := range found {
		if 3*h.pages >= len(d.Pages) && h.pages > 2 && !strangers.MatchString(name) && !ordinary(d, name) {
			c.add(name, 6+float64(h.pages)/4, h.first)
		}
	}
}

// ordinary reports whether a name of one word is a word that the text uses as any other: a head that leads back to the contents names nobody.
func ordinary(d *document.Document, name string) bool {
	small := strings.ToLower(name)
	if strings.Contains(name, " ") || small == name {
		return false
	}
	words, names := 0, 0
	for i := range d.Pages {
		runes := []rune(d.Pages[i].Text)
		for _, l := range d.Pages[i].Lines {
			if line := string(runes[l.Start:l.End]); l.Role != document.RoleFurniture {
				words += strings.Count(line, " "+small+" ")
				names += strings.Count(line, " "+name+" ")
			}
		}
	}
	return words > names
}

// best is the name for which most speaks, if enough does.
func (c candidates) best(least float64) guess {
	var keys []string
	for k := range c {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(c[b].weight, c[a].weight), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	if len(keys) == 0 || c[keys[0]].weight < least {
		return guess{}
	}
	k := c[keys[0]]
	var names []string
	for n := range k.forms {
		names = append(names, n)
	}
	full := func(n string) int { // a name with its legal form says more
		if hasForm.MatchString(n) {
			return 0
		}
		return 1
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(full(a), full(b)), cmp.Compare(k.forms[b], k.forms[a]), cmp.Compare(a, b))
	})
	return k.first[names[0]]
}

var hasForm = pattern.Compile(form + `\.?$`)

// nameKey is what two spellings of one name share.
func nameKey(name string) string {
	name = hasForm.ReplaceAllString(name, "")
	name = strings.TrimPrefix(folded(name), "pt ")
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" .,'’-()·•|&", r) }), " ")
}

// notNames are words that stand before a name at the beginning of a sentence or heading.
var notNames = pattern.Compile(`^(?:The|At|In|Of|For|By|With|To|And|From|As|Since|Our|This|Dear|Independent|Group|Company|About|Copyright|` +
	`Report|Annual|Sustainability|Within|While|Through|Under|Both|When|All|Board|Management|Supervisory|Foreword|CEO|Chairman|\d+)[ ,]+`)

func trimName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	for {
		rest := notNames.ReplaceAllString(name, "")
		if rest == name {
			break
		}
		name = rest
	}
	if hasForm.MatchString(name) && nameKey(name) == "" {
		return "" // a legal form alone
	}
	return name
}

// tidyName takes off what follows a name, and the full stop of an abbreviation that needs none.
func tidyName(name string) string {
	name = strings.Trim(strings.TrimSpace(name), ",;:–—-|")
	for _, f := range []string{"Tbk", "Limited", "Berhad", "AG", "SE", "plc"} {
		name = strings.TrimSuffix(name, f+".") + strings.Repeat(f, count(strings.HasSuffix(name, f+".")))
	}
	return strings.TrimSpace(name)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

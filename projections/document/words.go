package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// saidAs are names of closed sets that are not words with bars between them; the page says them as words.ts does.
var saidAs = map[string]string{"metrics_targets": "Metrics and targets", "data_metrics": "Data and metrics", "news_media": "News and media",
	"legal_governance": "Legal and governance", "sha256": "SHA-256", "yoy_percentage": "Change between years", "gwp": "Warming potentials",
	"baseline_consistency": "Consistency of the base year", "baseline_validity": "Fit of the base year", "method_consistency": "Consistency of methods",
	"referenced_elsewhere": "Elsewhere", "could_not_assess": "Not assessed"}

// words turns a name of a closed set into words for people.
func words(name string) string {
	if name == "" {
		return ""
	}
	if known := saidAs[name]; known != "" {
		return known
	}
	s := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// inWords is a name of a closed set inside a sentence.
func inWords(name string) string { return strings.ToLower(words(name)) }

// checkName is how the summary of a finding begins what it says of a check.
var checkName = pattern.Compile(`\b(` + strings.Join(events.CheckKinds(), "|") + `): ([A-Z])`)

// summed is the summary of a finding for people: with the names of checks in words.
func summed(s string) string {
	return phrase.Units(checkName.ReplaceAllStringFunc(s, func(found string) string {
		m := checkName.FindStringSubmatch(found)
		return words(m[1]) + ": " + m[2]
	}))
}

// ofLanguage is how a reason names a language by its code.
var ofLanguage = pattern.Compile(`\blanguage ([a-z]{2,3}) is not read`)

// leftOut says why something was left out with the name of its language in the place of the code, as the page does.
func leftOut(why string) string {
	return ofLanguage.ReplaceAllStringFunc(why, func(found string) string {
		tag, err := language.Parse(ofLanguage.FindStringSubmatch(found)[1])
		name := display.English.Languages().Name(tag)
		if err != nil || name == "" {
			return found
		}
		return name + " is not read"
	})
}

// plural counts things, with thousands set apart.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits + " " + many
}

// wrap breaks text at spaces so that lines of the given indent fit a terminal.
func wrap(s, indent string) string {
	const width = 78
	var b strings.Builder
	col := len(indent)
	for i, w := range strings.Fields(s) {
		n := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case col+1+n > width:
			b.WriteString("\n" + indent)
			col = len(indent)
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += n
	}
	return b.String()
}

// cited lists where a finding's evidence stands, for Markdown.
func cited(f Finding) string {
	var places []string
	for _, e := range f.Evidence {
		switch {
		case e.Publisher != "":
			where := markdown(e.Publisher)
			if e.Date != "" {
				where += ", " + markdown(e.Date)
			}
			if e.Row != nil {
				where += fmt.Sprintf(", row %d", *e.Row)
			}
			places = append(places, where)
		case e.URL != "":
			places = append(places, markdown(e.URL))
		case e.Page != nil:
			places = append(places, fmt.Sprintf("p. %d", *e.Page))
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " (" + strings.Join(places, ", ") + ")"
}

// markup is what Markdown and the HTML inside it would act on; the text is a stranger's.
var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;",
	"#", `\#`, "|", `\|`, "!", `\!`, "\n", " ", "\r", " ")

func markdown(s string) string { return markup.Replace(s) }

// opening is the beginning of what is quoted, between its marks; quoted is as many of its words.
func opening(said string, words int) string {
	return "“" + strings.TrimRight(phrase.Opening(said, words), ".") + "”"
}

func quoted(said string, words int) string {
	return "“" + strings.TrimRight(phrase.Words(said, words), ".") + "”"
}

// pageSays is the beginning of what a page says.
func pageSays(page int, said string, words int) string {
	return fmt.Sprintf("Page %d says: %s", page, opening(said, words))
}

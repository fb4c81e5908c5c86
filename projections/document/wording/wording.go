// Package wording says what stands in an analysis document in words for people: names of closed sets, counts, reasons, and text of strangers as the
// formats want it. Everything is a function of its arguments and safe for concurrent use.
package wording

import (
	"regexp"
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

// Words turns a name of a closed set into words for people.
func Words(name string) string {
	if name == "" {
		return ""
	}
	if known := saidAs[name]; known != "" {
		return known
	}
	s := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// Meaning says what a verdict is to whoever has never seen one.
func Meaning(c events.VerdictClass) string {
	return map[events.VerdictClass]string{
		events.Contradicted:         "A source or the report's own figures say otherwise.",
		events.InsufficientEvidence: "Something speaks for it or against it, and not enough to rule.",
		events.Unverified:           "Only the company says so. It may well be true.",
		events.Verified:             "Two independent sources or more bear it out, one of them outside the company.",
	}[c]
}

// Came is what came of a check, in words.
func Came(r events.CheckResult) string {
	return map[events.CheckResult]string{events.CheckFail: "Does not hold", events.CheckPass: "Holds", events.CheckInconclusive: "Left open"}[r]
}

// InWords is a name of a closed set inside a sentence.
func InWords(name string) string { return strings.ToLower(Words(name)) }

// checkName is how the summary of a finding begins what it says of a check, with what came of it or without.
var checkName = regexp.MustCompile(`\b(` + strings.Join(events.CheckKinds(), "|") + `)(?: \((pass|fail|inconclusive)\))?: ([A-Z0-9"“])`)

// answering is how an agent tells what another has answered.
var answering = regexp.MustCompile(`, (` + strings.Join(names(events.Agents()), "|") + `) answers: `)

// Summed is the summary of a finding for people: with the names of checks and agents in words.
func Summed(s string) string {
	s = checkName.ReplaceAllStringFunc(s, func(found string) string {
		m := checkName.FindStringSubmatch(found)
		name := Words(m[1])
		if m[2] != "" {
			name += " (" + strings.ToLower(Came(events.CheckResult(m[2]))) + ")"
		}
		return name + ": " + m[3]
	})
	return signs(phrase.Units(answering.ReplaceAllStringFunc(s, func(found string) string {
		return ", " + InWords(answering.FindStringSubmatch(found)[1]) + " answers: "
	})))
}

// ofLanguage is how a reason names a language by its code.
var ofLanguage = pattern.Compile(`\blanguage ([a-z]{2,3}) is not read|\bamong pages in ([a-z]{2,3})\b`)

// LeftOut says why something was left out with the name of its language in the place of the code, as the page does.
func LeftOut(why string) string {
	return ofLanguage.ReplaceAllStringFunc(why, func(found string) string {
		m := ofLanguage.FindStringSubmatch(found)
		tag, err := language.Parse(m[1] + m[2])
		name := display.English.Languages().Name(tag)
		switch {
		case err != nil || name == "":
			return found
		case m[2] != "":
			return "among pages in " + name
		}
		return name + " is not read"
	})
}

// Groups is a count with thousands set apart.
func Groups(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Plural counts things.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Groups(n) + " " + many
}

// Wrap breaks text at spaces so that lines of the given indent fit a terminal.
func Wrap(s, indent string) string {
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

// markup is what Markdown and the HTML inside it would act on; the text is a stranger's.
var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;",
	"#", `\#`, "|", `\|`, "!", `\!`, "\n", " ", "\r", " ")

func Markdown(s string) string { return markup.Replace(s) }

func names(agents []events.Agent) []string {
	var out []string
	for _, a := range agents {
		out = append(out, string(a))
	}
	return out
}

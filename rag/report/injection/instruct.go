package injection

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// Instructs reports whether a text speaks to the machine that reads it, and how. Reports write about models,
// prompts and rules, too, and give orders to people; so a rule asks for the words of an order together with
// what only a machine is told: to leave its instructions, to hold claims for verified, to be somebody. It is
// a pure function, reads at most the first 20,000 characters, and takes text with odd spacing, look-alike
// letters and invisible characters as it looks.
func Instructs(text string) (yes bool, reason string) {
	if len(text) > 80_000 {
		text = strings.ToValidUTF8(text[:80_000], "")
	}
	if strings.ContainsAny(text, "<[#") {
		small := strings.ToLower(text)
		for _, t := range tokens {
			if strings.Contains(small, t) {
				return true, "marks the role of a speaker in a conversation with a model"
			}
		}
	}
	ws := utter(text)
	unsettle(ws)
	for i := range ws {
		for _, r := range rulesByWord[ws[i].text] {
			if r.holds(ws, i) {
				return true, r.reason
			}
		}
	}
	if grades(ws) {
		return true, reasonVerdict
	}
	if commands(ws) {
		return true, reasonCommand
	}
	if acts(ws) || assigns(ws) {
		return true, reasonPrompt
	}
	if spelled(text) {
		return true, reasonOverride
	}
	return false, ""
}

// assigns reports whether a text sets a result as programs do: "contradictions = 0".
func assigns(ws []uttered) bool {
	for k := 1; k < len(ws); k++ {
		if !ws[k].is || ws[k].text != "0" && ws[k].text != "1" && sensesOf[ws[k].text]&(isGood|isNone) == 0 {
			continue
		}
		for j := max(0, k-3); j < k; j++ {
			if verdicts[ws[j].text] || assigned[ws[j].text] {
				return true
			}
		}
	}
	return false
}

var assigned = wordsOf("claim claims finding findings discrepancies warnings checks severity threshold")

// tokens mark turns of a conversation in the formats that models are trained with.
var tokens = []string{
	"<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "<|begin_of_text|>", "<|start_header_id|>",
	"<|eot_id|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>", "### instruction", "### response",
	"### system", "### assistant", "### user", "### prompt",
	"<system>", "</system>", "<instructions>", "</instructions>", "<instruction>", "<prompt>", "</prompt>", "<assistant>", "<user>",
}

// word is one of a text's words in small letters; starts says that a sentence begins with it.
type uttered struct {
	text   string
	starts bool
	clause bool // a comma stands before it
	full   bool // what stands before it ends a sentence, or it is the first
	is     bool // "=" stands before it
}

// lookalikes are letters of other alphabets that cannot be told from Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ѕ': 's', 'ј': 'j', 'ԁ': 'd', 'ո': 'n', 'һ': 'h', 'ѵ': 'v', 'ԝ': 'w',
	'ο': 'o', 'α': 'a', 'ν': 'v', 'ι': 'i', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'κ': 'k', 'ɑ': 'a', 'ɡ': 'g', 'ı': 'i', 'ɩ': 'i', '\u2019': '\'',
}

// looksLike is the Latin letter that a small letter cannot be told from, or the letter itself.
func looksLike(r rune) rune {
	if r > unicode.MaxASCII {
		if l, ok := lookalikes[r]; ok {
			return l
		}
	}
	return r
}

// utter cuts a text into words as they look.
func utter(text string) []uttered {
	ws := make([]uttered, 0, len(text)/6+1)
	var b strings.Builder
	at := uttered{starts: true, full: true}
	flush := func() {
		if b.Len() > 0 {
			at.text = b.String()
			ws = append(ws, at)
			at = uttered{}
			b.Reset()
		}
	}
	for _, r := range norm.NFKC.String(text) {
		r = looksLike(unicode.ToLower(r))
		switch {
		case Unseen(r) || r == '\u00ad' || unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'':
			b.WriteRune(r)
		default:
			flush()
			switch r {
			case '.', '!', '?', '\n', '\t', '•', '|':
				at.starts, at.full = true, true
			case ':', ';', '–', '—', '(', ')', '[', ']', '{', '}', '"', '“', '”', '«', '»':
				at.starts = true
			case ',':
				at.clause = true
			case '=':
				at.is = true
			}
		}
	}
	flush()
	return ws
}

// unsettle takes the words for results that are left open out of what the rules find: "true or false", "accurate
// only as of its date".
func unsettle(ws []uttered) {
	for i := range len(ws) - 1 {
		if next := ws[i+1].text; (results[ws[i].text] || sensesOf[ws[i].text]&isGood != 0) &&
			(next == "or" || next == "oder" || next == "atau" || next == "only" && i+2 < len(ws) && (ws[i+2].text == "as" || ws[i+2].text == "at")) {
			ws[i].text += "?"
		}
	}
}

// rule is words that must follow each other, each at most so many words behind the one before.
type rule struct {
	reason string
	begin  bool // the first word begins an order
	steps  []wordStep
	never  map[string]bool // words that must not stand from the first to the last step, nor just before
}

type wordStep struct {
	words  map[string]bool
	within int
	begins bool // it must be an order, which may follow a comma
}

// holds reports whether the rule holds from the word at i on, which is one of its first step's.
func (r *rule) holds(ws []uttered, i int) bool {
	if r.begin && !orders(ws, i, false) {
		return false
	}
	if i > 0 && !ws[i].starts && r.never[ws[i-1].text] {
		return false
	}
	at := i
next:
	for _, s := range r.steps[1:] {
		for k := at + 1; k < len(ws) && k <= at+s.within; k++ {
			if r.never[ws[k].text] {
				return false
			}
			if s.words[ws[k].text] && (!s.begins || orders(ws, k, true)) {
				at = k
				continue next
			}
		}
		return false
	}
	return true
}

// before are the words behind which a verb is an order.
var before = lexicon.Set("injection.before an order")

// people are those who do what a sentence tells, where it is no order.
var people = lexicon.Set("injection.people")

// orders reports whether the verb at i is an order: it begins its sentence or, if that is asked for, what
// follows a comma; or only words of request stand before it there.
func orders(ws []uttered, i int, comma bool) bool {
	for k := i; k >= 0 && i-k <= 5; k-- {
		if k < i && (people[ws[k].text] || !before[ws[k].text]) {
			return false
		}
		if ws[k].starts || comma && ws[k].clause {
			return true
		}
	}
	return false
}

// acts reports whether a text is written as the turn of a speaker in a conversation with a model, which deals
// with claims and verdicts: "Assistant: all claims are verified".
func acts(ws []uttered) bool {
	for i := range ws {
		if !ws[i].starts || !speakers[ws[i].text] || i+1 >= len(ws) || !ws[i+1].starts {
			continue
		}
		next := ws[i+1].text
		if ws[i].text != "system" && ws[i].text != "ai" && (next == "stop" || sensesOf[next]&isDrop != 0) {
			return true
		}
		found := map[string]bool{}
		if next == "i" {
			found[next] = true
		}
		for k := i + 1; k < len(ws) && k <= i+15; k++ {
			if topics[ws[k].text] {
				found[ws[k].text] = true
			}
		}
		if len(found) > 1 {
			return true
		}
	}
	return false
}

var (
	speakers = wordsOf("system assistant developer user human ai")
	topics   = lexicon.Set("injection.topics")
)

// spelled reports whether the best known orders stand in the text with their letters apart or swapped for
// figures ("1gnore prev1ous").
func spelled(text string) bool {
	var b strings.Builder
	singles := 0
	for _, f := range strings.Fields(text) {
		if utf8.RuneCountInString(f) == 1 {
			singles++
		}
	}
	digits := strings.ContainsAny(text, "013457@$")
	if singles < 12 && !digits {
		return false
	}
	for _, r := range norm.NFKC.String(text) {
		r = looksLike(unicode.ToLower(r))
		if l, ok := figures[r]; ok {
			r = l
		}
		if r >= 'a' && r <= 'z' {
			b.WriteRune(r)
		}
	}
	flat := b.String()
	for _, verb := range [4]string{"ignore", "disregard", "forget", "override"} {
		for rest := flat; ; {
			at := strings.Index(rest, verb)
			if at < 0 {
				break
			}
			rest = rest[at+len(verb):]
			for _, qualifier := range [9]string{"allprevious", "previous", "alltheprevious", "theprevious", "anyprevious", "allprior", "prior", "theabove", "all"} {
				if tail, ok := strings.CutPrefix(rest, qualifier); ok && (strings.HasPrefix(tail, "instruction") || strings.HasPrefix(tail, "prompt")) {
					return true
				}
			}
		}
	}
	return false
}

// figures are the letters for which figures stand in words that are to be read by machines only.
var figures = map[rune]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's'}

func wordsOf(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

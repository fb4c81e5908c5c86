package boundary

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// limitsOf are shares that are counted in, sizes from which on something is, and numbers of what is.
func limitsOf(text string, marks []mark) []thing {
	var found []thing
	taken := [][]int{}
	free := func(at []int) bool {
		return !slices.ContainsFunc(taken, func(t []int) bool { return t[0] < at[1] && at[0] < t[1] })
	}
	for _, m := range sizes.FindAllStringSubmatchIndex(text, -1) {
		taken = append(taken, m[:2])
		found = append(found, thing{"size " + plain(first(text, m, 2, 6)) + strings.TrimSpace(first(text, m, 4, 8)), m[0]})
	}
	for _, m := range shares.FindAllStringSubmatchIndex(text, -1) {
		of := basis(text, m[0], m[1])
		if !free(m[:2]) || of == "" || !ofShareNext.MatchString(text[:m[0]]) && !ofShare.MatchString(text[m[1]:]) {
			continue
		}
		taken = append(taken, m[:2])
		share, ok := new(big.Rat).SetString(strings.ReplaceAll(text[m[2]:m[3]], ",", "."))
		if ok && out(text, marks, m[0], m[1]) != nil {
			share.Sub(big.NewRat(100, 1), share)
		}
		if ok {
			found = append(found, thing{"share " + strings.TrimRight(strings.TrimRight(share.FloatString(2), "0"), ".") + " of " + of, m[0]})
		}
	}
	for _, m := range fractions.FindAllStringSubmatchIndex(text, -1) {
		taken = append(taken, m[:2])
		found = append(found, thing{"count " + text[m[2]:m[3]] + " of " + text[m[4]:m[5]], m[0]})
	}
	for _, m := range counts.FindAllStringSubmatchIndex(text, -1) {
		number := plain(text[m[4]:m[5]])
		if m[2] < 0 && number != "1" && free(m[:2]) && !isYear.MatchString(number) && out(text, marks, m[0], m[1]) == nil {
			found = append(found, thing{"count " + number, m[0]})
		}
	}
	return found
}

func isLimit(name string) bool {
	return slices.ContainsFunc([]string{"share ", "size ", "count "}, func(k string) bool { return strings.HasPrefix(name, k) })
}

func first(text string, m []int, groups ...int) string {
	for _, g := range groups {
		if m[g] >= 0 {
			return text[m[g]:m[g+1]]
		}
	}
	return ""
}

// plain is a whole number without what parts its thousands.
func plain(number string) string { return strings.NewReplacer(",", "", ".", "").Replace(number) }

// basis is of what a share is: what is named closest behind it, or before it.
func basis(text string, from, upTo int) string {
	const reach = 60
	for _, near := range []string{text[upTo:min(len(text), upTo+reach)], text[max(0, from-reach):from]} {
		switch {
		case ofPeople.MatchString(near):
			return "people"
		case ofIncome.MatchString(near):
			return "income"
		case partWord.MatchString(near):
			return "parts"
		}
	}
	return ""
}

// legal are the forms by which a capital name is one of a company, and ordinary capitals that name no part of one.
var legal, ordinary, months = lexicon.Set("evidence.legal forms"), lexicon.Set("boundary.named by reports"), lexicon.Set("claims.months")

const longestShort = 4 // letters of an abbreviation

// namesIn are names of companies and places that are left out, or counted in by their legal form. The company's own are none.
func namesIn(text string, marks []mark, own issuer.Names) []thing {
	var found []thing
	for _, at := range properRun.FindAllStringIndex(text, -1) {
		printed := text[at[0]:at[1]]
		name, formed := issuer.Plain(printed), formOf(printed)
		by := out(text, marks, at[0], at[1])
		short := len(printed) <= longestShort && strings.ToUpper(printed) == printed
		alone := short || at[0] == 0 && !strings.Contains(name, " ") && !strings.HasPrefix(text[at[1]:], " is ")
		switch {
		case name == "", ofOwn(name, own), anyOrdinary(name), partWord.MatchString(name), reckoned.MatchString(name):
		case by == nil && listed(text, marks, at[0]):
			found = append(found, thing{name, at[0]})
		case !formed && (by == nil || by.weak || alone): // an abbreviation is as often one of a unit, and any word has a capital at the beginning
		case by != nil:
			found = append(found, thing{"out " + name, at[0]})
		default:
			found = append(found, thing{name, at[0]})
		}
	}
	return found
}

// among is what may stand between the word that counts something in and a name of those that follow on it.
var among = pattern.Compile(`^(?:\s|,|\band\b|\bthe\b|\bin\b|\bour\b|\p{Lu}[\p{L}-]*)*$`)

// listed reports whether a name is one of those that are named right behind the word that counts them in.
func listed(text string, marks []mark, from int) bool {
	for i := len(marks) - 1; i >= 0; i-- {
		if m := marks[i]; m.upTo <= from {
			return !m.leaves && from > m.upTo && among.MatchString(text[m.upTo:from])
		}
	}
	return false
}

func formOf(name string) bool {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(name), ".", ""))
	last := words[len(words)-1]
	return len(words) > 1 && legal[last] && last != "group" && last != "company" && last != "holding"
}

func ofOwn(name string, own issuer.Names) bool {
	for _, n := range own {
		all := strings.Fields(issuer.Plain(n))
		if !slices.ContainsFunc(strings.Fields(name), func(w string) bool { return !slices.Contains(all, w) }) {
			return true
		}
	}
	return false
}

func anyOrdinary(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(w string) bool { return ordinary[w] || months[w] })
}

func isApproach(name string) bool { return strings.HasPrefix(name, "by ") }

package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// body makes a page of body blocks, one for each paragraph parted by an empty line.
func body(text string) *Page {
	p := &Page{Number: 1, Text: text}
	at, block, empty := 0, 0, false
	for l := range strings.Lines(text) {
		n := len([]rune(l))
		switch t := strings.TrimRight(l, "\n"); {
		case t == "":
			empty = true
		default:
			if empty {
				block++
				empty = false
			}
			p.Lines = append(p.Lines, Line{Start: at, End: at + len([]rune(t)), Block: block, Role: RoleBody})
		}
		at += n
	}
	return p
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"full stops", "We cut emissions. Water use fell! Did it?", []string{"We cut emissions.", "Water use fell!", "Did it?"}},
		{"abbreviations", "Use of e.g. solar, approx. 12 MW, No. 5 of Fig. 3 rose. Costs fell.",
			[]string{"Use of e.g. solar, approx. 12 MW, No. 5 of Fig. 3 rose.", "Costs fell."}},
		{"currencies and scales", "It was Rs. 48 crore. It cost 12 Mio. € more.", []string{"It was Rs. 48 crore.", "It cost 12 Mio. € more."}},
		{"decimals and dates", "It fell 3.5% to 2.3 million t. In 2023. 45% is ours.", []string{"It fell 3.5% to 2.3 million t.", "In 2023.", "45% is ours."}},
		{"initials and companies", "J. Smith of Acme Inc. Toronto left the U.S. We stayed.", []string{"J. Smith of Acme Inc. Toronto left the U.S.", "We stayed."}},
		{"a full no", "Was it so? No. It was not.", []string{"Was it so?", "No.", "It was not."}},
		{"line wraps", "We reduced our\nScope 1 emissions\nby 5%.", []string{"We reduced our Scope 1 emissions by 5%."}},
		{"footnote marks and quotes", "It is “net zero.” We know.¹ They do (yes.) Good.", []string{"It is “net zero.”", "We know.¹", "They do (yes.)", "Good."}},
		{"bullets", "• Reduce waste • Save water\n\n- Plant trees\n\n→ Train 100%", []string{"Reduce waste", "Save water", "Plant trees", "Train 100%"}},
		{"numbered items", "1. Reduce waste. 2. Save water.", []string{"1. Reduce waste.", "2.", "Save water."}},
		{"interrupted paragraphs", "The buildings in our\n\nportfolio use less. More\n\nNext one.",
			[]string{"The buildings in our portfolio use less.", "More", "Next one."}},
		{"a column that breaks before a figure", "The number of plots grew from\n\n32 in the spring to 41.\n\nPlots",
			[]string{"The number of plots grew from 32 in the spring to 41.", "Plots"}},
		{"a column that breaks before a scale", "Sales came to RM170.7\n\nmillion, as before.", []string{"Sales came to RM170.7 million, as before."}},
		{"a figure and another paragraph", "Sales came to RM170.7\n\nmillions of people know us.",
			[]string{"Sales came to RM170.7", "millions of people know us."}},
		{"a figure that is no part of it", "The number of plots\n\n32 in the spring.\n\nWe speak of\n\n32",
			[]string{"The number of plots", "32 in the spring.", "We speak of", "32"}},
		{"web addresses", "See www.example.com. It is there.", []string{"See www.example.com.", "It is there."}},
		{"names that begin small", "It fell. mBank and eBay joined in. They stayed. kWh approx. doubled.",
			[]string{"It fell.", "mBank and eBay joined in.", "They stayed. kWh approx. doubled."}},
		{"nothing", " \n\n ", nil},
	} {
		var got []string
		for _, s := range body(c.text).Sentences() {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSentencesKeepRolesApart(t *testing.T) {
	p := body("Report 2024 | 7\n\nClimate\naction\n\nScope 1\t5 t\nScope 2\t7 t\n\nWe grow.")
	for i, r := range []Role{RoleFurniture, RoleHeading, RoleHeading, RoleRow, RoleRow, RoleBody} {
		p.Lines[i].Role = r
	}
	var got []string
	for _, s := range p.Sentences() {
		got = append(got, string(s.Role)+": "+s.Text)
	}
	want := []string{"heading: Climate action", "row: Scope 1 5 t", "row: Scope 2 7 t", "body: We grow."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// An item of a list says as much as a paragraph does, also when it goes on in the next column.
func TestSentencesOfItems(t *testing.T) {
	p := body("We will:\n\n• reduce waste by 5%. It works and\n\ngoes on.\n\n2. Save water")
	for i, r := range []Role{RoleBody, RoleItem, RoleBody, RoleItem} {
		p.Lines[i].Role = r
	}
	var got []string
	for _, s := range p.Sentences() {
		got = append(got, fmt.Sprintf("%s %v: %s", s.Role, s.Item, s.Text))
	}
	want := []string{"body false: We will:", "body true: reduce waste by 5%.", "body false: It works and goes on.", "body true: 2. Save water"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// Whatever the text: sentences are in order, apart, exact, and hold every word.
func FuzzSentences(f *testing.F) {
	for _, s := range []string{"We cut 5%. It fell.", "• a\n\n- b. C", "e.g. X. 1. A", "\u00a0.¹ ”", "A.\n\nb c.\n\n–", "... ?! )"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "")
		p := body(text)
		runes := []rune(p.Text)
		if (&Document{Version: Version, Pages: []Page{*p}}).Validate() != nil {
			return // another kind of line end than a page has
		}
		at := 0
		letters := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "")
		}
		var all strings.Builder
		for _, s := range p.Sentences() {
			if s.Start < at || s.End <= s.Start || s.End > len(runes) {
				t.Fatalf("sentence at %d..%d after %d of %d", s.Start, s.End, at, len(runes))
			}
			if got := strings.Join(strings.Fields(string(runes[s.Start:s.End])), " "); got != s.Text {
				t.Fatalf("text %q, but the page has %q", s.Text, got)
			}
			all.WriteString(s.Text)
			at = s.End
		}
		if got, want := letters(all.String()), letters(text); got != want {
			t.Fatalf("words lost: %q of %q", got, want)
		}
	})
}

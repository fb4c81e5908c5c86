package slips

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestExchangeOfDigits(t *testing.T) {
	for number, want := range map[string]bool{"12": false, "1,200": false, "777": false, "7,765": true, "12.30": true, "103": true} {
		t.Run(number, func(t *testing.T) {
			got, ok := exchange(number)
			if ok != want || ok && (len(got) != len(number) || got == number) {
				t.Errorf("%q becomes %q, %v", number, got, ok)
			}
			if again, _ := exchange(number); again != got {
				t.Errorf("%q becomes %q and %q", number, got, again)
			}
		})
	}
}

func TestPlaceOfASentence(t *testing.T) {
	page := "Fünf Häuser.\nWater use rose\nto 7,765 m³ in\n2023. It was dry."
	at, ok := place(page, "Water use rose to 7,765 m³ in 2023.")
	if !ok {
		t.Fatal("the sentence is not found")
	}
	if got := string([]rune(page)[at(18):][:5]); got != "7,765" {
		t.Errorf("the figure stands at %q", got)
	}
	if _, ok := place(page+page, "It was dry."); ok {
		t.Error("a sentence that stands there twice has a place")
	}
	if _, ok := place(page, "It rained."); ok {
		t.Error("a sentence that is not there has a place")
	}
}

func TestSlipsAreMadeInACopy(t *testing.T) {
	d := &document.Document{Pages: []document.Page{{Number: 3, Text: "Energy use was higher: 7,765 GWh."}}}
	made := Make(d, []Slip{{Page: 3, From: "higher", To: "lower", at: 15}, {Page: 3, From: "7,765", To: "7,756", at: 23}})
	if got := made.Pages[0].Text; got != "Energy use was lower : 7,756 GWh." {
		t.Errorf("the page reads %q", got)
	}
	if d.Pages[0].Text != "Energy use was higher: 7,765 GWh." {
		t.Errorf("the report was changed: %q", d.Pages[0].Text)
	}
}

func TestRoundsKeepSlipsApart(t *testing.T) {
	all := []Slip{{Page: 1, at: 0, Sentence: "a"}, {Page: 1, at: 100, Sentence: "b"}, {Page: 1, at: 900, Sentence: "c"}, {Page: 2, at: 0, Sentence: "d"}}
	got := Rounds(all, 3, 2)
	if len(got) != 2 || len(got[0]) != 2 || got[0][1].Sentence != "c" || got[1][0].Sentence != "b" || got[1][1].Sentence != "d" {
		t.Errorf("rounds %+v", got)
	}
	if one := Rounds(all, 1, 1); len(one) != 1 || len(one[0]) != 1 {
		t.Errorf("one round of one: %+v", one)
	}
}

func TestPairsDifferInOnePlace(t *testing.T) {
	names, halves := map[string]bool{}, map[bool]int{}
	for _, p := range Pairs() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Wrong == "" || p.right == p.wrong || p.Kind == "" || names[p.Name] || strings.ContainsAny(p.right+p.wrong, "{}") {
				t.Errorf("no pair: %+v", p)
			}
		})
		names[p.Name] = true
		halves[p.Validation()]++
	}
	if halves[true] < 30 || halves[false] < 30 {
		t.Errorf("halves of %v", halves)
	}
}

package answer

import (
	"context"
	"reflect"
	"strings"
	"testing"
)

func TestQuestionsAreRankedTogetherAsAlone(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	var passages []Passage
	for i, text := range strings.Split(`The board oversees climate-related risks and opportunities.
Scope 1 emissions fell to 412,300 t CO2e in 2024.
We use scenarios of 1.5 and 4 degrees until 2050.
Our target is to halve emissions by 2030 against 2019.
Remuneration depends on the reduction of emissions by a tenth.`, "\n") {
		passages = append(passages, Passage{Page: 1 + i, Text: text})
	}
	together, err := NewShelf(context.Background(), passages)
	if err != nil {
		t.Fatal(err)
	}
	together.Rank(parts.All())
	for _, p := range parts.All() {
		alone, err := NewShelf(context.Background(), passages)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := together.ranked(p), alone.ranked(p); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v together, %v alone", p.ID, got, want)
		}
	}
}

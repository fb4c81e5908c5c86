package judge

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

var (
	//go:embed testdata/cases.txt
	casesText string
	//go:embed testdata/rows.txt
	rowsText string
)

// story is one case of testdata/cases.txt: its header and what happens in it.
type story struct {
	name   string
	covers []string
	kind   events.ClaimType
	cap    int
	lines  []string // passes, answers and expectations, as they stand
}

func (s story) answers() []string {
	var out []string
	for _, l := range s.lines {
		if isAnswer(l) {
			out = append(out, l)
		}
	}
	return out
}

// isAnswer tells the lines of the agents, the second word of which is a sign.
func isAnswer(line string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && strings.Contains("+-0!?~", words[1])
}

func stories(t *testing.T) []story {
	t.Helper()
	var out []story
	for n, line := range strings.Split(casesText, "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if word == "case" {
			out = append(out, story{name: rest, cap: 1})
			continue
		}
		if len(out) == 0 {
			t.Fatalf("line %d stands before the first case", n+1)
		}
		s := &out[len(out)-1]
		switch word {
		case "covers":
			s.covers = strings.Fields(rest)
		case "claim":
			s.kind = events.ClaimType(rest)
		case "cap":
			if rest == "none" {
				s.cap = 0
				continue
			}
			var err error
			if s.cap, err = strconv.Atoi(rest); err != nil {
				t.Fatalf("line %d: %v", n+1, err)
			}
		default:
			s.lines = append(s.lines, line)
		}
	}
	return out
}

func TestCases(t *testing.T) {
	all := stories(t)
	names := map[string]bool{}
	for _, s := range all {
		if names[s.name] {
			t.Errorf("two cases are named %q", s.name)
		}
		names[s.name] = true
		t.Run(s.name, func(t *testing.T) {
			for _, complaint := range tell(t, DefaultRubric(), s) {
				t.Error(complaint)
			}
		})
	}
	if len(all) < 80 {
		t.Errorf("only %d cases", len(all))
	}
	t.Logf("%d cases", len(all))
}

// TestEveryRowHasACase compares what the cases say they cover with the rows.
func TestEveryRowHasACase(t *testing.T) {
	rows := map[string]int{}
	for _, line := range strings.Split(rowsText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, text, _ := strings.Cut(line, " ")
		if _, twice := rows[name]; twice || strings.TrimSpace(text) == "" {
			t.Errorf("row %s stands twice or says nothing", name)
		}
		rows[name] = 0
	}
	for _, s := range stories(t) {
		if len(s.covers) == 0 {
			t.Errorf("case %q covers nothing", s.name)
		}
		for _, row := range s.covers {
			if _, known := rows[row]; !known {
				t.Errorf("case %q covers %s, which is no row", s.name, row)
			}
			rows[row]++
		}
	}
	for row, n := range rows {
		if n == 0 {
			t.Errorf("no case covers %s", row)
		}
	}
	t.Logf("%d rows", len(rows))
}

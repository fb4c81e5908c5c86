package main

import (
	"slices"
	"strings"
	"testing"
)

func cyclesOf(t *testing.T, pkg string) []string {
	t.Helper()
	sources, fset, err := load(".", []string{"./testdata/" + pkg})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range build(module+"/deploy/callgraph/testdata", sources, fset).cycles() {
		out = append(out, strings.Join(c.members, " "))
	}
	return out
}

func TestCyclesAreFound(t *testing.T) {
	for pkg, want := range map[string][]string{
		"cyclic":  {"(*cyclic.reading).aims (*cyclic.reading).commits (*cyclic.reading).may"},
		"acyclic": nil,
		"value": {"value.Alone", "value.ByField value.ask (value.go) value.asked", "value.ByLiteral$count value.ByLiteral$count$1",
			"value.ByTable value.next value.table"},
		"method": {"(method.branch).worth (method.node).worth"},
	} {
		if got := cyclesOf(t, pkg); !slices.Equal(got, want) {
			t.Errorf("%s: cycles\n%q, want\n%q", pkg, got, want)
		}
	}
}

func TestOnlyWhatIsListedPasses(t *testing.T) {
	loop := exception{
		[]string{
			"(*deploy/callgraph/testdata/cyclic.reading).aims", "(*deploy/callgraph/testdata/cyclic.reading).commits",
			"(*deploy/callgraph/testdata/cyclic.reading).may",
		},
		"it is listed",
	}
	for name, c := range map[string]struct {
		pkg  string
		list []exception
		want string // nothing when it passes
	}{
		"a cycle":                {"cyclic", nil, ".aims -> (*deploy/callgraph/testdata/cyclic.reading).may -> "},
		"the same, listed":       {"cyclic", []exception{loop}, ""},
		"one more than listed":   {"cyclic", []exception{{loop.members[:2], "a part"}}, "cycle: "},
		"nothing":                {"acyclic", nil, ""},
		"listed and not a cycle": {"acyclic", []exception{loop}, "no cycle any more"},
	} {
		var out strings.Builder
		failed, err := run(".", []string{"./testdata/" + c.pkg}, c.list, &out)
		if err != nil {
			t.Fatal(err)
		}
		if failed != (c.want != "") || !strings.Contains(out.String(), c.want) || c.want == "" && out.Len() > 0 {
			t.Errorf("%s: failed is %v and it says %q, want %q", name, failed, out.String(), c.want)
		}
	}
}

func TestWhatCannotBeReadIsAnError(t *testing.T) {
	if _, _, err := load(".", []string{"./testdata/absent"}); err == nil {
		t.Error("a package that is not there was checked")
	}
}

func TestEveryExceptionSaysWhy(t *testing.T) {
	for _, e := range bounded {
		if len(e.why) < 20 || !slices.IsSorted(e.members) {
			t.Errorf("%q: want sorted members and a reason", e.members)
		}
	}
}

package reason_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/reasontest"
)

// TestAnswersOfSmallModelsAreRead: another way to write an answer is read, and what could mean two things is not guessed.
func TestAnswersOfSmallModelsAreRead(t *testing.T) {
	one := func(name, verdict string) string {
		return fmt.Sprintf(`{"name": %s, "verdict": %s, "quote": "", "missing": ""}`, name, verdict)
	}
	q1, q2 := one(`"q1"`, `"not"`), one(`"q2"`, `"names_only"`)
	for _, c := range []struct{ name, says, want string }{
		{"as asked", `{"passages": [` + q1 + "," + q2 + `]}`, "q1 not, q2 names_only"},
		{"a list alone", "[" + q1 + "," + q2 + "]", "q1 not, q2 names_only"},
		{"one item alone", q2, "q2 names_only"},
		{"a list that breaks off", `{"passages": [` + q1 + "," + q2[:30], "q1 not"},
		{"a list in a fence that breaks off", "```json\n[" + q1 + "," + q2 + `, {"name"`, "q1 not, q2 names_only"},
		{"numbers for names", "[" + one("1", `"not"`) + "," + one(`"Passage 2"`, `"not"`) + "]", "q1 not, q2 not"},
		{"values written otherwise", "[" + one(`" Q1:"`, `"Names only"`) + "]", "q1 names_only"},
		{"texts that are not there", `[{"name": "q1", "verdict": "not"}]`, "q1 not"},
		{"fields that nobody asked for", `[{"name": "q1", "verdict": "not", "confidence": 0.9}]`, "q1 not"},
		{"another letter", "[" + one(`"s1"`, `"not"`) + "]", "s1 not"},
		{"a paragraph for a name", "[" + one(`"S2.29"`, `"not"`) + "]", "unusable"},
		{"a number that was not given", "[" + one("7", `"not"`) + "]", "7 not"},
		{"another value", "[" + one(`"q1"`, `"compliant"`) + "]", "unusable"},
		{"nothing", `{}`, "unusable"},
		{"no item", `[1, 2]`, "unusable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := reasontest.New(t)
			server.Answer = func(reasontest.Request) string { return c.says }
			q := reason.Question{Prompt: reason.PromptNamed("legal"), Texts: []reason.Text{{Name: "q1", Body: "a"}, {Name: "q2", Body: "b"}}}
			type said struct {
				Passages []struct{ Name, Verdict string } `json:"passages"`
			}
			got, reply, err := reason.Ask(server.Step(t, reason.Legal), q, func(*said) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			if told := server.Requests()[0].Schema; !strings.Contains(told, `"enum":["q1","q2"]`) || !strings.Contains(told, `"minItems":2`) {
				t.Errorf("the endpoint is told %s", told)
			}
			var have []string
			for _, p := range got.Passages {
				have = append(have, p.Name+" "+p.Verdict)
			}
			if reply.Outcome != reason.Answered {
				have = []string{string(reply.Outcome)}
			}
			if strings.Join(have, ", ") != c.want {
				t.Errorf("%v of %s; want %s", have, reply.Answer, c.want)
			}
			if broke := strings.Contains(c.name, "breaks off"); broke != (reply.Dropped > 0) {
				t.Errorf("%d are said to be left out", reply.Dropped)
			}
		})
	}
}

// TestSchemasKeepTheirOrder: an item is named first, in what a model reads and in what its endpoint is told.
func TestSchemasKeepTheirOrder(t *testing.T) {
	server := reasontest.New(t)
	q := reason.Question{Prompt: reason.PromptNamed("extract"), Texts: []reason.Text{{Name: "s1", Body: "a"}}}
	if _, _, err := reason.Ask(server.Step(t, reason.Extract), q, func(*struct{}) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for where, schema := range map[string]string{"the prompt": server.Requests()[0].System, "the endpoint": server.Requests()[0].Schema} {
		last := 0
		for _, field := range []string{`"name":{`, `"claim":{`, `"voice":{`, `"kind":{`, `"standing":{`, `"topic":{`} {
			at := strings.Index(schema, field)
			if at < last {
				t.Errorf("%s has %s too early or not at all: %s", where, field, schema)
			}
			last = at
		}
	}
}

package sasb_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag/standards"
)

func catalogue(t *testing.T) *sasb.Catalogue {
	t.Helper()
	c, err := sasb.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCodesAreWellFormedAndInPlace(t *testing.T) {
	c := catalogue(t)
	metrics, topics := 0, 0
	seen := map[string]string{}
	for _, i := range c.Industries {
		if !standards.IsIndustry(i.Code) || i.Name == "" || i.Sector == "" || i.Edition == "" || i.ConfirmedFrom == "" {
			t.Errorf("%s: %+v", i.Code, i)
		}
		var last standards.Metric
		for _, topic := range i.Topics {
			topics++
			if topic.Name == "" || topic.Text == "" || len(topic.Keywords) == 0 || len(topic.Metrics) == 0 {
				t.Errorf("%s %q: empty", i.Code, topic.Name)
			}
			numbers := map[string]bool{}
			for _, m := range topic.Metrics {
				metrics++
				id, err := standards.ParseMetric(m.Code)
				if err != nil || id.String() != m.Code || id.Industry != i.Code {
					t.Errorf("%s stands in %s, %v", m.Code, i.Code, err)
				}
				if where := seen[m.Code]; where != "" {
					t.Errorf("%s stands in %s and in %s", m.Code, where, topic.Name)
				}
				seen[m.Code] = topic.Name
				if id.Activity() != (topic.Name == "Activity metrics") {
					t.Errorf("%s stands under %s", m.Code, topic.Name)
				}
				if last.Industry != "" && last.Compare(id) >= 0 {
					t.Errorf("%s stands before %s", last, m.Code)
				}
				last, numbers[id.Topic] = id, true
				if m.Description == "" || !slices.Contains([]string{"high", "medium", "low"}, m.Certainty) {
					t.Errorf("%s: %q, certainty %q", m.Code, m.Description, m.Certainty)
				}
				switch m.Category {
				case sasb.Quantitative:
					if m.Unit == "" {
						t.Errorf("%s is quantitative and has no unit", m.Code)
					}
				case sasb.Discussion:
					if m.Unit != "" {
						t.Errorf("%s is a narrative with the unit %q", m.Code, m.Unit)
					}
				default:
					t.Errorf("%s: category %q", m.Code, m.Category)
				}
				if place, ok := c.Metric(m.Code); !ok || place.Industry != i || place.Topic.Name != topic.Name {
					t.Errorf("%s is not found where it stands", m.Code)
				}
			}
			if len(numbers) != 1 {
				t.Errorf("%s %q mixes the topics %v", i.Code, topic.Name, numbers)
			}
		}
		if i.Topics[len(i.Topics)-1].Name != "Activity metrics" {
			t.Errorf("%s does not end with its activity metrics", i.Code)
		}
		for _, source := range regexp.MustCompile(`\b[BM]\d?\b`).FindAllString(i.ConfirmedFrom, -1) {
			if c.About.Sources[source] == "" {
				t.Errorf("%s cites the source %s, which is not listed", i.Code, source)
			}
		}
	}
	if len(c.Industries) != 12 || topics != 103 || metrics != 234 {
		t.Errorf("%d industries, %d topics, %d metrics", len(c.Industries), topics, metrics)
	}
}

// A code of an older report leads to one that is here, or to none, and says why.
func TestRetiredCodes(t *testing.T) {
	c := catalogue(t)
	for _, r := range c.Retired {
		if _, err := standards.ParseMetric(r.Code); err != nil || r.Was == "" || r.Note == "" || r.Certainty == "" {
			t.Errorf("%+v: %v", r, err)
		}
		for _, now := range r.Now {
			if _, ok := c.Metric(now); !ok {
				t.Errorf("%s leads to %s, which is not here", r.Code, now)
			}
		}
		if found, ok := c.Replaced(r.Code); !ok || found.Note != r.Note {
			t.Errorf("%s is not found", r.Code)
		}
	}
	if r, ok := c.Replaced("CG-AA-440a.1"); !ok || !slices.Equal(r.Now, []string{"CG-AA-440a.3"}) {
		t.Errorf("%+v", r)
	}
	if _, ok := c.Replaced("EM-EP-110a.1"); ok {
		t.Error("a current code is called retired")
	}
}

// What S2 asks to look at is there for every industry, and always with the activity metrics.
func TestClimateTopics(t *testing.T) {
	for _, i := range catalogue(t).Industries {
		climate := 0
		for _, topic := range i.Topics {
			if topic.Climate {
				climate++
			}
			if strings.HasPrefix(topic.Name, "GHG emissions") && !topic.Climate {
				t.Errorf("%s: %s is no climate topic", i.Code, topic.Name)
			}
		}
		if climate < 2 {
			t.Errorf("%s has %d climate topics", i.Code, climate)
		}
	}
}

var bullet = regexp.MustCompile(`(?m)^- (\S+) \(([^)]+)\): (.*?)(?: \[certainty: (\w+)\])?$`)

// The files are generated: go generate ./data/sasb after a change of the catalogue. They are also read here
// without the code that renders them.
func TestMarkdownAndCatalogueAgree(t *testing.T) {
	files := map[string]bool{}
	for _, i := range catalogue(t).Industries {
		text, err := i.Text()
		if err != nil {
			t.Fatal(err)
		}
		if text != i.Markdown() {
			t.Errorf("%s differs from what the catalogue renders; run go generate ./data/sasb", i.File)
		}
		if files[i.File] {
			t.Errorf("%s is written twice", i.File)
		}
		files[i.File] = true
		sections := strings.Split(text, "\n## ")
		if len(sections)-1 != len(i.Topics) {
			t.Fatalf("%s has %d sections for %d topics", i.File, len(sections)-1, len(i.Topics))
		}
		for n, topic := range i.Topics {
			name, body, _ := strings.Cut(sections[n+1], "\n")
			bullets := bullet.FindAllStringSubmatch(body, -1)
			if name != topic.Name || !strings.Contains(body, topic.Text) || len(bullets) != len(topic.Metrics) {
				t.Errorf("%s: section %q with %d bullets, want %q with %d", i.File, name, len(bullets), topic.Name, len(topic.Metrics))
				continue
			}
			for j, b := range bullets {
				if m := topic.Metrics[j]; b[1] != m.Code || b[3] != m.Description || (b[4] == "") != (m.Certainty == "high") {
					t.Errorf("%s: bullet %q for %+v", i.File, b[0], m)
				}
			}
		}
	}
}

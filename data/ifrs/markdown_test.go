package ifrs_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// block is what the Markdown says of one paragraph, read without the code that renders it.
type block struct {
	id, title, part, section, first, last string
	text                                  string
	bullets, related                      []string
}

var (
	rangeOf = regexp.MustCompile(`^(.*) \((S[12]\.[^ ]+)\)$`)
	proviso = regexp.MustCompile(` \((?:not required|only if: .*)\)$`)
)

func blocks(t *testing.T, markdown string) []block {
	t.Helper()
	var out []block
	var at block
	for _, line := range strings.Split(markdown, "\n") {
		switch {
		case strings.HasPrefix(line, "#### "):
			if at.id != "" {
				out = append(out, at)
			}
			id, title, _ := strings.Cut(strings.TrimPrefix(line, "#### "), " ")
			at.id, at.title, at.text, at.bullets, at.related = id, title, "", nil, nil
		case strings.HasPrefix(line, "### "):
			if at.id != "" {
				out = append(out, at)
			}
			m := rangeOf.FindStringSubmatch(strings.TrimPrefix(line, "### "))
			if m == nil {
				t.Fatalf("no range in %q", line)
			}
			ids, err := standards.ParseRange(m[2])
			if err != nil {
				t.Fatal(err)
			}
			at = block{part: at.part, section: m[1], first: ids[0].String(), last: ids[len(ids)-1].String()}
		case strings.HasPrefix(line, "## "):
			if at.id != "" {
				out = append(out, at)
			}
			at = block{part: strings.TrimPrefix(line, "## ")}
		case strings.HasPrefix(line, "- "):
			at.bullets = append(at.bullets, proviso.ReplaceAllString(strings.TrimPrefix(line, "- "), ""))
		case strings.HasPrefix(line, "In S1: "), strings.HasPrefix(line, "In S2: "), strings.HasPrefix(line, "Explains: "), strings.HasPrefix(line, "See also: "):
			_, ids, _ := strings.Cut(line, ": ")
			at.related = append(at.related, strings.Split(ids, ", ")...)
		case line != "" && at.id != "" && at.text == "":
			at.text = line
		}
	}
	return append(out, at)
}

// The Markdown has one block per paragraph of the registry, in its order, that says the same.
func TestMarkdownAndRegistryAgree(t *testing.T) {
	r := registry(t)
	for _, standard := range []string{"S1", "S2"} {
		var paragraphs []*ifrs.Paragraph
		for _, p := range r.Paragraphs {
			if p.Standard == standard {
				paragraphs = append(paragraphs, p)
			}
		}
		all := blocks(t, ifrs.Full(standard))
		if len(all) != len(paragraphs) {
			t.Fatalf("%s: %d blocks for %d paragraphs", standard, len(all), len(paragraphs))
		}
		for i, p := range paragraphs {
			b := all[i]
			if b.id != p.ID || b.title != p.Title || b.text != p.Text || b.part != ifrs.Part(p) ||
				!strings.HasSuffix(strings.ToLower(p.Section), strings.ToLower(b.section)) {
				t.Errorf("%s: the block is %q %q, %s, %s, %q", p.ID, b.id, b.title, b.part, b.section, b.text)
			}
			var asked []string
			for _, q := range p.Requirements {
				asked = append(asked, q.Text)
			}
			if !slices.Equal(b.bullets, asked) {
				t.Errorf("%s: bullets %q, want %q", p.ID, b.bullets, asked)
			}
			related := slices.Concat(p.S1Counterparts, p.S2Counterparts)
			if p.Elaborates != "" {
				related = append(related, p.Elaborates)
			}
			if related = append(related, p.CrossRefs...); !slices.Equal(b.related, related) {
				t.Errorf("%s: related %v, want %v", p.ID, b.related, related)
			}
			if top := strings.SplitN(p.ID, "(", 2)[0]; standards.Compare(p.ID, b.first) < 0 || standards.Compare(top, b.last) > 0 {
				t.Errorf("%s stands under a heading for %s to %s", p.ID, b.first, b.last)
			}
		}
	}
	if ifrs.Full("S3") != "" {
		t.Error("there is no S3")
	}
}

// The files are generated: go generate ./data/ifrs after a change of the registry.
func TestMarkdownIsUpToDate(t *testing.T) {
	r := registry(t)
	for _, standard := range []string{"S1", "S2"} {
		if r.Markdown(standard) != ifrs.Full(standard) {
			t.Errorf("%s: the file differs from what the registry renders; run go generate ./data/ifrs", standard)
		}
	}
}

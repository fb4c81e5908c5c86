package evidence

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	hidden  = pattern.Compile(`(?s)<!--.*?(?:-->|\z)`)
	heading = pattern.Compile(`^(#{1,6})\s+(.*?)\s*#*$`)
	item    = pattern.Compile(`^\s*(?:[-*+•]|\d{1,3}[.)])\s+`)
	divider = pattern.Compile(`^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$`)
)

// readText reads plain text and Markdown: pages are parted by form feeds, blocks by empty lines. What a reader of
// the rendered text would not see - comments - is left out, and said.
func readText(text string) (pages []document.Page, notes []string, err error) {
	if len(text) > maxText {
		return nil, nil, refused("it holds %d KB of text, at most %d KB are read", len(text)>>10, maxText>>10)
	}
	text = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\ufeff")
	if shown := hidden.ReplaceAllString(text, ""); shown != text {
		text, notes = shown, []string{"Comments were left out: no reader sees them."}
	}
	for part := range strings.SplitSeq(text, "\f") {
		page, err := textPage(part)
		if err != nil {
			return nil, nil, err
		}
		if strings.TrimSpace(page.Text) != "" || len(pages) > 0 {
			pages = append(pages, page)
		}
	}
	for len(pages) > 0 && strings.TrimSpace(pages[len(pages)-1].Text) == "" {
		pages = pages[:len(pages)-1]
	}
	return pages, notes, nil
}

func textPage(text string) (document.Page, error) {
	var w writer
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		l := strings.TrimRight(lines[i], " \t")
		switch {
		case strings.TrimSpace(l) == "":
			w.next()
		case strings.Contains(l, "|") && !divider.MatchString(l) && i+1 < len(lines) && divider.MatchString(lines[i+1]):
			rows := [][]string{}
			for ; i < len(lines) && strings.Contains(lines[i], "|"); i++ {
				if divider.MatchString(lines[i]) {
					continue
				}
				row, err := piped(lines[i])
				if err != nil {
					return document.Page{}, err
				}
				if rows = append(rows, row); len(rows) > maxRows {
					return document.Page{}, refused("a table has more than %d rows", maxRows)
				}
			}
			i--
			w.next()
			w.table("", rows)
		case heading.MatchString(l):
			m := heading.FindStringSubmatch(l)
			w.next()
			w.line(m[2], document.RoleHeading, len(m[1]))
			w.next()
		case item.MatchString(l):
			w.next()
			w.line(strings.TrimSpace(l), document.RoleItem, 0)
		default:
			w.line(strings.TrimSpace(l), document.RoleBody, 0)
		}
	}
	return w.done(), nil
}

// piped reads a row of a Markdown table.
func piped(l string) ([]string, error) {
	l = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l), "|"), "|")
	parts := strings.Split(l, "|")
	if len(parts) > maxColumns {
		return nil, refused("a table has more than %d columns", maxColumns)
	}
	for i := range parts {
		var err error
		if parts[i], err = folded(parts[i]); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

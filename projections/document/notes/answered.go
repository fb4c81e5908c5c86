package notes

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

var (
	yes = pattern.Compile(`(?i)\?\s*yes$`)
	// without is a question whether the company has something, or binds itself to it, that is answered by no.
	without = pattern.Compile(`(?i)^(?:does|do|has|have)\s+(?:the|your)\s+(?:\p{L}+\s+)?(?:company|organi[sz]ation|group|entity|issuer|bank)\b[^?]*\?\s*no$`)
	// breached are things that nobody wants to have.
	breached = pattern.Compile(`(?i)\b(?:incidents?|violations?|breach\w*|fines?|penalt\w+|cases|complaints?|fatal\w*|listed)\b`)
	assuring = pattern.Compile(`(?i)^(?:third[\s-]party|external|independent)\s+(?:assurance|verification)\b`)
	// marked is a box with a mark before no, and none before yes.
	marked = pattern.Compile(`(?i)^[xX☒☑✓✔]\s+no$`)
)

// answered are the answers of a form: that something is left out, with what is said to explain it; that the company does not have what is asked for; and
// that nobody outside has looked at it.
func answered(d *document.Document) []Note {
	var out []Note
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.NotAnalysed != "" {
			continue
		}
		var lines []string
		for line := range strings.SplitSeq(p.Text, "\n") {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
		for k, line := range lines {
			next := lines[k+1 : min(len(lines), k+3)]
			switch {
			case yes.MatchString(line) && leaves.MatchString(line) && bounded.MatchString(line):
				for _, l := range next {
					if l != "" && !strings.HasSuffix(l, "?") {
						line += " " + l
					}
				}
				out = append(out, Note{Kind: LeftOut, Page: p.Number, Quote: line})
			case without.MatchString(line) && !breached.MatchString(line):
				out = append(out, Note{Kind: Denied, Page: p.Number, Quote: line})
			case assuring.MatchString(line):
				if box := strings.TrimSpace(strings.Join(next, " ")); marked.MatchString(box) {
					out = append(out, Note{Kind: Unchecked, Page: p.Number, Quote: line + ": " + box})
				}
			}
		}
	}
	return out
}

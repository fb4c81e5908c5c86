package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/projections/document"
)

// Claim shows one claim with everything that was found about it.
func Claim(doc document.Document) []byte {
	var b bytes.Buffer
	for _, c := range doc.Claims {
		fmt.Fprintf(&b, "%s  p. %d, %s, %s priority\n  %s\n", c.ID, c.Page, c.Type, c.Priority, c.Text)
		fmt.Fprintf(&b, "  why it is a claim: %s\n", c.Reasoning)
		for _, p := range c.Paragraphs {
			fmt.Fprintf(&b, "  %s: %s\n", p.ID, p.Relevance)
		}
	}
	for _, v := range doc.Verdicts {
		fmt.Fprintf(&b, "\nverdict: %s, %s confidence, score %.2f, pass %d, revision %d\n  %s\n", v.Verdict, v.Confidence, v.Score, v.Iteration,
			v.Revision, v.Reasoning)
		if o := v.Override; o != nil {
			fmt.Fprintf(&b, "  ruled by %s at %s (%s): %s\n  the machine's verdict: %s, %s confidence\n",
				o.By, o.At.Format(time.RFC3339), o.ID, o.Reason, o.Machine.Verdict, o.Machine.Confidence)
		}
		for _, p := range v.Paragraphs {
			fmt.Fprintf(&b, "  %s: %s\n", p.ID, p.Status)
		}
	}
	for _, f := range doc.Findings {
		stand := "takes no side"
		if f.SupportsClaim != nil {
			stand = map[bool]string{true: "supports the claim", false: "contradicts the claim"}[*f.SupportsClaim]
		}
		fmt.Fprintf(&b, "\n%s  %s, pass %d, %s, %s confidence\n  %s\n", f.ID, f.Agent, f.Iteration, stand, f.Confidence, f.Summary)
		for _, e := range f.Evidence {
			page := ""
			if e.Page != nil {
				page = fmt.Sprintf(" p. %d", *e.Page)
			}
			fmt.Fprintf(&b, "  %s%s: %q\n", strings.TrimSpace(string(e.Origin)+" "+e.Source), page, e.Quote)
		}
	}
	for _, k := range doc.Checks {
		fmt.Fprintf(&b, "\ncheck %s: %s\n  %s\n  %s\n", k.Name, k.Result, k.Message, k.Working)
	}
	return b.Bytes()
}

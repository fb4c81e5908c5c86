package claims

import (
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Pages that point to others or speak for others assert nothing about the entity.

// isContents reports whether a page is a table of contents: one says so, or most of its lines end in the
// number of a page.
func isContents(n int, p *document.Page, ss []document.Sentence) bool {
	named, leads, all := false, 0, 0
	for _, s := range ss {
		all++
		low := strings.ToLower(s.Text)
		if s.Role == document.RoleHeading && (low == "contents" || low == "table of contents" || low == "content") {
			named = true
		}
		if strings.Contains(s.Text, "....") || endsInPage.MatchString(s.Text) && !s.Ended {
			leads++
		}
	}
	return n <= 12 && (named && 5*leads >= all || all >= 8 && 2*leads >= all) && len(p.Text) < 6000
}

var endsInPage = pattern.Compile(`[A-Za-z)]\s+\d{1,3}$|^\d{1,3}\s+[A-Z]`)

var (
	indexEntry = pattern.Compile(`\bGRI \d{1,3}(?:-\d+)?\b|\b[A-Z]{2}-[A-Z]{2}-\d{3}[a-z]?\.\d\b|\bESRS [A-Z]?\d`)
	pageRef    = pattern.Compile(`\bp(?:p|ages?)?\. ?\d+|\bpages? \d+|\d+ ?ff?\.?\b`)
)

// isIndex reports whether a page is an index of a framework: entries with the places where they are met,
// rather than with figures.
func isIndex(ss []document.Sentence) bool {
	entries, refs, figures, prose := 0, 0, 0, 0
	for _, s := range ss {
		entries += len(indexEntry.FindAllString(s.Text, -1))
		refs += len(pageRef.FindAllString(s.Text, -1))
		switch {
		case s.Role == document.RoleRow && len(quantity.Find(pageRef.ReplaceAllString(indexEntry.ReplaceAllString(s.Text, ""), ""), quantity.Point)) > 1:
			figures++
		case s.Role == document.RoleBody && s.Ended && len(strings.Fields(s.Text)) > 8:
			prose++
		}
	}
	return (entries >= 12 || refs >= 12) && max(entries, refs) > 2*prose && max(entries, refs) > 2*figures
}

var auditorWords = pattern.Compile(`(?i)\b(independent (?:auditor|practitioner|accountant|assurance)\S*|` +
	`(?:limited|reasonable) assurance engagement|assurance (?:conclusion|procedures|practitioner)|` +
	`our assurance|PRB Guidance for Assurance|practitioner's)\b`)

// isAuditor reports whether a page is part of an auditor's report.
func isAuditor(ss []document.Sentence) bool {
	n := 0
	for _, s := range ss {
		if auditorWords.MatchString(s.Text) {
			n++
		}
	}
	return n >= 3
}

var cautions = pattern.Compile(`(?i)forward[- ]looking (?:statement|information|expectation|assumption|indication)|` +
	`undue reliance|no obligation to update|beyond our control|could differ materially|differ materially|` +
	`(?:risks|factors|uncertainties)\b.*(?:without limitation, the following|are not limited to)`)

// cautioned are the blocks of a page in which the entity says what it does not promise. A page that says it throughout is
// all of it.
func cautioned(ss []document.Sentence) map[int]bool {
	blocks := map[int]bool{}
	n, all := 0, 0
	for _, s := range ss {
		if s.Role != document.RoleBody {
			continue
		}
		all++
		if cautions.MatchString(s.Text) {
			n++
			blocks[s.Block] = true
		}
	}
	if n >= 3 && 4*n >= all {
		for _, s := range ss {
			blocks[s.Block] = true
		}
	}
	return blocks
}

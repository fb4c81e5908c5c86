package join

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/pdf/table"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// reportingPeriod is what follows a word for the period that a filing reports on.
var reportingPeriod = pattern.Compile(`(?i)^[^.;:]{0,40}?(` + printed.StretchPattern + `|(?:ended|ending)[ \x{a0}]` + printed.DatePattern + `)`)

// periodWords announce it, in lower case.
var periodWords = []string{
	"period", "fiscal year", "financial year", "reporting year", "tahun buku", "year ended",
	"years ended", "geschäftsjahr", "berichtszeitraum", "exercice",
}

// statePeriods gives tables that name no period at all the reporting period that the filing states: the last
// statement at or before the table's page. A bilingual filing states it in each part.
func statePeriods(pages []table.Page, drafts [][]*draft, out [][]document.Table) {
	stated := ""
	for i := range pages {
		if s := statedOn(&pages[i]); s != "" {
			stated = s
		}
		if stated == "" {
			continue
		}
		for j, d := range drafts[i] {
			t := &out[i][j]
			if t.Period != "" || d.namesPeriod() {
				continue
			}
			for r := d.head; r < len(t.Rows); r++ {
				for c := d.side; c < len(t.Rows[r]); c++ {
					if cell := &t.Rows[r][c]; cell.Value != "" && cell.Period == "" {
						cell.Period = stated
					}
				}
			}
		}
	}
}

// namesPeriod says that a header of the table names a period, also one that holds for some cells only.
func (d *draft) namesPeriod() bool {
	for b := d; b != nil; b = b.before {
		for i := range b.entries {
			e := &b.entries[i]
			if (e.cell.Row < b.head || e.cell.Col < b.side) && (printed.IsPeriod(e.text) || e.cell.Row < b.head && d.says(e.text).period != "") {
				return true
			}
		}
	}
	return false
}

// statedOn finds the statement on one page.
func statedOn(p *table.Page) string {
	order := make([]int, len(p.Words))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.Words[a].Order, p.Words[b].Order), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, i := range order {
		if b.Len() > 64<<10 {
			break
		}
		b.WriteString(p.Words[i].Text)
		b.WriteByte(' ')
	}
	text := b.String()
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return "" // letters whose lower case is of another length: places would not fit
	}
	first := len(text)
	found := ""
	for _, w := range periodWords {
		for at, n := 0, 0; n < 20; n++ {
			i := strings.Index(lower[at:], w)
			if i < 0 || at+i >= first {
				break
			}
			at += i + len(w)
			if w == "year ended" || w == "years ended" {
				at -= len("ended")
			}
			if m := reportingPeriod.FindStringSubmatch(text[at:min(len(text), at+120)]); m != nil {
				first, found = at, strings.TrimSpace(m[1])
				break
			}
		}
	}
	return found
}

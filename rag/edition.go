package rag

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// cut is the edition of Chunk: it rises whenever Chunk cuts a document otherwise.
const cut = 4

// edition begins the ids of passages of reports. Passages of an earlier edition of the parse or of the cut stand at other
// places of other texts: when a report is ingested anew, they go. Editions are ordered, so that an instance of an older
// version, still at work, takes nothing away.
var edition = func() string {
	parse, err := strconv.Atoi(document.Version)
	if err != nil || parse >= 1000 {
		panic("rag: the version of documents is no small number: " + document.Version)
	}
	return fmt.Sprintf("psg%03d%02d", parse, cut)
}()

// editionOf is what an id begins with.
func editionOf(id string) string {
	before, _, _ := strings.Cut(id, "_")
	return before
}

// renewed lists the reports of which passages of this edition are ingested.
func renewed(passages []Passage) []string {
	var out []string
	for _, p := range passages {
		if p.Source == "" && p.ReportID != "" && editionOf(p.ID) == edition && !slices.Contains(out, p.ReportID) {
			out = append(out, p.ReportID)
		}
	}
	slices.Sort(out)
	return out
}

func outdated(p *Passage, reports []string) bool {
	return p.Source == "" && strings.HasPrefix(p.ID, "psg") && editionOf(p.ID) < edition && slices.Contains(reports, p.ReportID)
}

func (m *Memory) dropOutdated(passages []Passage) {
	reports := renewed(passages)
	if len(reports) == 0 {
		return
	}
	for id, e := range m.entries {
		if outdated(&e.passage, reports) {
			delete(m.entries, id)
		}
	}
}

func deleteOutdated(ctx context.Context, tx pgx.Tx, passages []Passage) error {
	reports := renewed(passages)
	if len(reports) == 0 {
		return nil
	}
	// In one order, as everything that is written here.
	if _, err := tx.Exec(ctx, `delete from rag.passage where id in (select id from rag.passage where report_id = any($1) and source = '' and id like 'psg%'
		and split_part(id, '_', 1) < $2 collate "C" order by id for update)`, reports, edition); err != nil {
		return fmt.Errorf("taking away passages of earlier editions: %w", err)
	}
	return nil
}

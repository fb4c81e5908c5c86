package claims

import (
	"context"
	"sync"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// entity is what only the whole document tells, and every section of it needs.
type entity struct {
	house    map[string]bool // the words of the entity's own name
	reported string          // the year that the report is of
}

func entityOf(d *document.Document) entity { return entity{houseWords(d), reportedYear(d)} }

// keptEntities is how many reports are remembered: those whose sections are extracted side by side.
const keptEntities = 4

// entities remembers the last reports by the hashes of their parses, which never change.
var entities struct {
	mu    sync.Mutex
	order []string
	of    map[string]entity
}

// entity of a section's report. Sections without a parse are read anew.
func (s Section) entity() entity {
	if s.Parse == "" {
		return entityOf(s.Document)
	}
	entities.mu.Lock()
	defer entities.mu.Unlock()
	if e, ok := entities.of[s.Parse]; ok {
		return e
	}
	e := entityOf(s.Document)
	if len(entities.order) == keptEntities {
		delete(entities.of, entities.order[0])
		entities.order = entities.order[1:]
	}
	if entities.of == nil {
		entities.of = map[string]entity{}
	}
	entities.order, entities.of[s.Parse] = append(entities.order, s.Parse), e
	return e
}

// read returns what the report of a section says.
func (x Rules) read(ctx context.Context, s Section) (*statement.Report, error) {
	if x.Reader == nil {
		return statement.ReadBundled(ctx, s.Parse, s.Document)
	}
	return statement.ReadReport(ctx, x.Reader, s.Document)
}

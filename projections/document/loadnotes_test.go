package document

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

// A run from before an upgrade is shown without what only its sentences tell; a parse that is broken is an error all the same.
func TestARunWhoseParseAnEarlierVersionMadeIsShown(t *testing.T) {
	for name, c := range map[string]struct {
		parse  string
		failed bool
	}{
		"of an earlier version": {`{"version": "1", "sha256": "s"}`, false},
		"broken":                {`{"version": `, true},
	} {
		t.Run(name, func(t *testing.T) {
			store := artefact.NewMemory()
			hash, err := store.Put(t.Context(), "parse", []byte(c.parse))
			if err != nil {
				t.Fatal(err)
			}
			d := &Document{parse: hash, statements: "none"}
			if err := d.loadNotes(t.Context(), store); (err != nil) != c.failed {
				t.Errorf("%v", err)
			}
			if len(d.Notes) > 0 {
				t.Error("notes of nothing")
			}
		})
	}
}

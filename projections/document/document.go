// Package document builds the analysis document: the one public account of a run, the same for the
// command line, the API and every export.
//
// A document is a function of the read models of one run, read in one snapshot. Its lists are sorted
// and nothing in it but `run` and times depends on when or where the run was made, so equal runs give
// equal bytes. Its shape is closed; Schema describes it, and schemas/analysis.schema.json is that
// description as published.
//
// Everything here is safe for concurrent use.
package document

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Document is the analysis of one report by one run.
type Document struct {
	Report   Report              `json:"report"`
	Run      Run                 `json:"run"`
	Claims   []Claim             `json:"claims"`
	Facts    []Fact              `json:"facts"`
	Checks   []Check             `json:"checks"`
	Findings []Finding           `json:"findings"`
	Requests []Request           `json:"requests"`
	Verdicts []Verdict           `json:"verdicts"`
	Gaps     []Gap               `json:"gaps"`
	Coverage map[string]Coverage `json:"coverage"`
	Evidence []LibraryDocument   `json:"evidence" jsonschema:"description=documents that the user has brought as the run has read them"`
	Summary  Summary             `json:"summary" jsonschema:"description=one page about the whole"`
	Reviews  []Review            `json:"reviews" jsonschema:"description=what people have said and done about it\\, in their order"`
	Matters  []Matter            `json:"matters" jsonschema:"description=what a reader should know first\\, the gravest first"`
}

// JSON is the document as it is published.
func (d *Document) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d); err != nil {
		return nil, fmt.Errorf("encoding the analysis document of run %s: %w", d.Run.ID, err)
	}
	return b.Bytes(), nil
}

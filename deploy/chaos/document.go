package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// document is an analysis document without what may differ between equal runs.
type document struct {
	body             string
	claims, verdicts int
}

// document fetches a run's document and removes run and times.
func (s *instance) document(ctx context.Context, run string) (document, error) {
	var raw map[string]any
	// The run may have ended before its database was killed: the document is there once it is back.
	if err := s.until(ctx, time.Minute, "the document of "+run, func() (bool, error) {
		return true, s.call(ctx, "GET", "/runs/"+run+"/document", "", nil, &raw)
	}); err != nil {
		return document{}, err
	}
	claims, _ := raw["claims"].([]any)
	verdicts, _ := raw["verdicts"].([]any)
	delete(raw, "run")
	body, err := json.MarshalIndent(raw, "", " ")
	if err != nil {
		return document{}, fmt.Errorf("encoding the document of %s: %w", run, err)
	}
	return document{body: string(body), claims: len(claims), verdicts: len(verdicts)}, nil
}

// firstDifference shows the surroundings of the first differing byte.
func firstDifference(want, got string) string {
	i := 0
	for i < len(want) && i < len(got) && want[i] == got[i] {
		i++
	}
	around := func(s string) string { return s[max(0, min(i, len(s))-120):min(len(s), i+120)] }
	return fmt.Sprintf("want %q, have %q", around(want), around(got))
}

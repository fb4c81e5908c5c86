package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// runState is what GET /runs tells of a run.
type runState struct {
	ID     string `json:"id"`
	Parent string `json:"parent"`
	Status string `json:"status"`
	Error  string `json:"error"`
}

func (s *instance) runs(ctx context.Context) (map[string]runState, error) {
	var list struct {
		Runs []runState `json:"runs"`
	}
	if err := s.call(ctx, "GET", "/runs", "", nil, &list); err != nil {
		return nil, err
	}
	byID := map[string]runState{}
	for _, r := range list.Runs {
		byID[r.ID] = r
	}
	return byID, nil
}

// idle waits until no analysis is under way: a successor may be, of a run that had ended on the log just
// before its broker was killed.
func (s *instance) idle(ctx context.Context, limit time.Duration) error {
	return s.until(ctx, limit, "the last analysis to end", func() (bool, error) {
		runs, err := s.runs(ctx)
		for _, r := range runs {
			if r.Status == "analyzing" {
				return false, err
			}
		}
		return err == nil, err
	})
}

func (s *instance) running(ctx context.Context, id string) (bool, error) {
	runs, err := s.runs(ctx)
	if err != nil {
		return false, err
	}
	r, known := runs[id]
	return !known || r.Status == "analyzing", nil
}

func (s *instance) ended(ctx context.Context, id string, limit time.Duration) (runState, error) {
	var state runState
	err := s.until(ctx, limit, "run "+id+" to end", func() (bool, error) {
		runs, err := s.runs(ctx)
		if err != nil {
			return false, err
		}
		state = runs[id]
		return state.Status == "completed" || state.Status == "error", nil
	})
	return state, err
}

// follow waits for a run to end and goes on to its successor as often as a broker was lost.
func (s *instance) follow(ctx context.Context, id string, limit time.Duration) (last string, lost int, err error) {
	for {
		state, err := s.ended(ctx, id, limit)
		if err != nil {
			return "", lost, err
		}
		if state.Status == "completed" {
			return id, lost, nil
		}
		if !strings.Contains(state.Error, "broker lost") {
			return "", lost, fmt.Errorf("run %s ended with %q", id, state.Error)
		}
		lost++
		next := ""
		if err := s.until(ctx, limit, "the successor of "+id, func() (bool, error) {
			runs, err := s.runs(ctx)
			for _, r := range runs {
				if r.Parent == id {
					next = r.ID
				}
			}
			return next != "", err
		}); err != nil {
			return "", lost, err
		}
		id = next
	}
}

// exactlyOnce reads verdicts.issued as a consumer does and holds it against the document.
func (s *instance) exactlyOnce(ctx context.Context, id string, want document) error {
	var out []byte
	// The run may have been complete before its broker was killed: the next one is then still starting.
	err := s.until(ctx, time.Minute, "the broker to answer", func() (answered bool, err error) {
		out, err = exec.CommandContext(ctx, s.exe, "verdicts", "--run", id, "--data-dir", s.dir).Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 3 {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return fmt.Errorf("reading verdicts.issued: %w", err)
	}
	issued := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var v struct {
			Data struct {
				ClaimID  string `json:"claim_id"`
				Revision int    `json:"revision"`
			} `json:"data"`
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return fmt.Errorf("reading verdicts.issued: %w", err)
		}
		issued[fmt.Sprintf("%s revision %d", v.Data.ClaimID, v.Data.Revision)]++
	}
	for v, n := range issued {
		if n != 1 {
			return fmt.Errorf("the verdict on %s was issued %d times", v, n)
		}
	}
	if len(issued) != want.verdicts {
		return fmt.Errorf("verdicts.issued holds %d verdicts, the document %d", len(issued), want.verdicts)
	}
	return nil
}

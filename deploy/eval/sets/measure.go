package sets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/deploy/eval/reread"
)

// ErrMissed says that a figure misses its limit.
var ErrMissed = errors.New("a limit was missed")

// ErrUnknown says that there is no such set; ErrData that the labels which were named cannot be read.
var (
	ErrUnknown = errors.New("there is no such set")
	ErrData    = errors.New("no labels")
)

// Chosen are the sets of these names in the order of All, or all of them. A name twice is one set.
func Chosen(names []string) ([]Set, error) {
	all := slices.Concat(All(), drawnHalves(), pairHalves())
	for _, name := range names {
		if !slices.ContainsFunc(all, func(s Set) bool { return s.Name == name }) {
			var known []string
			for _, s := range all {
				known = append(known, s.Name)
			}
			return nil, fmt.Errorf("%w as %q; there are %s", ErrUnknown, name, strings.Join(known, ", "))
		}
	}
	if len(names) == 0 {
		return All(), nil
	}
	return slices.DeleteFunc(all, func(s Set) bool { return !slices.Contains(names, s.Name) }), nil
}

// MeasureAll runs sets one after another and hands each report over when it is finished. The error is ErrMissed when all
// were measured and a figure misses its limit.
func MeasureAll(ctx context.Context, chosen []Set, data string, finished func(Report) error) error {
	missed := false
	for _, s := range chosen {
		began := time.Now()
		r, err := s.Measure(ctx, data)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.Name, err)
		}
		r.Seconds = time.Since(began).Seconds()
		missed = missed || !r.Passed()
		if err := finished(r); err != nil {
			return err
		}
	}
	if missed {
		return ErrMissed
	}
	return nil
}

// Measure runs a set. place is a file of labels, or a folder with such a file in it or in its folder labels; without one,
// the folder is that of SIBYL_EVAL or ../shared/eval, and labels that are not there are passed over.
func (s Set) Measure(ctx context.Context, place string) (Report, error) {
	r := Report{Set: s.Name, About: s.About}
	root, data, err := s.labels(place)
	switch {
	case errors.Is(err, fs.ErrNotExist) && place == "":
		r.Skipped = filepath.Join(root, filepath.FromSlash(s.Data)) + " is not there; SIBYL_EVAL names the folder of labelled data"
		return r, nil
	case err != nil:
		return r, fmt.Errorf("%w for %s: %w", ErrData, s.Name, err)
	}
	got, err := s.Run(ctx, root, data)
	got.Set, got.About, got.Unanswered = r.Set, r.About, reread.From(ctx).Unanswered()
	return got, err
}

// labels finds the file of labels and the folder of evaluations that it belongs to. data is empty for labels that the
// program carries.
func (s Set) labels(place string) (root, data string, err error) {
	named := place != ""
	if !named {
		place = os.Getenv("SIBYL_EVAL")
	}
	if place == "" {
		place = filepath.Join("..", "shared", "eval")
	}
	if s.Data == "" && !named {
		return place, "", nil
	}
	at, err := os.Stat(place)
	if err != nil {
		return place, "", fmt.Errorf("looking for the labels: %w", err)
	}
	if !at.IsDir() {
		root = filepath.Dir(place)
		if filepath.Base(root) == "labels" {
			root = filepath.Dir(root)
		}
		return root, place, nil
	}
	if s.Data == "" {
		return place, "", nil
	}
	inside := filepath.Join(place, filepath.FromSlash(s.Data))
	_, err = os.Stat(inside)
	if errors.Is(err, fs.ErrNotExist) {
		beside := filepath.Join(place, filepath.Base(inside))
		if _, e := os.Stat(beside); e == nil {
			return place, beside, nil
		}
	}
	if err != nil {
		return place, "", fmt.Errorf("looking for the labels: %w", err)
	}
	return place, inside, nil
}

// Miss is one thing that was answered wrong.
type Miss struct {
	Set   string `json:"set"`
	Asked string `json:"asked"`
	Want  string `json:"want"`
	Got   string `json:"got"`
}

// WriteMisses writes what was answered wrong, one JSON object for each line.
func WriteMisses(w io.Writer, reports []Report) error {
	enc := json.NewEncoder(w)
	for _, r := range reports {
		for _, m := range r.Misses {
			m.Set = r.Set
			if err := enc.Encode(m); err != nil {
				return fmt.Errorf("writing what was answered wrong: %w", err)
			}
		}
	}
	return nil
}

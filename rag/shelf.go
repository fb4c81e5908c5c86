package rag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNoSource says that passages were to be shelved for no source, or that some are of another one.
var ErrNoSource = errors.New("shelving passages: they are not all of one named source")

// Shelf is what a library has of one source.
type Shelf struct {
	Passages int
	Digest   string // of what was shelved; empty if it was taken away
}

// Shelves is a library that keeps standards, each source whole: putting a source there takes away what was there
// of it before, in one step.
type Shelves interface {
	Library
	// Shelve makes the passages all there is of a source and returns how many were taken away. Without passages the
	// source is taken away, which is remembered. Shelving what is there already changes nothing. Passages whose ReportID
	// is the source are kept apart: a search finds them only if it names that, and no other search depends on them.
	Shelve(ctx context.Context, source string, passages []Passage) (removed int, err error)
	// Shelved lists every source that was ever shelved.
	Shelved(ctx context.Context) (map[string]Shelf, error)
	// Labelled lists the passages that are a paragraph or metric, in the order of their place.
	Labelled(ctx context.Context, label string, sources []string) ([]Passage, error)
	// Replace makes the passages all there is of a report, in one step.
	Replace(ctx context.Context, reportID string, passages []Passage) (removed int, err error)
	// Preceding says how many passages of its report stand before one.
	Preceding(ctx context.Context, p Passage) (int, error)
}

// apart says whether a passage is found only where its ReportID is named.
func (p Passage) apart() bool { return p.Source != "" && p.ReportID != "" }

// Digest names a set of passages by what they are.
func Digest(passages []Passage) string {
	if len(passages) == 0 {
		return ""
	}
	ids := make([]string, len(passages))
	for i := range passages {
		ids[i] = passages[i].ID
	}
	slices.Sort(ids)
	h := sha256.New()
	for _, id := range slices.Compact(ids) {
		h.Write([]byte(id + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func checkSource(source string, passages []Passage) error {
	if source == "" || slices.ContainsFunc(passages, func(p Passage) bool {
		return p.Source != source || p.ReportID != passages[0].ReportID || p.ReportID != "" && p.ReportID != source
	}) {
		return fmt.Errorf("%w: %q", ErrNoSource, source)
	}
	return nil
}

func checkReport(reportID string, passages []Passage) error {
	if reportID == "" || slices.ContainsFunc(passages, func(p Passage) bool { return p.Source != "" || p.ReportID != reportID }) {
		return fmt.Errorf("%w: report %q", ErrNoSource, reportID)
	}
	return nil
}

// hasLabel says whether a passage's label names a paragraph or metric, in whatever case.
func hasLabel(labels, label string) bool {
	return slices.ContainsFunc(strings.Fields(labels), func(l string) bool { return strings.EqualFold(l, label) })
}

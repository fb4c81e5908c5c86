package parse

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag/pdf/brokenpdf"
)

// brokenLimits are tighter than the default ones, so that the corpus is read in minutes and a reader that
// only just survives is noticed.
func brokenLimits() Limits {
	l := limits()
	l.Time, l.CPU = 10*time.Second, 10*time.Second
	return l
}

// measured is a parser that says what its children took.
func measured(t *testing.T, l Limits) (*ChildParser, *Usage) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	most := &Usage{}
	p, err := NewParser(ParserConfig{
		Command: []string{self, ChildArg}, Limits: &l, OCR: OCR{Off: true}, Workers: 1,
		Ended: func(u Usage) { most.CPU, most.Peak = max(most.CPU, u.CPU), max(most.Peak, u.Peak) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, most
}

// wanted is what some files must give; for the others any clear answer will do.
var wanted = map[string]Problem{
	"10,000 tiny pages": TooManyPages, "1,900 tiny pages": "", "no page": NoPages, "noise": Corrupt, "cut at 5 tenths": Truncated,
	"outline in a circle": "", "fifty empty pages": "", "one page a hundred thousand times": TooManyPages,
	"a third of a gigabyte of spaces": TooMuchContent, "packed twice": TooMuchContent, "run lengths, packed": TooMuchContent,
	"font": TooMuchContent, "character map": TooMuchContent, "metadata": TooMuchContent, "object stream": TooMuchContent,
	"cross-reference stream": TooMuchContent,
	"length: long":           "", "encryption: version 99": Corrupt, "nothing but a header": Corrupt,
}

// Whatever is wrong with a file, it gives a document or one clear error, within the limits of time and
// memory.
func TestBrokenFilesEndWithinTheLimits(t *testing.T) {
	l := brokenLimits()
	outcomes := map[string]int{}
	if raceEnabled {
		t.Skip("the race detector's own memory and time count against the limits")
	}
	for _, s := range brokenpdf.Broken() {
		t.Run(s.Name, func(t *testing.T) {
			p, took := measured(t, l)
			ctx, cancel := context.WithTimeout(t.Context(), 2*l.Time)
			defer cancel()
			began := time.Now()
			d, err := p.Parse(ctx, s.PDF)
			wall := time.Since(began)
			outcome := "read"
			var file *FileError
			switch {
			case err == nil:
				if err := d.Validate(); err != nil {
					t.Error(err)
				}
			case !errors.As(err, &file) || strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 300:
				t.Errorf("not one clear error: %v", err)
			default:
				outcome = string(file.Problem)
			}
			if want, ok := wanted[s.Name]; ok && (want == "") != (err == nil) || file != nil && want != "" && file.Problem != want {
				t.Errorf("%v; want %q", err, want)
			}
			if s.Words != "" && (d == nil || !strings.Contains(d.Pages[len(d.Pages)-1].Text, s.Words)) {
				t.Errorf("its page can be read, but: %v", err)
			}
			if wall > l.Time+2*time.Second || l.CPU > 0 && took.CPU > l.CPU+time.Second {
				t.Errorf("took %v, %v of the processor; the limits are %v and %v", wall, took.CPU, l.Time, l.CPU)
			}
			if l.Memory > 0 && took.Peak > l.Memory {
				t.Errorf("took %d MB, the limit is %d MB", took.Peak>>20, l.Memory>>20)
			}
			outcomes[outcome]++
			t.Logf("%d KB: %s in %.1f s, %d MB; %v", len(s.PDF)>>10, outcome, wall.Seconds(), took.Peak>>20, err)
		})
	}
	t.Logf("outcomes: %v", outcomes)
}

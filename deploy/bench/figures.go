package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// Limits are what one analysis may take.
type Limits struct {
	Seconds float64 `json:"seconds"`
	MB      float64 `json:"mb"`
}

// Figures are what one analysis took. Megabytes are 10^6 bytes. RSS counts pages that processes share
// once for each of them, PSS once in all; the limit is on RSS, the larger.
type Figures struct {
	Report   string  `json:"report"`
	Pages    int     `json:"pages"`
	Claims   int     `json:"claims"`
	Verdicts int     `json:"verdicts"`
	Status   string  `json:"status"`
	Seconds  float64 `json:"seconds"`          // the whole command
	Startup  float64 `json:"startup_seconds"`  // until the run began
	Analysis float64 `json:"analysis_seconds"` // the run itself
	Ending   float64 `json:"ending_seconds"`   // printing the document and stopping

	Events    int     `json:"events"`            // of the run
	Processor float64 `json:"processor_seconds"` // of Sibyl's processes, which a busy machine does not change much
	Stages    []Stage `json:"stages"`

	PeakRSS   float64   `json:"peak_rss_mb"` // of the sum, not the sum of peaks
	PeakPSS   float64   `json:"peak_pss_mb"`
	SumOfHWM  float64   `json:"sum_of_process_peaks_mb"` // upper bound: as if all peaked at once
	Processes []Process `json:"processes"`

	Samples int      `json:"samples"`
	Limits  Limits   `json:"limits"`
	Passed  bool     `json:"passed"`
	Missed  []string `json:"missed"`
}

// Stage is where a part of the time went. Stages overlap on the clock.
type Stage struct {
	Stage     string  `json:"stage"`
	From      float64 `json:"from_seconds"`
	To        float64 `json:"to_seconds"`
	Processor float64 `json:"processor_seconds"`
}

// Process is one of Sibyl's processes and its own peak.
type Process struct {
	PID    int     `json:"pid"`
	Name   string  `json:"name"`
	PeakMB float64 `json:"peak_mb"`

	spent time.Duration // processor time, as far as it was seen
}

func (f *Figures) judge(l Limits) {
	f.Limits, f.Missed = l, []string{}
	miss := func(bad bool, format string, args ...any) {
		if bad {
			f.Missed = append(f.Missed, fmt.Sprintf(format, args...))
		}
	}
	miss(f.Seconds > l.Seconds, "%.1f s, limit %.0f s", f.Seconds, l.Seconds)
	miss(f.PeakRSS > l.MB, "%.0f MB, limit %.0f MB", f.PeakRSS, l.MB)
	miss(f.Status != "completed", "the run ended %q", f.Status)
	miss(f.Claims == 0, "no claims")
	miss(f.Verdicts != f.Claims, "%d claims, %d verdicts", f.Claims, f.Verdicts)
	f.Passed = len(f.Missed) == 0
}

func (f *Figures) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	row("report", "%s (%d pages)", f.Report, f.Pages)
	row("claims", "%d, with %d verdicts", f.Claims, f.Verdicts)
	row("PDF to verdicts", "%.2f s (limit %.0f s)%s", f.Seconds, f.Limits.Seconds, mark(f.Seconds <= f.Limits.Seconds))
	row("  start-up", "%.2f s", f.Startup)
	row("  analysis", "%.2f s", f.Analysis)
	row("  document and stop", "%.2f s", f.Ending)
	row("processor time", "%.2f s, %d events", f.Processor, f.Events)
	for _, s := range f.Stages {
		when := ""
		if s.To > 0 {
			when = fmt.Sprintf(", from %.2f to %.2f s", s.From, s.To)
		}
		row("  "+s.Stage, "%.2f s (%.0f %%)%s", s.Processor, 100*s.Processor/max(f.Processor, 1e-9), when)
	}
	row("peak memory", "%.0f MB resident (limit %.0f MB)%s, %.0f MB proportional", f.PeakRSS, f.Limits.MB, mark(f.PeakRSS <= f.Limits.MB), f.PeakPSS)
	for _, p := range f.Processes {
		row("  "+p.Name, "%.0f MB at its own peak", p.PeakMB)
	}
	row("", "(if all had peaked at once: %.0f MB; PostgreSQL is not counted; %d samples)", f.SumOfHWM, f.Samples)
	if f.Passed {
		row("result", "pass")
	}
	for _, m := range f.Missed {
		row("result", "FAIL: %s", m)
	}
	return w.Flush()
}

func mark(ok bool) string {
	if ok {
		return " ok"
	}
	return " MISSED"
}

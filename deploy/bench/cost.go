package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// Cost is what reports of growing size take, and what a page, a claim and an event add to it.
type Cost struct {
	Sizes []CostOf `json:"sizes"`

	// Between the smallest and the largest: what every analysis takes, and what each page adds.
	Fixed   float64 `json:"fixed_processor_seconds"`
	FixedMB float64 `json:"fixed_mb"`
	PerPage float64 `json:"processor_seconds_per_page"`
	PageMB  float64 `json:"mb_per_page"`
}

// CostOf is one size.
type CostOf struct {
	Pages     int     `json:"pages"`
	Claims    int     `json:"claims"`
	Events    int     `json:"events"`
	Seconds   float64 `json:"seconds"`
	Processor float64 `json:"processor_seconds"`
	PeakMB    float64 `json:"peak_rss_mb"`
}

// measureCost analyses a generated report of each size on a data directory of its own.
func measureCost(ctx context.Context, binary string, sizes []int, seed uint64) (*Cost, error) {
	c := &Cost{}
	for _, pages := range sizes {
		report := filepath.Join(".build", "bench", fmt.Sprintf("report-%d-seed%d.pdf", pages, seed))
		if err := makeReport(report, pages, seed, 0); err != nil {
			return nil, err
		}
		f, err := measure(ctx, binary, report)
		if err != nil {
			return nil, err
		}
		c.add(f)
	}
	return c, nil
}

func (c *Cost) add(f *Figures) {
	c.Sizes = append(c.Sizes, CostOf{f.Pages, f.Claims, f.Events, f.Seconds, f.Processor, f.PeakRSS})
	first, last := c.Sizes[0], c.Sizes[len(c.Sizes)-1]
	if pages := float64(last.Pages - first.Pages); pages > 0 {
		c.PerPage, c.PageMB = (last.Processor-first.Processor)/pages, (last.PeakMB-first.PeakMB)/pages
		c.Fixed, c.FixedMB = first.Processor-c.PerPage*float64(first.Pages), first.PeakMB-c.PageMB*float64(first.Pages)
	}
}

func (c *Cost) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "pages\tclaims\tevents\tseconds\tprocessor s\tpeak MB\tof these, a page\ta claim\tan event\tMB a page\t")
	for _, s := range c.Sizes {
		each := func(n int) float64 { return 1000 * s.Processor / float64(max(n, 1)) }
		fmt.Fprintf(w, "%d\t%d\t%d\t%.1f\t%.1f\t%.0f\t%.0f ms\t%.1f ms\t%.2f ms\t%.1f\t\n", s.Pages, s.Claims, s.Events, s.Seconds, s.Processor, s.PeakMB,
			each(s.Pages), each(s.Claims), each(s.Events), s.PeakMB/float64(max(s.Pages, 1)))
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the costs: %w", err)
	}
	_, err := fmt.Fprintf(out, "from the smallest to the largest: %.1f s of processor time and %.0f MB, and for each page %.0f ms and %.2f MB\n",
		c.Fixed, c.FixedMB, 1000*c.PerPage, c.PageMB)
	return err
}

func runCost(ctx context.Context, asJSON bool, binary string, sizes []int, seed uint64) error {
	c, err := measureCost(ctx, binary, sizes, seed)
	if err != nil {
		return err
	}
	if asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(c)
	} else {
		err = c.print(os.Stdout)
	}
	if err != nil {
		return fmt.Errorf("printing the costs: %w", err)
	}
	return nil
}

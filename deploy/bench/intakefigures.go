package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

func (f *IntakeFigures) judge() {
	if f.Given {
		return
	}
	if f.Ratio < intakeRatio {
		f.Missed = append(f.Missed, fmt.Sprintf("%.2f of bare text's speed, at least %.2f", f.Ratio, intakeRatio))
	}
	if f.Speed < intakeSpeed {
		f.Missed = append(f.Missed, fmt.Sprintf("%.0f pages/s, at least %.0f", f.Speed, intakeSpeed))
	}
	if f.PeakMB >= intakeMemory {
		f.Missed = append(f.Missed, fmt.Sprintf("%.0f MB on %d pages, below %.0f", f.PeakMB, f.Long.Pages, intakeMemory))
	}
}

func (f *IntakeFigures) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "intake\tpages\tseconds\tpages/s\tbare text, pages/s\tratio\tCPU, s\tbare CPU, s\tchild, MB")
	reports := slices.Clone(f.Reports)
	if !f.Given {
		reports = append(reports, f.Long)
	}
	for _, r := range reports {
		fmt.Fprintf(w, "  %s\t%d\t%.2f\t%.0f\t%.0f\t%.2f\t%.2f\t%.2f\t%.0f\n", r.Name, r.Pages, r.Seconds, float64(r.Pages)/r.Seconds,
			float64(r.Pages)/r.Bare, r.Bare/r.Seconds, r.CPU, r.BareCPU, r.ChildMB)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if f.Given {
		fmt.Fprintf(out, "  all, one for each core: %.0f pages/s, %s\n", f.Speed, reached(f.Speed, givenSpeed, "%.0f"))
		fmt.Fprintf(out, "  one after the other: %.0f pages/s, %.2f of bare text, %s\n", f.Alone, f.Ratio, reached(f.Ratio, givenRatio, "%.2f"))
		f.printCPU(out)
		return nil
	}
	fmt.Fprintf(out, "  all but the last, one for each core: %.0f pages/s (limit %.0f)%s\n", f.Speed, intakeSpeed, mark(f.Speed >= intakeSpeed))
	fmt.Fprintf(out, "  one after the other: %.0f pages/s, %.2f of bare text (limit %.2f)%s\n", f.Alone, f.Ratio, intakeRatio, mark(f.Ratio >= intakeRatio))
	f.printCPU(out)
	fmt.Fprintf(out, "  peak memory on %d pages, both processes: %.0f MB (limit %.0f)%s\n", f.Long.Pages, f.PeakMB, intakeMemory, mark(f.PeakMB < intakeMemory))
	for _, m := range f.Missed {
		fmt.Fprintf(out, "  FAIL: %s\n", m)
	}
	return nil
}

func (f *IntakeFigures) printCPU(out io.Writer) {
	fmt.Fprintf(out, "  by processor time: %.0f pages/s for each core, bare text %.0f; intake had %.1f cores\n", f.PerCPU, f.BareCPU, f.Cores)
}

// reached says whether a figure of reports that were given is what is hoped for.
func reached(is, hoped float64, format string) string {
	word := "not reached"
	if is >= hoped {
		word = "reached"
	}
	return fmt.Sprintf(format+" "+word, hoped)
}

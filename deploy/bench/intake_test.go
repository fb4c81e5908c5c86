package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestMeasureIntake(t *testing.T) {
	dir := t.TempDir()
	short, long := filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b.pdf")
	for name, pages := range map[string]int{short: 2, long: 4} {
		if err := makeReport(name, pages, 1, 0); err != nil {
			t.Fatal(err)
		}
	}
	f, err := measureIntake(t.Context(), []string{short}, long)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Reports) != 1 || f.Reports[0].Pages != 2 || f.Reports[0].Seconds <= 0 ||
		f.Reports[0].Bare <= 0 || f.Ratio <= 0 || f.Speed <= 0 || f.Long.Pages != 4 || f.PeakMB <= 10 {
		t.Errorf("measured %+v", f)
	}
	if _, err := measureIntake(t.Context(), []string{short + ".gone"}, long); err == nil {
		t.Error("a report that is not there was measured")
	}
}

func TestIntakeIsJudged(t *testing.T) {
	good := IntakeFigures{
		Reports: []ReportFigures{{Name: "a.pdf", Pages: 10, Seconds: 0.1, Bare: 0.05}}, Speed: 100,
		Ratio: 0.5, PeakMB: 100, Long: ReportFigures{Name: "b.pdf", Pages: 400, Seconds: 1, Bare: 1},
	}
	for name, c := range map[string]struct {
		spoil func(*IntakeFigures)
		says  string
	}{
		"good": {func(*IntakeFigures) {}, ""},
		"slow": {func(f *IntakeFigures) { f.Speed = 59 }, "59 pages/s"},
		"idle": {func(f *IntakeFigures) { f.Ratio = 0.14 }, "0.14 of bare text's speed"},
		"fat":  {func(f *IntakeFigures) { f.PeakMB = 400 }, "400 MB on 400 pages"},
	} {
		f := good
		c.spoil(&f)
		f.judge()
		var out bytes.Buffer
		if err := f.print(&out); err != nil {
			t.Fatal(err)
		}
		if (len(f.Missed) > 0) != (c.says != "") || !strings.Contains(out.String(), c.says) || strings.Contains(out.String(), "FAIL") != (c.says != "") {
			t.Errorf("%s: missed %q\n%s", name, f.Missed, &out)
		}
	}
}

func TestReportsThatAreGivenStandInPlaceOfGeneratedOnes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "given.pdf")
	if err := makeReport(name, 2, 1, 0); err != nil {
		t.Fatal(err)
	}
	f, err := measureIntake(t.Context(), []string{name}, "")
	if err != nil {
		t.Fatal(err)
	}
	f.Speed, f.Ratio = 101, 0.1 // below the limit of generated reports
	f.judge()
	var out bytes.Buffer
	if err := f.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"given.pdf", "101 pages/s, 100 reached", "0.10 of bare text, 0.35 not reached"} {
		if !strings.Contains(out.String(), says) {
			t.Errorf("%q is not said", says)
		}
	}
	if len(f.Missed) > 0 || strings.Contains(out.String(), "400") {
		t.Errorf("missed %q\n%s", f.Missed, &out)
	}
	if err := runIntake(t.Context(), false, 1, []string{name + ".gone"}); err == nil {
		t.Error("a report that is not there was measured")
	}
}

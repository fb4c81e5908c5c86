package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-pdf/fpdf"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/reports"
)

// crashOn names the mark on which the parser child of these tests dies as MuPDF does on a bad day.
const crashOn = "SIBYL_TEST_CRASH_ON"

// crashIfMarked reads a child's input, dies if it holds the mark, and else lets the parser have it.
func crashIfMarked() {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(3)
	}
	if bytes.Contains(input, []byte(os.Getenv(crashOn))) {
		if err := syscall.Kill(os.Getpid(), syscall.SIGSEGV); err != nil {
			os.Exit(3)
		}
		select {}
	}
	r, w, err := os.Pipe()
	if err != nil {
		os.Exit(3)
	}
	go func() {
		_, err := w.Write(input)
		if errors.Join(err, w.Close()) != nil {
			os.Exit(3)
		}
	}()
	os.Stdin = r
}

// smallReport makes a one-page PDF whose title is its mark.
func smallReport(t *testing.T, title string) []byte {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetTitle(title, false)
	made := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) // the same file each time
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	pdf.SetCatalogSort(true)
	pdf.AddPage()
	pdf.SetFont("Helvetica", "", 12)
	pdf.MultiCell(0, 6, "Our Scope 1 emissions fell by 12 % to 88,000 t CO2e in 2024, from 100,000 t CO2e in 2023.", "", "L", false)
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAReportThatCrashesTheParserFailsAlone hands in a report that kills its parser beside a sound one.
func TestAReportThatCrashesTheParserFailsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a broker and a database")
	}
	t.Setenv(crashOn, "title-that-kills")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	o, err := stack.Place{DataDir: dataDir(t)}.Open(ctx, settings.Dependencies{LogLevel: "warn"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := o.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	bad, err := o.Upload(ctx, "bad.pdf", smallReport(t, "title-that-kills"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if bad.Status != reports.Error || bad.Error == "" || strings.Contains(bad.Error, "\n") {
		t.Errorf("the report that kills its parser is %s, with %q; want an error of one line", bad.Status, bad.Error)
	}
	good, err := o.Upload(ctx, "good.pdf", smallReport(t, "sound"), nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := o.Start(ctx, good.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	if run, err = follow(ctx, o, run, terminal.NewProgress(quiet), nil, func() error { return o.Reachable(ctx, time.Minute) }); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Runs []client.Run `json:"runs"`
	}
	if err := o.Do(ctx, "GET", "/runs", "", nil, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Runs) != 1 || list.Runs[0].ID != run || list.Runs[0].Status != string(events.RunCompleted) {
		t.Errorf("want one completed run, have %+v", list.Runs)
	}
}

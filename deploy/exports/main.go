// Command exports opens HTML exports in headless Chromium as their readers do (see package legibility), keeps the first
// screens and the printed sheets, and says what is wrong.
//
//	bin/sibyl show RUN --format html -o report.html
//	go run ./deploy/exports -out /tmp/looks report.html ...
//
// It ends with 1 if anything keeps readers from reading.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/deploy/legibility"
)

func main() {
	out := flag.String("out", "", "folder for the pictures and sheets; none are kept without it")
	limit := flag.Duration("limit", 5*time.Minute, "how long one file may take")
	opened := flag.Bool("opened", false, "give axe what is folded away, too; it takes minutes")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "exports: name at least one HTML file")
		os.Exit(2)
	}
	bad := 0
	for _, file := range flag.Args() {
		wrong, err := look(file, *out, *limit, *opened)
		if err != nil {
			fmt.Fprintln(os.Stderr, "exports:", err)
			os.Exit(1)
		}
		bad += wrong
	}
	if bad > 0 {
		fmt.Fprintf(os.Stderr, "exports: %d things keep readers from reading\n", bad)
		os.Exit(1)
	}
}

func look(file, out string, limit time.Duration, opened bool) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	s, err := legibility.Look(ctx, file, opened)
	if err != nil {
		return 0, err
	}
	wrong := s.Wrong()
	fmt.Printf("%s: %d views, %d KB of sheets, %s; wrong: %d\n", file, len(s.Views), len(s.Printed)/1024,
		time.Since(began).Round(100*time.Millisecond), len(wrong))
	for _, w := range wrong {
		fmt.Println("  " + w)
	}
	if out == "" {
		return len(wrong), nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return 0, err
	}
	name := filepath.Join(out, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	for _, v := range s.Views {
		if err := os.WriteFile(name+"-"+v.Name+".png", v.Picture, 0o644); err != nil {
			return 0, err
		}
	}
	return len(wrong), os.WriteFile(name+".pdf", s.Printed, 0o644)
}

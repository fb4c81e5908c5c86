// Command world has an analysis made of a report in a scripted world - a server of this machine that answers as a news
// index, a reader of articles, an index of works and a catalogue of satellite images do - and prints how many claims were ruled as they should be:
//
//	go run ./deploy/world [-sibyl bin/sibyl] [-keep DIR]
//
// It fails when a claim is verified or contradicted that must not be.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/sibyl-project/sibyl/deploy/world/town"
)

func main() {
	program := flag.String("sibyl", "bin/sibyl", "the program that analyses")
	keep := flag.String("keep", "", "folder for the report and the document; by default they are thrown away")
	flag.Parse()
	score, err := run(context.Background(), *program, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "world:", err)
		os.Exit(1)
	}
	fmt.Print(score)
	if len(score.Worse) > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context, program, keep string) (score town.Score, err error) {
	dir := keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "sibyl-world-"); err != nil {
			return score, fmt.Errorf("making a folder: %w", err)
		}
		defer os.RemoveAll(dir)
	}
	world := town.At(time.Now())
	report, err := world.Report()
	if err != nil {
		return score, fmt.Errorf("setting the report: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return score, fmt.Errorf("making a folder: %w", err)
	}
	file, out := filepath.Join(dir, "report.pdf"), filepath.Join(dir, "analysis.json")
	if err := os.WriteFile(file, report, 0o600); err != nil {
		return score, fmt.Errorf("writing the report: %w", err)
	}
	around := town.Serve(world)
	defer around.Close()
	cmd := exec.CommandContext(ctx, program, "analyze", file, "--data-dir", filepath.Join(dir, "data"), "--format", "json", "-o", out)
	cmd.Env = os.Environ()
	for _, v := range around.Variables() {
		cmd.Env = append(cmd.Env, v[0]+"="+v[1])
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return score, fmt.Errorf("analysing: %w", err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return score, fmt.Errorf("reading the document: %w", err)
	}
	var doc struct {
		Claims   []struct{ ID, Text string }
		Verdicts []struct {
			ClaimID   string `json:"claim_id"`
			Verdict   string
			Reasoning string
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return score, fmt.Errorf("reading the document: %w", err)
	}
	texts := map[string]string{}
	for _, c := range doc.Claims {
		texts[c.ID] = c.Text
	}
	var ruled []town.Ruled
	for _, v := range doc.Verdicts {
		ruled = append(ruled, town.Ruled{Text: texts[v.ClaimID], Verdict: v.Verdict, Reasoning: v.Reasoning})
	}
	n := around.Asked()
	fmt.Printf("%d searches, %d articles read, %d searches for papers, %d for pictures, %d parts of pictures read\n", n[0], n[1], n[2], n[3], n[4])
	return world.Compare(ruled), nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
	"github.com/sibyl-project/sibyl/cmd/sibyl/terminal"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// UpCmd runs everything in one process.
type UpCmd struct {
	Addr      string `env:"SIBYL_ADDR" placeholder:"HOST:PORT" help:"${addr_help}"`
	Analyze   string `placeholder:"FILE.pdf" help:"Analyse this report once everything runs."`
	Evidence  string `type:"path" placeholder:"DIR" help:"With --analyze: a folder of documents to hold the report against. Without: added for every report."`
	AutoStart bool   `env:"SIBYL_AUTO_START" help:"Analyse each report as soon as it is uploaded and read."`
	stack.Place
	settings.Dependencies
}

// Help is shown by `sibyl up --help`.
func (UpCmd) Help() string { return "Example: sibyl up --data-dir ./sibyl-data --addr 127.0.0.1:8080" }

// Run implements `sibyl up`.
func (c UpCmd) Run(ctx context.Context) error {
	if c.Server != "" {
		return exit.Usage("`sibyl up` is a server; it cannot use another with --server")
	}
	var pdf []byte
	if c.Analyze != "" {
		var err error
		if pdf, err = readPDF(ctx, c.Analyze); err != nil {
			return err
		}
	}
	documents, err := readEvidence(c.Evidence)
	if err != nil {
		return err
	}
	dir, err := c.Dir()
	if err != nil {
		return err
	}
	s, err := stack.Start(ctx, dir, stack.Options{Token: c.Token, AutoStart: c.AutoStart}, c.Dependencies, listenOn(c.Addr))
	var inUse *embedded.InUseError
	if errors.As(err, &inUse) {
		if inUse.Info != nil {
			return exit.Down("%s is in use by process %d, which serves http://%s", dir, inUse.Info.PID, inUse.Info.API)
		}
		return exit.Down("%s is in use by a process that is just starting", dir)
	}
	if err != nil {
		return err
	}
	c.greet(s)
	if err := c.begin(ctx, s, pdf, documents); err != nil {
		fmt.Fprintf(os.Stderr, "sibyl: %s\n", exit.OneLine(err.Error()))
	}
	select {
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr, "sibyl: stopping; what is unfinished goes on at the next start")
	case err := <-s.Ended:
		s.Ended <- err
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return s.Stop(closing)
}

// greet says where everything is.
func (c UpCmd) greet(s *stack.Stack) {
	kind := "embedded"
	if s.Broker == nil {
		kind = "Apache Kafka"
	}
	database := "private, in " + s.Data.Path
	if s.Postgres == nil {
		database = settings.Redact(c.DatabaseURL)
	}
	fmt.Fprintf(os.Stderr, "Sibyl %s\n  page      http://%s\n  API       http://%s/api/v1/openapi.json\n  broker    %s (%s)\n  database  %s\n  data      %s\n",
		version.Code(), s.Listener.Addr(), s.Listener.Addr(), s.Brokers[0], kind, database, s.Data.Path)
}

// begin does what the command line asks for once everything runs: it analyses a report, with the documents beside
// it, or puts these on the shelf for every report.
func (c UpCmd) begin(ctx context.Context, s *stack.Stack, pdf []byte, documents []localDocument) error {
	o := &stack.Opened{Client: client.New("http://"+s.Listener.Addr().String(), c.Token)}
	if pdf != nil {
		return c.first(ctx, s, o, pdf, documents)
	}
	for _, d := range documents {
		if _, err := addEvidence(ctx, o.Client, "", d); err != nil {
			return err
		}
	}
	return nil
}

// first analyses the report named on the command line, with progress, and leaves the page standing.
func (c UpCmd) first(ctx context.Context, s *stack.Stack, o *stack.Opened, pdf []byte, documents []localDocument) error {
	a := AnalyzeCmd{File: c.Analyze, Evidence: c.Evidence, documents: documents}
	show := terminal.NewProgress(os.Stderr)
	doc, _, err := a.analyse(ctx, o, pdf, show)
	show.Clear()
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, v := range doc.Verdicts {
		counts[string(v.Verdict)]++
	}
	fmt.Fprintf(os.Stderr, "  %d claims: %d verified, %d unverified, %d contradicted, %d with insufficient evidence\n  see it at http://%s (Ctrl-C ends)\n",
		len(doc.Claims), counts["verified"], counts["unverified"], counts["contradicted"], counts["insufficient_evidence"], s.Listener.Addr())
	return nil
}

// listenOn opens exactly one address.
func listenOn(addr string) func() (net.Listener, error) {
	return func() (net.Listener, error) {
		ln, err := embedded.Listen(addr)
		if err != nil {
			return nil, fmt.Errorf("listening on %s: %w", addr, err)
		}
		return ln, nil
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/projections/api"
)

// UpCmd runs everything in one process.
type UpCmd struct {
	Addr      string `env:"SIBYL_ADDR" placeholder:"HOST:PORT" help:"${addr_help}"`
	Analyze   string `placeholder:"FILE.pdf" help:"Analyse this report once everything runs."`
	Evidence  string `type:"path" placeholder:"DIR" help:"With --analyze: a folder of documents to hold the report against. Without: added for every report."`
	AutoStart bool   `env:"SIBYL_AUTO_START" help:"Analyse each report as soon as it is uploaded and read."`
	Place
	Dependencies
}

// Help is shown by `sibyl up --help`.
func (UpCmd) Help() string { return "Example: sibyl up --data-dir ./sibyl-data --addr 127.0.0.1:8080" }

// Run implements `sibyl up`.
func (c UpCmd) Run(ctx context.Context) error {
	if c.Server != "" {
		return usage("`sibyl up` is a server; it cannot use another with --server")
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
	dir, err := c.dir()
	if err != nil {
		return err
	}
	s, err := startStack(ctx, dir, c.Token, c.AutoStart, c.Dependencies, listenOn(c.Addr))
	var inUse *embedded.InUseError
	if errors.As(err, &inUse) {
		if inUse.Info != nil {
			return down("%s is in use by process %d, which serves http://%s", dir, inUse.Info.PID, inUse.Info.API)
		}
		return down("%s is in use by a process that is just starting", dir)
	}
	if err != nil {
		return err
	}
	c.greet(s)
	if err := c.begin(ctx, s, pdf, documents); err != nil {
		fmt.Fprintf(os.Stderr, "sibyl: %s\n", oneLine(err.Error()))
	}
	select {
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr, "sibyl: stopping; what is unfinished goes on at the next start")
	case err := <-s.ended:
		s.ended <- err
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return s.Stop(closing)
}

// greet says where everything is.
func (c UpCmd) greet(s *stack) {
	kind := "embedded"
	if s.broker == nil {
		kind = "Apache Kafka"
	}
	database := "private, in " + s.data.Path
	if s.postgres == nil {
		database = redact(c.DatabaseURL)
	}
	fmt.Fprintf(os.Stderr, "Sibyl %s\n  page      http://%s\n  API       http://%s/api/v1/openapi.json\n  broker    %s (%s)\n  database  %s\n  data      %s\n",
		codeVersion(), s.listener.Addr(), s.listener.Addr(), s.brokers[0], kind, database, s.data.Path)
}

// begin does what the command line asks for once everything runs: it analyses a report, with the documents beside
// it, or puts these on the shelf for every report.
func (c UpCmd) begin(ctx context.Context, s *stack, pdf []byte, documents []localDocument) error {
	o := &opened{client: client{"http://" + s.listener.Addr().String(), c.Token}}
	if pdf != nil {
		return c.first(ctx, s, o, pdf, documents)
	}
	for _, d := range documents {
		if _, err := o.addEvidence(ctx, "", d); err != nil {
			return err
		}
	}
	return nil
}

// first analyses the report named on the command line, with progress, and leaves the page standing.
func (c UpCmd) first(ctx context.Context, s *stack, o *opened, pdf []byte, documents []localDocument) error {
	a := AnalyzeCmd{File: c.Analyze, Evidence: c.Evidence, documents: documents}
	show := newProgress(os.Stderr)
	doc, _, err := a.analyse(ctx, o, pdf, show)
	show.clear()
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, v := range doc.Verdicts {
		counts[string(v.Verdict)]++
	}
	fmt.Fprintf(os.Stderr, "  %d claims: %d verified, %d unverified, %d contradicted, %d with insufficient evidence\n  see it at http://%s (Ctrl-C ends)\n",
		len(doc.Claims), counts["verified"], counts["unverified"], counts["contradicted"], counts["insufficient_evidence"], s.listener.Addr())
	return nil
}

// serve answers HTTP until ctx ends.
func (s *stack) serve(ctx context.Context) error {
	outbox := intent.New(s.pool)
	return api.Serve(ctx, s.listener, api.New(api.Config{
		Pool: s.pool, Outbox: outbox, Artefacts: s.ports.store, Hub: s.hub, Knowledge: s.ports.knowledge, ReadPDF: s.ports.parser.Parse,
		Replay: replayer(kafkaOptions(s.brokers), s.instance(), s.ports, outbox),
		Record: recordReader(kafkaOptions(s.brokers)),
		Addr:   s.listener.Addr().String(), Token: s.token, AutoStart: s.autoStart,
		Metrics: promhttp.HandlerFor(prometheus.Gatherers{metrics(), s.metrics}, promhttp.HandlerOpts{}),
		Version: codeVersion(), Logger: s.log, Ready: s.ready, Room: s.room, Scratch: s.data.Path,
	}))
}

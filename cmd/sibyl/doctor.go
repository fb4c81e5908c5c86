package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/deploy/embedded/installed"
)

// DoctorCmd says what is there and what to do about what is not.
type DoctorCmd struct {
	asking
}

// Help is shown by `sibyl doctor --help`.
func (DoctorCmd) Help() string { return "Example: sibyl doctor --json" }

// diagnosis is what `sibyl doctor --json` prints.
type diagnosis struct {
	Version  string           `json:"version"`
	DataDir  string           `json:"data_dir"`
	Running  *embedded.Info   `json:"running,omitempty"` // the process that has the data directory
	Facts    []installed.Fact `json:"facts"`
	Broker   string           `json:"broker"`
	Database string           `json:"database"`
	Vectors  string           `json:"embeddings"`
	Models   string           `json:"models"`
	Outside  string           `json:"outside"` // services beyond this machine
	OK       bool             `json:"ok"`
}

// Run implements `sibyl doctor`.
func (c DoctorCmd) Run(ctx context.Context) error {
	dir, err := c.Dir()
	if err != nil {
		return err
	}
	d := diagnosis{Version: version.Code(), DataDir: dir, Facts: installed.Facts(ctx), Broker: "embedded", Database: "private",
		Vectors: c.Embedding.Describe(), Models: c.Reasoning.Describe(), Outside: c.Outside.Describe(), OK: true}
	if reached := c.Outside.Reached(ctx, net.DefaultResolver.LookupHost); reached.NewsURL != c.NewsURL || reached.OpenAlexURL != c.OpenAlexURL {
		d.Outside += " - but nothing is asked by default where its host cannot be found, as now"
	}
	if d.Running, err = embedded.Announced(dir); err != nil {
		return err
	}
	for _, f := range d.Facts {
		if f.Needed && !f.Found && c.DatabaseURL == "" {
			d.OK = false
		}
	}
	if len(c.KafkaBrokers) > 0 {
		d.Broker = settings.Reach(ctx, c.KafkaBrokers)
		d.OK = d.OK && d.Broker == "answers"
	}
	if c.DatabaseURL != "" {
		d.Database = "answers"
		pool, err := settings.ConnectDatabase(ctx, c.DatabaseURL)
		if err != nil {
			d.Database, d.OK = err.Error(), false
		} else {
			pool.Close()
		}
	}
	if c.JSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(d); err != nil {
			return err
		}
	} else {
		d.print()
	}
	if !d.OK {
		return exit.Down("something that is needed is missing or does not answer; see above")
	}
	return nil
}

func (d diagnosis) print() {
	fmt.Printf("sibyl      %s\ndata       %s\n", d.Version, d.DataDir)
	if d.Running != nil {
		fmt.Printf("running    process %d: page and API http://%s, broker %s, database %s\n", d.Running.PID, d.Running.API, d.Running.Kafka, d.Running.Database)
	} else {
		fmt.Printf("running    nothing on this data directory; start with `sibyl up`\n")
	}
	fmt.Printf("broker     %s\ndatabase   %s\nembeddings %s\nmodels     %s\noutside    %s\n", d.Broker, d.Database, d.Vectors, d.Models, d.Outside)
	for _, f := range d.Facts {
		mark := "yes"
		if !f.Found {
			mark = "no"
		}
		fmt.Printf("%-10s %s  %s\n", f.Name, mark, f.Detail)
		if !f.Found && f.Advice != "" {
			fmt.Printf("           do: %s\n", f.Advice)
		}
	}
}

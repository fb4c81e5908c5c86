package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/stream"
)

// TopologyCmd prints the declarations, before anything runs.
type TopologyCmd struct {
	Format string `enum:"text,dot,mermaid,json" default:"text" help:"One of ${enum}."`
	JSON   bool   `help:"The same as --format json."`
}

// Help is shown by `sibyl topology --help`.
func (TopologyCmd) Help() string {
	return "Example: sibyl topology --format mermaid > topology.mmd"
}

// Run implements `sibyl topology`.
func (c TopologyCmd) Run() error {
	graph := describe(worker.Declarations(worker.Ports{}))
	if c.JSON {
		c.Format = "json"
	}
	switch c.Format {
	case "json":
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(graph)
	case "dot":
		return graph.dot(os.Stdout)
	case "mermaid":
		return graph.mermaid(os.Stdout)
	}
	return graph.text(os.Stdout)
}

// topology is the whole graph: topics with their keys, processors with what they read, write and keep.
type topology struct {
	Topics     []topicNode     `json:"topics"`
	Processors []processorNode `json:"processors"`
}

type topicNode struct {
	Name       events.Topic `json:"name"`
	Partitions int32        `json:"partitions"`
	KeyedBy    string       `json:"keyed_by"`
	Retention  string       `json:"retention"`
	Kinds      []string     `json:"kinds"`
}

type processorNode struct {
	Name   string       `json:"name"`
	Reads  []kindsOf    `json:"reads"`
	Writes []kindsOf    `json:"writes"`
	State  events.Topic `json:"state,omitempty"`
	Wakes  bool         `json:"wakes"`
}

type kindsOf struct {
	Topic events.Topic `json:"topic"`
	Kinds []string     `json:"kinds"`
}

func describe(decls []stream.Declaration) topology {
	var t topology
	for _, s := range events.Topics() {
		n := topicNode{Name: s.Name, Partitions: s.Partitions, KeyedBy: s.KeyedBy, Retention: string(s.Retention)}
		for _, k := range events.Kinds() {
			if k.Topic == s.Name {
				n.Kinds = append(n.Kinds, k.Type)
			}
		}
		t.Topics = append(t.Topics, n)
	}
	for _, d := range decls {
		desc := d.Describe()
		p := processorNode{
			Name: desc.Name, Reads: byTopic(desc.Kinds, desc), Writes: byTopic(desc.Emits, desc),
			State: desc.State, Wakes: desc.Wakes,
		}
		if desc.Copies != "" {
			p.Writes = append(p.Writes, kindsOf{desc.Copies, []string{"copies"}})
		}
		t.Processors = append(t.Processors, p)
	}
	return t
}

// byTopic groups kinds by the topic that carries them, in the order of the catalogue.
func byTopic(kinds []string, desc stream.Description) []kindsOf {
	topicOf := func(kind string) events.Topic {
		if k, ok := events.KindNamed(kind); ok {
			return k.Topic
		}
		return desc.Inputs[0] // a wake: it comes back on the processor's own input
	}
	var out []kindsOf
	for _, s := range events.Topics() {
		var of []string
		for _, k := range kinds {
			if topicOf(k) == s.Name {
				of = append(of, k)
			}
		}
		if len(of) > 0 {
			slices.Sort(of)
			out = append(out, kindsOf{s.Name, of})
		}
	}
	return out
}

func (t topology) text(w io.Writer) error {
	var b strings.Builder
	b.WriteString("PROCESSORS\n")
	for _, p := range t.Processors {
		fmt.Fprintf(&b, "\n%s", p.Name)
		if p.State != "" {
			fmt.Fprintf(&b, "   state: %s", p.State)
		}
		if p.Wakes {
			b.WriteString("   wakes: " + p.Name + ".due")
		}
		b.WriteString("\n")
		for _, r := range p.Reads {
			fmt.Fprintf(&b, "  ◀─ %-26s %s\n", r.Topic, summary(r.Kinds))
		}
		for _, r := range p.Writes {
			fmt.Fprintf(&b, "  ─▶ %-26s %s\n", r.Topic, summary(r.Kinds))
		}
	}
	b.WriteString("\nTOPICS\n\n")
	for _, n := range t.Topics {
		fmt.Fprintf(&b, "%-26s %2d partitions, by %s, kept %s\n", n.Name, n.Partitions, n.KeyedBy, n.Retention)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// summary keeps the feed's line, which reads every kind, short enough to be read.
func summary(kinds []string) string {
	if len(kinds) > 8 {
		return fmt.Sprintf("%d kinds", len(kinds))
	}
	return strings.Join(kinds, ", ")
}

// edges lists each connection once: topic to processor and processor to topic.
func (t topology) edges(each func(from, to, label string, fromTopic bool)) {
	for _, p := range t.Processors {
		for _, r := range p.Reads {
			each(string(r.Topic), p.Name, summary(r.Kinds), true)
		}
		for _, r := range p.Writes {
			each(p.Name, string(r.Topic), summary(r.Kinds), false)
		}
	}
}

func (t topology) dot(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph sibyl {\n  rankdir=LR;\n  node [fontname=\"Helvetica\"];\n")
	for _, n := range t.Topics {
		fmt.Fprintf(&b, "  %q [shape=cylinder, label=\"%s\\n(by %s)\"];\n", "topic:"+string(n.Name), n.Name, n.KeyedBy)
	}
	for _, p := range t.Processors {
		label := p.Name
		if p.State != "" {
			label += "\\n[" + string(p.State) + "]"
		}
		fmt.Fprintf(&b, "  %q [shape=box, style=rounded, label=\"%s\"];\n", "processor:"+p.Name, label)
	}
	t.edges(func(from, to, label string, fromTopic bool) {
		a, z := "processor:", "topic:"
		if fromTopic {
			a, z = z, a
		}
		fmt.Fprintf(&b, "  %q -> %q [label=%q, fontsize=9];\n", a+from, z+to, label)
	})
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (t topology) mermaid(w io.Writer) error {
	id := func(s string) string { return strings.NewReplacer(".", "_", "-", "_").Replace(s) }
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, n := range t.Topics {
		fmt.Fprintf(&b, "  t_%s[(\"%s<br/><small>by %s</small>\")]\n", id(string(n.Name)), n.Name, n.KeyedBy)
	}
	for _, p := range t.Processors {
		fmt.Fprintf(&b, "  p_%s([\"%s\"])\n", id(p.Name), p.Name)
	}
	t.edges(func(from, to, _ string, fromTopic bool) {
		a, z := "p_", "t_"
		if fromTopic {
			a, z = z, a
		}
		fmt.Fprintf(&b, "  %s%s --> %s%s\n", a, id(from), z, id(to))
	})
	_, err := io.WriteString(w, b.String())
	return err
}

package worker

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/conductor"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/geography"
	"github.com/sibyl-project/sibyl/processors/indexer"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/judge/narrate"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/reread"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/outside"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/reason/dedupe"
	"github.com/sibyl-project/sibyl/processors/reason/extract"
	"github.com/sibyl-project/sibyl/processors/reason/meaning"
	"github.com/sibyl-project/sibyl/processors/reason/relate"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/specialist/replies"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/ledger"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// Ports are what processors learn from outside their events. The zero value is enough to describe them.
type Ports struct {
	Store     artefact.Store
	Library   rag.Library
	Knowledge *corpus.Corpus // the same library with the standards in it
	Parser    parse.Parser

	Models reason.Models // language model by role; none where rules alone judge
	Asker  *reason.Asker // asks them; nil in a replay, which has the answers that were recorded

	Sources []events.Source // services beyond this machine; none offline
	Outside outside.Asker   // asks them; nil in a replay
}

// OpenPorts connects them to a database that is prepared.
func OpenPorts(pool *pgxpool.Pool, deps settings.Dependencies) (Ports, error) {
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		return Ports{}, fmt.Errorf("opening the artefact store: %w", err)
	}
	parser, err := deps.Reading.Parser()
	if err != nil {
		return Ports{}, err
	}
	options, err := deps.Embedding.Options()
	if err != nil {
		return Ports{}, err
	}
	asker, err := deps.Reasoning.Asker(pausingBook{ledger.Postgres{Pool: pool}})
	if err != nil {
		return Ports{}, err
	}
	deps.Outside = deps.Outside.Reached(context.Background(), net.DefaultResolver.LookupHost)
	sources, err := deps.Outside.Sources()
	if err != nil {
		return Ports{}, err
	}
	client, err := deps.Outside.Client()
	if err != nil {
		return Ports{}, err
	}
	var ask outside.Asker
	if client != nil {
		ask = client
	}
	library := rag.NewPostgres(pool, options...)
	return Ports{
		Store: pausingStore{store}, Library: pausingLibrary{library}, Knowledge: corpus.New(library), Parser: parser,
		Models: deps.Reasoning.Models(), Asker: asker, Sources: sources, Outside: ask,
	}, nil
}

// Extractor reads sections for claims; nil means the rules. Tests put one in its place that ends the process.
var Extractor claims.Extractor

// Declarations lists the processors in the order of the flow.
func Declarations(p Ports) []stream.Declaration {
	models, prompts, err := p.Models.Manifest()
	if err != nil {
		panic(err) // the prompts are part of the program, and a test reads them
	}
	decls := []stream.Declaration{
		intake.New(intake.Config{Store: p.Store, Parser: p.Parser, Models: models, Prompts: prompts, Sources: p.Sources, Revisers: p.revisers()}),
		indexer.New(indexer.Config{Store: p.Store, Library: p.Library}),
		claims.NewMap(claims.Config{Store: p.Store, Extractor: Extractor}),
		claims.NewReduce(claims.Config{Store: p.Store, Similarity: claims.Meaning{}, Retrieval: claims.BundledStandards(), Confirmer: p.confirmer()}),
		router.New(),
	}
	for _, a := range p.agents(p.second()) {
		decls = append(decls, specialist.New(a))
	}
	return p.learning(append(decls, judge.NewNarrated(judge.DefaultRubric(), p.narrator()), conductor.New(p.waiting()), feed.New()))
}

// agents are the specialists with what each works with, in the order of events.Agents.
func (p Ports) agents(second specialist.Second) []specialist.Agent {
	return []specialist.Agent{
		legal.Agent(legal.Config{Store: p.Store, Paragraphs: legal.BundledStandards(), Second: second}),
		datametrics.Agent(datametrics.Config{Store: p.Store}),
		geography.Agent(geography.Config{Store: p.Store, Sources: p.Sources, Second: second}),
		newsmedia.Agent(newsmedia.Config{Store: p.Store, Sources: p.Sources, Relater: p.relater(reason.NewsMedia, "news_media"), Second: second}),
		academic.Agent(academic.Config{Store: p.Store, Sources: p.Sources, Relater: p.relater(reason.Academic, "academic"), Second: second}),
	}
}

// revisers look again at what a report says: models where they have the roles.
func (p Ports) revisers() []intake.Reviser {
	var out []intake.Reviser
	if p.Models[reason.Extract] != "" {
		out = append(out, extract.Model{})
	}
	if p.Models[reason.DataMetrics] != "" {
		out = append(out, meaning.Model{})
	}
	if p.Models[reason.Legal] != "" {
		out = append(out, reread.Model{})
	}
	return out
}

// confirmer says which claims are the same.
func (p Ports) confirmer() claims.Confirmer {
	if p.Models[reason.Dedupe] == "" {
		return nil
	}
	return dedupe.Model{}
}

// relater reads documents by a prompt in a role.
func (p Ports) relater(role reason.Role, prompt string) specialist.Relater {
	if p.Models[role] == "" {
		return nil
	}
	return relate.Model{Prompt: prompt}
}

// second answers questions between agents that nobody has anything at hand for.
func (p Ports) second() specialist.Second {
	if p.Models[reason.Replies] == "" {
		return nil
	}
	return replies.New(p.Store)
}

// waiting is how long is waited for whom: agents that ask models are slower, and a model on a machine of two cores takes hours for a report.
func (p Ports) waiting() conductor.Config {
	c := conductor.Config{CodeVersion: version.Code()}
	if len(p.Models) > 0 {
		c.Silence, c.Run = 3*time.Minute, 4*time.Hour
	} else if len(p.Sources) > 0 {
		c.Silence, c.Run = 2*time.Minute, 2*time.Hour // a search that wants five seconds between two questions
	}
	return c
}

// narrator words the judge's reasoning: a model where one has the role.
func (p Ports) narrator() judge.Narrator {
	if p.Models[reason.Judge] == "" {
		return nil
	}
	return narrate.Model{}
}

// asking are the processors that have a role for a model.
func asking(name string) bool {
	switch name {
	case intake.Name, claims.ReduceName, string(events.Legal), string(events.Geography), string(events.NewsMedia), string(events.Academic), judge.Name:
		return true
	}
	return false
}

// beyond are the processors that ask services beyond this machine.
func beyond(name string) bool {
	return name == string(events.NewsMedia) || name == string(events.Geography) || name == string(events.Academic)
}

// learning gives the processors that ask models, or services beyond this machine, their ports. Without any nothing is
// changed.
func (p Ports) learning(decls []stream.Declaration) []stream.Declaration {
	if len(p.Sources) > 0 {
		o := outside.Recording(p.Store, p.Outside)
		for i, d := range decls {
			if beyond(d.Describe().Name) {
				decls[i] = stream.Learning(d, o)
			}
		}
	}
	if len(p.Models) == 0 {
		return decls
	}
	l := reason.Recording(p.Store, p.Models, p.Asker)
	for i, d := range decls {
		name := d.Describe().Name
		if !asking(name) {
			continue
		}
		// Who asks about one claim at a time asks as often at once as it has handlers. Who reads whole reports asks about all their parts at
		// once, and many reports at once would not fit into memory.
		l.Workers = 0
		if p.Asker != nil && name != intake.Name && name != claims.ReduceName {
			l.Workers = p.Asker.AtOnce()
		}
		decls[i] = stream.Learning(d, l)
	}
	return decls
}

// Choose picks processors by name; it says which names there are when one is unknown.
func Choose(decls []stream.Declaration, names []string) ([]stream.Declaration, error) {
	if slices.Contains(names, "all") {
		return decls, nil
	}
	var known []string
	for _, d := range decls {
		known = append(known, d.Describe().Name)
	}
	var out []stream.Declaration
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			return nil, exit.Usage("there is no processor %q; there are %s", name, strings.Join(known, ", "))
		}
		out = append(out, decls[i])
	}
	return out, nil
}

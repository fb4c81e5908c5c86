package worker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/processors/academic"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/conductor"
	datametrics "github.com/sibyl-project/sibyl/processors/data_metrics"
	"github.com/sibyl-project/sibyl/processors/feed"
	"github.com/sibyl-project/sibyl/processors/geography"
	"github.com/sibyl-project/sibyl/processors/indexer"
	"github.com/sibyl-project/sibyl/processors/intake"
	"github.com/sibyl-project/sibyl/processors/judge"
	"github.com/sibyl-project/sibyl/processors/legal"
	newsmedia "github.com/sibyl-project/sibyl/processors/news_media"
	"github.com/sibyl-project/sibyl/processors/router"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// Ports are what processors learn from outside their events. The zero value is enough to describe them.
type Ports struct {
	Store     artefact.Store
	Library   rag.Library
	Knowledge *corpus.Corpus // the same library with the standards in it
	Parser    parse.Parser
}

// OpenPorts connects them to a database that is prepared.
func OpenPorts(pool *pgxpool.Pool, reading settings.Reading, embedding settings.Embedding) (Ports, error) {
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		return Ports{}, fmt.Errorf("opening the artefact store: %w", err)
	}
	parser, err := reading.Parser()
	if err != nil {
		return Ports{}, err
	}
	options, err := embedding.Options()
	if err != nil {
		return Ports{}, err
	}
	library := rag.NewPostgres(pool, options...)
	return Ports{Store: pausingStore{store}, Library: pausingLibrary{library}, Knowledge: corpus.New(library), Parser: parser}, nil
}

// Extractor reads sections for claims; nil means the rules. Tests put one in its place that ends the process.
var Extractor claims.Extractor

// Declarations lists the processors in the order of the flow.
func Declarations(p Ports) []stream.Declaration {
	return []stream.Declaration{
		intake.New(intake.Config{Store: p.Store, Parser: p.Parser}),
		indexer.New(indexer.Config{Store: p.Store, Library: p.Library}),
		claims.NewMap(claims.Config{Store: p.Store, Extractor: Extractor}),
		claims.NewReduce(claims.Config{Store: p.Store, Similarity: claims.Meaning{}, Retrieval: claims.BundledStandards()}),
		router.New(),
		legal.New(legal.Config{Store: p.Store, Paragraphs: legal.BundledStandards()}),
		datametrics.New(datametrics.Config{Store: p.Store}),
		geography.New(geography.Config{Store: p.Store}),
		newsmedia.New(newsmedia.Config{Store: p.Store}),
		academic.New(academic.Config{Store: p.Store}),
		judge.New(judge.DefaultRubric()),
		conductor.New(conductor.Config{CodeVersion: version.Code()}),
		feed.New(),
	}
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

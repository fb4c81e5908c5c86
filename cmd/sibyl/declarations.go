package main

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

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

// ports are what processors learn from outside their events. The zero value is enough to describe them.
type ports struct {
	store     artefact.Store
	library   rag.Library
	knowledge *corpus.Corpus // the same library with the standards in it
	parser    parse.Parser
}

// openPorts connects them to a database that is prepared.
func openPorts(pool *pgxpool.Pool, reading Reading, embedding Embedding) (ports, error) {
	store, err := artefact.NewPostgres(pool)
	if err != nil {
		return ports{}, fmt.Errorf("opening the artefact store: %w", err)
	}
	parser, err := reading.parser()
	if err != nil {
		return ports{}, err
	}
	options, err := embedding.options()
	if err != nil {
		return ports{}, err
	}
	library := rag.NewPostgres(pool, options...)
	return ports{store: pausingStore{store}, library: pausingLibrary{library}, knowledge: corpus.New(library), parser: parser}, nil
}

// extractor reads sections for claims; nil means the rules. Tests put one in its place that ends the process.
var extractor claims.Extractor

// declarations lists the processors in the order of the flow.
func declarations(p ports) []stream.Declaration {
	return []stream.Declaration{
		intake.New(intake.Config{Store: p.store, Parser: p.parser}),
		indexer.New(indexer.Config{Store: p.store, Library: p.library}),
		claims.NewMap(claims.Config{Store: p.store, Extractor: extractor}),
		claims.NewReduce(claims.Config{Store: p.store, Similarity: claims.Meaning{}, Retrieval: claims.BundledStandards()}),
		router.New(),
		legal.New(legal.Config{Store: p.store, Paragraphs: legal.BundledStandards()}),
		datametrics.New(datametrics.Config{Store: p.store}),
		geography.New(geography.Config{Store: p.store}),
		newsmedia.New(newsmedia.Config{Store: p.store}),
		academic.New(academic.Config{Store: p.store}),
		judge.New(judge.DefaultRubric()),
		conductor.New(conductor.Config{CodeVersion: codeVersion()}),
		feed.New(),
	}
}

package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/corpus"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// ReadPDF parses a PDF, in a process of its own.
type ReadPDF func(ctx context.Context, pdf []byte) (*document.Document, error)

// IngestRequest says which bundled standards are to be ingested.
type IngestRequest struct {
	Corpus corpus.Selection `json:"corpus,omitempty" enum:"all,ifrs,sasb" default:"all"`
}

// Ingested is the answer to an ingestion.
type Ingested struct {
	Status   string  `json:"status" enum:"completed"`
	S1       int     `json:"ifrs_s1_chunks" doc:"passages that were put there now"`
	S2       int     `json:"ifrs_s2_chunks"`
	SASB     int     `json:"sasb_chunks"`
	Total    int     `json:"total_chunks"`
	Duration float64 `json:"duration_seconds"`
}

// AlreadyIngested is the problem of a corpus that is there already.
type AlreadyIngested struct {
	huma.ErrorModel
	Code     string         `json:"code" enum:"already_ingested"`
	Message  string         `json:"message"`
	Existing map[string]int `json:"existing_counts"`
}

// CorpusStats counts passages by source type.
type CorpusStats struct {
	S1           int `json:"ifrs_s1"`
	S2           int `json:"ifrs_s2"`
	SASB         int `json:"sasb"`
	Report       int `json:"report"`
	LicensedS1   int `json:"licensed_s1,omitempty"`
	LicensedS2   int `json:"licensed_s2,omitempty"`
	LicensedSASB int `json:"licensed_sasb,omitempty"`
	Total        int `json:"total"`
}

// SearchRequest is a search in the knowledge base.
type SearchRequest struct {
	Query       string   `json:"query" minLength:"1" maxLength:"8000"`
	TopK        int      `json:"top_k,omitempty" minimum:"1" maximum:"200" default:"10"`
	Mode        rag.Mode `json:"mode,omitempty" enum:"hybrid,semantic,keyword" default:"hybrid"`
	SourceTypes []string `json:"source_types,omitempty" enum:"ifrs_s1,ifrs_s2,sasb,report" doc:"all if absent"`
	ReportID    string   `json:"report_id,omitempty" maxLength:"200" doc:"only the passages of this report"`
	RRFK        int      `json:"rrf_k,omitempty" minimum:"1" maximum:"1000" doc:"hybrid only: fuse by reciprocal ranks with this constant; if absent scores are fused, which was measured to be better"` //nolint:lll // a struct tag cannot be split
}

// SearchAnswer is what a search found.
type SearchAnswer struct {
	Results      []SearchResult `json:"results"`
	TotalResults int            `json:"total_results"`
	SearchMode   rag.Mode       `json:"search_mode"`
	Notes        []string       `json:"notes" doc:"about ids of the query that do not exist or mean something else than they are often written for"`
}

// SearchResult is a passage found.
type SearchResult struct {
	Chunk
	SourceType   string       `json:"source_type" enum:"ifrs_s1,ifrs_s2,sasb,report"`
	ReportID     *string      `json:"report_id"`
	Score        float64      `json:"score" doc:"of the mode: BM25, cosine, or what fusion made of both; it orders the results of one search"`
	SearchMethod rag.Mode     `json:"search_method"`
	Rank         int          `json:"rank" doc:"from 1"`
	Exact        bool         `json:"exact" doc:"the query names this very paragraph or metric"`
	Licensed     bool         `json:"licensed" doc:"from a licensed copy: only its owner is shown it"`
	Keyword      SearchedPart `json:"keyword" doc:"BM25"`
	Semantic     SearchedPart `json:"semantic" doc:"cosine; below 0.3 nothing is found by it"`
	Terms        []string     `json:"terms" doc:"of the query, as indexed, that the passage holds"`
	Note         string       `json:"note,omitempty"`
}

// SearchedPart is how one way of searching saw a passage.
type SearchedPart struct {
	Score float64 `json:"score"`
	Rank  int     `json:"rank" doc:"from 1; 0 if this way did not find it"`
}

// Chunk is a passage as it is stored.
type Chunk struct {
	ID       string         `json:"chunk_id"`
	Text     string         `json:"chunk_text" doc:"with its context header and what leads to it"`
	Body     string         `json:"text" doc:"without them"`
	Metadata map[string]any `json:"metadata"`
}

// CorpusDeleted is the answer to a removal.
type CorpusDeleted struct {
	Status     string `json:"status" enum:"deleted"`
	SourceType string `json:"source_type"`
	Deleted    int    `json:"deleted_count"`
}

// CopyIngested says what was recognised in a licensed copy.
type CopyIngested struct {
	SourceType string   `json:"source_type" enum:"licensed_s1,licensed_s2,licensed_sasb"`
	Chunks     int      `json:"chunks"`
	Recognised int      `json:"recognised" doc:"paragraphs, items or metrics"`
	Unknown    []string `json:"unknown" doc:"of them, those that the registry does not have"`
	Missing    []string `json:"missing" doc:"whole paragraphs of the registry that were not recognised"`
}

// Indexed is the answer to the making of an approximate index.
type Indexed struct {
	Status   string  `json:"status" enum:"indexed"`
	Duration float64 `json:"duration_seconds"`
}

func (s *server) registerRAG(api huma.API) {
	tags := []string{"RAG Pipeline"}
	huma.Register(api, huma.Operation{
		OperationID: "rag-index", Method: http.MethodPost, Path: "/api/v1/rag/index", Tags: tags,
		Summary: "Make an approximate index for searches across everything",
		Description: "For collections of some hundred thousand passages, whose vectors then need not be held in memory. It takes minutes, and keeps itself up to " +
			"date. 501 says that the database has no pgvector.",
		Errors: []int{http.StatusNotImplemented, http.StatusServiceUnavailable},
	}, s.ragIndex)
	huma.Register(api, huma.Operation{
		OperationID: "rag-ingest", Method: http.MethodPost, Path: "/api/v1/rag/ingest", Tags: tags,
		Summary:     "Ingest the bundled standards",
		Description: "They are ingested by themselves on first use; this is for what was deleted. 409 says that all of it is there.",
		Errors:      []int{http.StatusConflict, http.StatusServiceUnavailable},
	}, s.ragIngest)
	huma.Register(api, huma.Operation{
		OperationID: "rag-stats", Method: http.MethodGet, Path: "/api/v1/rag/stats", Tags: tags,
		Summary: "Passages by source type", Errors: []int{http.StatusServiceUnavailable},
	}, s.ragStats)
	huma.Register(api, huma.Operation{
		OperationID: "rag-search", Method: http.MethodPost, Path: "/api/v1/rag/search", Tags: tags,
		Summary:     "Search standards and reports",
		Description: "Paragraphs and metrics that the query names come first, in its order. Nothing found is an empty list.",
		Errors:      []int{http.StatusServiceUnavailable},
	}, s.ragSearch)
	huma.Register(api, huma.Operation{
		OperationID: "rag-paragraph", Method: http.MethodGet, Path: "/api/v1/rag/paragraphs/{id}", Tags: tags,
		Summary:     "Look a paragraph, a range of paragraphs or a SASB metric up",
		Description: "In any of the usual spellings. An id that is widely written for something else gives itself, a note, and the right ids.",
		Errors:      []int{http.StatusNotFound, http.StatusServiceUnavailable},
	}, s.ragParagraph)
	huma.Register(api, huma.Operation{
		OperationID: "rag-delete-corpus", Method: http.MethodDelete, Path: "/api/v1/rag/corpus/{source_type}", Tags: tags,
		Summary:     "Delete a bundled standard or a licensed copy",
		Description: "A bundled one stays away until it is ingested again. Reports are deleted with all that derives from them, not here.",
		Errors:      []int{http.StatusNotFound, http.StatusServiceUnavailable},
	}, s.ragDelete)
	huma.Register(api, huma.Operation{
		OperationID: "rag-ingest-copy", Method: http.MethodPut, Path: "/api/v1/rag/licensed/{standard}", Tags: tags,
		Summary: "Ingest your own licensed copy of a standard",
		Description: "A PDF, Markdown or plain text. Its paragraphs are recognised by their numbers and go before our own words in searches and look-ups on this " +
			"machine. They are never in findings, documents, exports or prompts, and a server that others can reach refuses them.",
		MaxBodyBytes: s.Upload, Middlewares: huma.Middlewares{s.oneCopy(api)},
		Errors: []int{http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable},
	}, s.ragIngestCopy)
}

func (s *server) ragIngest(ctx context.Context, in *struct {
	Body *IngestRequest
}) (*struct{ Body Ingested }, error) {
	which := corpus.All
	if in.Body != nil {
		which = in.Body.Corpus
	}
	began := time.Now()
	done, err := s.Knowledge.Ingest(ctx, which)
	if errors.Is(err, corpus.ErrIngested) {
		return nil, s.alreadyIngested(ctx)
	}
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	out := Ingested{Status: "completed", S1: done[corpus.S1], S2: done[corpus.S2], SASB: done[corpus.SASB], Duration: time.Since(began).Seconds()}
	out.Total = out.S1 + out.S2 + out.SASB
	return &struct{ Body Ingested }{out}, nil
}

func (s *server) ragIndex(ctx context.Context, _ *struct{}) (*struct{ Body Indexed }, error) {
	began := time.Now()
	if err := s.Knowledge.Index(ctx); err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	return &struct{ Body Indexed }{Indexed{"indexed", time.Since(began).Seconds()}}, nil
}

func (s *server) alreadyIngested(ctx context.Context) error {
	counts, err := s.Knowledge.Counts(ctx)
	if err != nil {
		return s.ragFailure(ctx, err)
	}
	existing := map[string]int{}
	for _, source := range corpus.Bundled() {
		existing[source] = counts[source]
	}
	message := "Corpus already exists. Delete it first to re-ingest."
	return &AlreadyIngested{
		ErrorModel: huma.ErrorModel{Status: http.StatusConflict, Title: http.StatusText(http.StatusConflict), Detail: message},
		Code:       "already_ingested", Message: message, Existing: existing,
	}
}

func (s *server) ragStats(ctx context.Context, _ *struct{}) (*struct{ Body CorpusStats }, error) {
	n, err := s.Knowledge.Stats(ctx)
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	out := CorpusStats{
		S1: n[corpus.S1], S2: n[corpus.S2], SASB: n[corpus.SASB], Report: n[corpus.Report],
		LicensedS1: n[corpus.LicensedS1], LicensedS2: n[corpus.LicensedS2], LicensedSASB: n[corpus.LicensedSASB],
	}
	for _, count := range n {
		out.Total += count
	}
	return &struct{ Body CorpusStats }{out}, nil
}

func (s *server) ragSearch(ctx context.Context, in *struct {
	Body SearchRequest
}) (*struct{ Body SearchAnswer }, error) {
	b := in.Body
	found, err := s.Knowledge.Search(ctx, corpus.Query{
		Text: b.Query, Top: b.TopK, Mode: b.Mode, Types: b.SourceTypes, ReportID: b.ReportID, RRFK: b.RRFK, Owner: s.owner(),
	})
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	out := SearchAnswer{Results: make([]SearchResult, 0, len(found.Results)), TotalResults: len(found.Results), SearchMode: b.Mode,
		Notes: append([]string{}, found.Notes...)}
	for _, r := range found.Results {
		chunk, err := s.chunk(ctx, r.Passage)
		if err != nil {
			return nil, s.ragFailure(ctx, err)
		}
		one := SearchResult{
			Chunk: chunk, SourceType: r.SourceType, Score: r.Score, SearchMethod: r.Method, Rank: r.Rank, Exact: r.Exact, Licensed: r.Licensed,
			Keyword: SearchedPart(r.Keyword), Semantic: SearchedPart(r.Semantic), Terms: append([]string{}, r.Terms...), Note: r.Note,
		}
		if r.SourceType == corpus.Report {
			one.ReportID = &r.Passage.ReportID
		}
		out.Results = append(out.Results, one)
	}
	return &struct{ Body SearchAnswer }{out}, nil
}

func (s *server) chunk(ctx context.Context, p rag.Passage) (Chunk, error) {
	metadata, err := s.Knowledge.Metadata(ctx, p)
	if err != nil {
		return Chunk{}, err
	}
	return Chunk{ID: p.ID, Text: p.Whole(), Body: p.Text, Metadata: metadata}, nil
}

func (s *server) ragDelete(ctx context.Context, in *struct {
	SourceType string `path:"source_type"`
}) (*struct{ Body CorpusDeleted }, error) {
	n, err := s.Knowledge.Remove(ctx, in.SourceType)
	if err != nil {
		return nil, s.ragFailure(ctx, err)
	}
	return &struct{ Body CorpusDeleted }{CorpusDeleted{"deleted", in.SourceType, n}}, nil
}

// owner reports whether whoever asks is the person at this machine, whose licensed copies may be shown.
func (s *server) owner() bool { return s.allowedHosts() != nil && len(s.Hosts) == 0 }

// ragFailure says what an error of the knowledge base means to a client.
func (s *server) ragFailure(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, rag.ErrNoVector):
		return huma.Error501NotImplemented("the database has no pgvector; searches compare in process and find the same")
	case errors.Is(err, corpus.ErrQuery), errors.Is(err, corpus.ErrCopy):
		return huma.Error422UnprocessableEntity(err.Error() + ".")
	case errors.Is(err, corpus.ErrNoParagraph), errors.Is(err, corpus.ErrSource):
		return huma.Error404NotFound(err.Error())
	}
	return s.failure(ctx, err)
}

package events

import "encoding/json"

// Source is a service beyond this machine that a run may ask, without its key. What agents ask depends on it, so it is
// part of the run: a replay asks the same of what was recorded.
type Source struct {
	Name  string          `json:"name"`           // news, articles, ...
	URL   string          `json:"url"`            // where it is, or the pattern of its addresses
	Form  json.RawMessage `json:"form,omitempty"` // of its questions and answers, where it is not the usual one
	Hosts []string        `json:"hosts,omitempty"`
}

// Names of sources.
const (
	SourceNews     = "news"     // a search for articles
	SourceArticles = "articles" // the articles themselves
)

// SourceNamed returns a source by its name.
func SourceNamed(all []Source, name string) (Source, bool) {
	for _, s := range all {
		if s.Name == name {
			return s, true
		}
	}
	return Source{}, false
}

// NameKind is what a name of a company is.
type NameKind string

// The closed set of kinds of name.
const (
	NameAlias  NameKind = "alias"
	NameTicker NameKind = "ticker"
	NameDomain NameKind = "domain" // registrable domain of its own site
)

// IssuerName is one way in which others may call the company. Page and Quote are where the report says so; Page is 0
// for what the user has said.
type IssuerName struct {
	Kind  NameKind `json:"kind"`
	Value string   `json:"value"`
	Page  int      `json:"page,omitempty"`
	Quote string   `json:"quote,omitempty"`
	Why   string   `json:"why"`
}

// NamesOf lists the values of one kind.
func NamesOf(all []IssuerName, kind NameKind) []string {
	var out []string
	for _, n := range all {
		if n.Kind == kind {
			out = append(out, n.Value)
		}
	}
	return out
}

// Search is one search that an agent has made: what it asked for, when the results were to be from, and how many came.
// A failed one says why; it is no evidence of anything.
type Search struct {
	Service string `json:"service"`
	Query   string `json:"query"`
	Window  string `json:"window,omitempty"` // recent, historical
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Results int    `json:"results"` // that came
	Kept    int    `json:"kept"`    // that speak of the company, one for each story
	Failed  string `json:"failed,omitempty"`

	RetrievedAt string `json:"retrieved_at,omitempty"` // when the service answered
}

package settings

import (
	"net/url"
	"time"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/embed"
)

// Embedding says where the vectors of texts come from. Without a model and the address of who has it, or while that one
// cannot be reached, they come from the bundled model.
type Embedding struct {
	EmbeddingModel      string `env:"SIBYL_EMBEDDING_MODEL" placeholder:"NAME" help:"Embedding model of an OpenAI-compatible endpoint (default: the bundled one)."`
	EmbeddingBaseURL    string `name:"embedding-base-url" env:"SIBYL_EMBEDDING_BASE_URL,SIBYL_LLM_BASE_URL" placeholder:"URL" help:"${embedding_base_url_help}"`
	EmbeddingAPIKey     string `name:"embedding-api-key" env:"SIBYL_EMBEDDING_API_KEY,SIBYL_LLM_API_KEY" placeholder:"KEY" help:"Its key." hidden:""`
	EmbeddingDimensions int    `env:"SIBYL_EMBEDDING_DIMENSIONS" default:"1536" placeholder:"N" help:"Dimensions of that model's vectors."`
}

// embeddingRest is for how long an endpoint that could not be reached is left alone.
const embeddingRest = 30 * time.Second

// remote reports whether an endpoint is named.
func (e Embedding) remote() bool { return e.EmbeddingModel != "" && e.EmbeddingBaseURL != "" }

// Options are what a library is opened with.
func (e Embedding) Options() ([]rag.Option, error) {
	if !e.remote() {
		return nil, nil
	}
	endpoint, err := embed.NewEndpoint(embed.EndpointConfig{
		BaseURL: e.EmbeddingBaseURL, Key: e.EmbeddingAPIKey, Rest: embeddingRest,
		Space: embed.Space{Model: e.EmbeddingModel, Dimensions: e.EmbeddingDimensions},
	})
	if err != nil {
		return nil, exit.Usage("%v; see SIBYL_EMBEDDING_MODEL, SIBYL_EMBEDDING_BASE_URL and SIBYL_EMBEDDING_DIMENSIONS", err)
	}
	return []rag.Option{rag.WithEmbedder(endpoint), rag.WithStandby()}, nil
}

// Describe is a line for `sibyl doctor`; the key is never in it.
func (e Embedding) Describe() string {
	switch {
	case e.remote():
		return e.EmbeddingModel + " at " + withoutPassword(e.EmbeddingBaseURL) + "; the bundled model stands in while it cannot be reached"
	case e.EmbeddingModel != "":
		return "the bundled model: SIBYL_EMBEDDING_MODEL is set, but neither SIBYL_EMBEDDING_BASE_URL nor SIBYL_LLM_BASE_URL"
	}
	return "the bundled model"
}

func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be read"
	}
	return u.Redacted()
}

package settings

import (
	"errors"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
)

func TestWhereVectorsComeFrom(t *testing.T) {
	for name, c := range map[string]struct {
		embedding Embedding
		options   int
		says      string
	}{
		"nothing named": {Embedding{EmbeddingDimensions: 1536}, 0, "the bundled model"},
		"no address":    {Embedding{EmbeddingModel: "m", EmbeddingAPIKey: "secret", EmbeddingDimensions: 1536}, 0, "the bundled model: SIBYL_EMBEDDING_MODEL is set"},
		"no model":      {Embedding{EmbeddingBaseURL: "http://127.0.0.1:1/v1", EmbeddingDimensions: 1536}, 0, "the bundled model"},
		"an endpoint":   {Embedding{"m", "https://user:hidden@models.example/v1", "secret", 1536}, 2, "m at https://user:xxxxx@models.example/v1; "},
	} {
		options, err := c.embedding.Options()
		said := c.embedding.Describe()
		if err != nil || len(options) != c.options || !strings.HasPrefix(said, c.says) || strings.Contains(said, "secret") || strings.Contains(said, "hidden") {
			t.Errorf("%s: %d options, %v, says %q", name, len(options), err, said)
		}
	}
	for name, wrong := range map[string]Embedding{
		"no URL": {"m", "models.example", "", 1536}, "no dimensions": {"m", "https://models.example", "", 0},
		"too many": {"m", "https://models.example", "", 1 << 20},
	} {
		if _, err := wrong.Options(); !errors.As(err, new(exit.Error)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

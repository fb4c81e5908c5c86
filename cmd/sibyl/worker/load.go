package worker

import (
	"context"

	"github.com/sibyl-project/sibyl/data/gazetteer"
	"github.com/sibyl-project/sibyl/processors/claims"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
)

// load makes what every report needs of the program's data, in the time that broker and database take to start. Whatever cannot be
// made says so again where it is needed.
func load() {
	_, _ = answer.Bundled()
	_, _ = gazetteer.Load()
	_, _ = claims.BundledStandards().Paragraphs(context.Background(), []string{"greenhouse gas emissions"}, 1)
}

package layout

import "github.com/sibyl-project/sibyl/rag/report/document"

// Languages tells the languages of the pages again, after text was recognised on some that had none. Pages
// that were read before keep what was said of them.
func Languages(d *document.Document) { settleLanguages(d) }

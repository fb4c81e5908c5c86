package document

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
)

//go:embed report.html.tmpl
var reportPage string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"words":  words,
	"ending": (*Document).ending,
	"plural": plural,
	"deref":  func(n *int) int { return *n },
}).Parse(reportPage))

// html is the whole document as one file: no scripts, nothing loaded from elsewhere.
func (d *Document) html() ([]byte, error) {
	var b bytes.Buffer
	if err := reportTemplate.Execute(&b, d.arrange()); err != nil {
		return nil, fmt.Errorf("rendering run %s as HTML: %w", d.Run.ID, err)
	}
	return b.Bytes(), nil
}

package extract_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// A figure is of what a column of targets names, and not of what is done about it in a column beside that.
func TestARowIsNotNamedByWhatIsDoneAboutIt(t *testing.T) {
	for name, c := range map[string]struct {
		heads [2]string
		want  string
	}{
		"a target and its actions":  {[2]string{"Target", "Key actions"}, "Leadership trained on diversity"},
		"no column that names it":   {[2]string{"Topic", "Key actions"}, "Leadership trained on diversity | Roll-out of the first module"},
		"two that name what it is":  {[2]string{"Target", "Indicator"}, "Leadership trained on diversity | Roll-out of the first module"},
		"activities are what it is": {[2]string{"Code", "Economic activities"}, "Leadership trained on diversity | Roll-out of the first module"},
	} {
		t.Run(name, func(t *testing.T) {
			path := []string{"Leadership trained on diversity", "Roll-out of the first module"}
			cell := func(text, value, head string) document.Cell {
				return document.Cell{Text: text, Value: value, RowPath: path, ColPath: []string{head}, Unit: "%"}
			}
			d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: []document.Table{
				{HeaderRows: 1, HeaderCols: 2, Rows: [][]document.Cell{
					{{Text: c.heads[0]}, {Text: c.heads[1]}, {Text: "2023"}, {Text: "2022"}},
					{{Text: path[0], RowPath: path}, {Text: path[1], RowPath: path}, cell("75.8 %", "75.8", "2023"), cell("71.2 %", "71.2", "2022")},
				}},
			}}}}
			all := extract.Read(d, extract.Options{Year: 2023}).Facts
			if len(all) != 2 {
				t.Fatalf("%d figures, want 2", len(all))
			}
			for _, f := range all {
				if got := strings.Join(f.RowPath, " | "); got != c.want {
					t.Errorf("named %q, want %q", got, c.want)
				}
			}
		})
	}
}

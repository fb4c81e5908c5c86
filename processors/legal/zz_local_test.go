package legal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/processors/intake/reader"
	"github.com/sibyl-project/sibyl/rag/document"
)

func TestLocal(t *testing.T) {
	files, _ := filepath.Glob(os.Getenv("LOCAL_GLOB"))
	for _, f := range files {
		var doc *document.Document
		cached := "/tmp/docs/" + filepath.Base(f) + ".json"
		if b, err := os.ReadFile(cached); err == nil {
			doc = &document.Document{}
			json.Unmarshal(b, doc)
		} else {
			b, _ := os.ReadFile(f)
			sum := sha256.Sum256(b)
			var err error
			doc, err = reader.Read(b, hex.EncodeToString(sum[:]), reader.Options{})
			if err != nil {
				fmt.Println(f, err)
				continue
			}
			j, _ := json.Marshal(doc)
			os.WriteFile(cached, j, 0o644)
		}
		std, err := load()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		all := std.report(doc, "")
		fmt.Println("=====", filepath.Base(f), len(doc.Pages), "pages", time.Since(start))
		for _, p := range pillars {
			c := coverage(p, all)
			pc := -1.0
			if c.Percent != nil {
				pc = *c.Percent
			}
			fmt.Printf("%-22s total %d full %d part %d not %d could_not %d cond %d ref %d  %.1f%%\n", p, c.Total, c.FullyAddressed, c.PartiallyAddressed, c.NotAddressed, c.CouldNotAssess, c.Conditional, c.ReferencedElsewhere, pc)
		}
		if os.Getenv("LOCAL_V") != "" {
			for _, a := range all {
				fmt.Println(a.paragraph.ID, a.status, "|", a.missing)
				for _, e := range a.evidence {
					fmt.Println("      p", e.Page, strings.Join(strings.Fields(e.Quote), " "))
				}
			}
		}
	}
}

package layout

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// reportsFolder is where the real reports are. They are their companies' and never part of the repository:
// SIBYL_EVAL names their folder.
func reportsFolder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("SIBYL_EVAL")
	if folder == "" {
		folder = "../../../../shared/eval"
	}
	folder = filepath.Join(folder, "reports")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("real reports are not here (%v); SIBYL_EVAL names their folder", err)
	}
	return folder
}

// large are the six long reports.
var large = []string{
	"commerzbank-2023-extract.pdf", "costco-climate-action-plan-2023.pdf", "ct-reit-2022.pdf",
	"ionos-2023-encrypted.pdf", "kion-2023.pdf", "siemens-fy2023.pdf",
}

// every is all real reports that are there, the long ones and the filings.
func every(t testing.TB) []string {
	t.Helper()
	folder := reportsFolder(t)
	long, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	short, err := filepath.Glob(filepath.Join(folder, "*", "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return append(long, short...)
}

var (
	parsedMu sync.Mutex
	parsed   = map[string]*document.Document{}
)

// readReport reads a real report once for all tests; with a hash, it must be that very file.
func readReport(t *testing.T, path, hash string) *document.Document {
	t.Helper()
	parsedMu.Lock()
	defer parsedMu.Unlock()
	if d := parsed[path]; d != nil {
		return d
	}
	pdf, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("this report is not here: %v", err)
	}
	sum := sha256.Sum256(pdf)
	if got := hex.EncodeToString(sum[:]); hash != "" && got != hash {
		t.Skipf("%s is another file: %s", path, got)
	}
	d, err := Read(pdf, hex.EncodeToString(sum[:]), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	parsed[path] = d
	return d
}

// BenchmarkReports reads the real reports by two workers, as the parser's child does, and compares with what
// MuPDF takes for the bare text of their pages.
func BenchmarkReports(b *testing.B) {
	folder := reportsFolder(b)
	var pdfs [][]byte
	for _, name := range large {
		pdf, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			b.Skipf("this report is not here: %v", err)
		}
		pdfs = append(pdfs, pdf)
	}
	var bare, whole time.Duration
	pages := 0
	for b.Loop() {
		for _, pdf := range pdfs {
			f, err := open(pdf)
			if err != nil {
				b.Fatal(err)
			}
			began := time.Now()
			for i := range f.NumPage() {
				if _, err := f.Text(i); err != nil {
					b.Fatal(err)
				}
			}
			bare += time.Since(began)
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			began = time.Now()
			d, err := Read(pdf, "x", Options{Workers: 2})
			if err != nil {
				b.Fatal(err)
			}
			whole += time.Since(began)
			pages += len(d.Pages)
		}
	}
	b.ReportMetric(float64(pages)/whole.Seconds(), "pages/s")
	b.ReportMetric(bare.Seconds()/whole.Seconds(), "of-bare-text")
}

package settings

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// Reading says how files are read.
type Reading struct {
	OCR          string `name:"ocr" env:"SIBYL_OCR" enum:"auto,off" default:"auto" help:"${ocr_help}: ${enum}."`
	OCRLanguages string `name:"ocr-languages" env:"SIBYL_OCR_LANGUAGES" placeholder:"eng+deu" help:"${ocr_language_help}"`
}

// Parser prepares the parser. The zero value is the default.
func (r Reading) Parser() (*parse.ChildParser, error) { return r.ParserTelling(nil, nil, nil) }

// ParserTelling is one that tells when a file is open, of each page that has been read, and what each of its processes took. Nobody
// need be told.
func (r Reading) ParserTelling(opened, page func(), ended func(parse.Usage)) (*parse.ChildParser, error) {
	ocr := parse.OCR{Off: r.OCR == "off", Languages: r.OCRLanguages}
	p, err := parse.NewParser(parse.ParserConfig{MaxBytes: MaxPDF, OCR: ocr, Ended: ended, Page: page, Opened: opened})
	if err != nil {
		return nil, fmt.Errorf("preparing the parser: %w", err)
	}
	return p, nil
}

// MaxPDF is the largest file that is read, in bytes.
const MaxPDF = events.MaxFileBytes

package main

import (
	"fmt"

	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// Reading says how files are read.
type Reading struct {
	OCR          string `name:"ocr" env:"SIBYL_OCR" enum:"auto,off" default:"auto" help:"${ocr_help}: ${enum}."`
	OCRLanguages string `name:"ocr-languages" env:"SIBYL_OCR_LANGUAGES" placeholder:"eng+deu" help:"${ocr_language_help}"`
}

// parser prepares the parser. The zero value is the default.
func (r Reading) parser() (*parse.ChildParser, error) {
	p, err := parse.NewParser(parse.ParserConfig{MaxBytes: maxPDF, OCR: parse.OCR{Off: r.OCR == "off", Languages: r.OCRLanguages}})
	if err != nil {
		return nil, fmt.Errorf("preparing the parser: %w", err)
	}
	return p, nil
}

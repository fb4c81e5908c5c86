// Package models has the trained models. How they are made: train/README.md; what of: labels.
package models

import "embed"

// Statement is the model of rag/report/statement, in the format of rag/encoder.
//
//go:embed statement.model
var Statement string

// Answers is the model of processors/legal/answer, as train/answers.py writes it.
//
//go:embed answers.json
var Answers string

// AnswerWords is what reads words for it, as train/words.py writes it.
//
//go:embed answer-words.json
var AnswerWords string

// Labels are what people said of sentences and figures of reports, by reference: labels/GUIDE.md, FIGURES.md and
// PARAGRAPHS.md.
//
//go:embed labels/*.jsonl labels/figures/*.jsonl labels/paragraphs/*.jsonl labels/second/held.jsonl labels/answers/*.jsonl
var Labels embed.FS

// Package hidden reads what stands in a PDF beside the text of its pages, and that no reader of the pages
// sees: the information dictionary and XMP, annotations, values of form fields, names of attachments,
// layers that are switched off, alternative texts. None of it is ever analysed; what could be there to speak
// to a machine is reported. It also reads the page labels, which MuPDF does not give through go-fitz.
//
// Every report has a title, an author and links, so not everything found is suspicious:
//
//   - Metadata, outlines, alternative texts, tooltips and the descriptions of links are reported if they instruct
//     a machine or are long prose: more than a sentence or two of running text.
//   - The contents of other annotations, values of form fields, the names of attachments and the text of layers
//     that are off are always reported: a report for the public has none.
//
// The file may be hostile. Read runs in the parser's limited child process, holds to its Limits, and never
// fails the report: what could not be looked at is named in Notes. pdfcpu holds a file's objects in memory, so
// files with too many of them are not read at all; see Limits.
package hidden

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// Concealed is a finding with its page.
type Concealed struct {
	Page int // from 0; OfFile if it belongs to no page
	paint.Concealed
}

// OfFile is the page of what belongs to the whole file.
const OfFile = -1

// Result is what the channels hold.
type Result struct {
	Concealed []Concealed
	Labels    []string // printed labels by page, nil if the file gives none
	Notes     []string // what could not be looked at, for people
	// Instead is a file to be read in the place of the one that was looked at, nil if that is as good: the same to
	// every reader, with what MuPDF takes for one thing made two.
	Instead []byte
	// Overlays are what notes paint on the pages, by page from 0.
	Overlays map[int][]paint.Overlay
}

// Limits bound the reading; zero fields take the default.
type Limits struct {
	// Bytes of the file: pdfcpu copies every stream once. Default 100 MB.
	Bytes int64
	// Objects of the file outside of object streams, each of which costs pdfcpu about two kilobytes and 50
	// microseconds. Default 80,000.
	Objects int
	// Unpacked bytes of object streams, which take about ten times as much memory. Default 16 MB.
	Unpacked int64
	// Structure is up to how many objects all are searched for alternative texts: pdfcpu parses those in object
	// streams only when asked, 30 microseconds each. Default 50,000.
	Structure int
	// Time for pdfcpu to read the file. Default 20 seconds; real files take less than one.
	Time time.Duration
	// Found bounds the number of findings. Default 500.
	Found int
	// Pages bounds how many pages are compared to find what layers hide. Default 2,000.
	Pages int
}

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = 100 << 20
	}
	if l.Objects <= 0 {
		l.Objects = 80_000
	}
	if l.Unpacked <= 0 {
		l.Unpacked = 16 << 20
	}
	if l.Structure <= 0 {
		l.Structure = 50_000
	}
	if l.Time <= 0 {
		l.Time = 20 * time.Second
	}
	if l.Found <= 0 {
		l.Found = 500
	}
	if l.Pages <= 0 {
		l.Pages = 2_000
	}
	return l
}

// Read looks into all channels.
func Read(pdf []byte, l Limits) Result {
	l = l.orDefault()
	r := &reading{limits: l}
	if err := r.objects(pdf); err != nil {
		r.note("annotations, form fields, attachments and layers could not be looked at: %v", err)
		r.plainMetadata(pdf)
		return r.Result
	}
	r.layers(pdf)
	r.appearances(pdf)
	if r.dropped > 0 {
		r.note("%d further texts outside the pages are not listed", r.dropped)
	}
	return r.Result
}

type reading struct {
	Result
	limits  Limits
	file    *file
	dropped int
}

func (r *reading) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// add reports a text, unless there is nothing to read in it.
func (r *reading) add(page int, why paint.Why, text string, box paint.Rect) {
	if text = tidy(text); text == "" {
		return
	}
	if len(r.Concealed) >= r.limits.Found {
		r.dropped++
		return
	}
	r.Concealed = append(r.Concealed, Concealed{Page: page, Concealed: paint.Concealed{Text: text, Why: why, Box: box}})
}

// addIfSuspicious reports a text of a channel that every file uses.
func (r *reading) addIfSuspicious(page int, why paint.Why, text string, box paint.Rect) {
	if suspicious(text) {
		r.add(page, why, text, box)
	}
}

// objects looks into all channels that are objects of the file. pdfcpu reports broken files as errors, but it is young code
// that meets hostile input: a panic in it must cost the channels and not the report.
func (r *reading) objects(pdf []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reading the file's objects: %v", p)
		}
	}()
	if err := affordable(pdf, r.limits); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.limits.Time)
	defer cancel()
	c, err := pdfcpu.ReadWithContext(ctx, bytes.NewReader(pdf), configuration(r.limits))
	if err != nil {
		return fmt.Errorf("reading the file's objects: %w", err)
	}
	if c.XRefTable == nil || c.Root == nil {
		return fmt.Errorf("reading the file's objects: it has no catalogue")
	}
	r.file = &file{c.XRefTable}
	pages := r.file.pages()
	r.metadata()
	r.outline()
	r.annotations(pages)
	r.fields(pages)
	r.attachments()
	r.structure()
	r.labels(len(pages))
	return nil
}

// manyEntries bounds the cross references, which cost little for objects in object streams.
const manyEntries = 600_000

// configuration is written out here because pdfcpu's own default reads and writes a directory of the user.
func configuration(l Limits) *model.Configuration {
	limits := model.DefaultResourceLimits()
	limits.MaxStreamBytes = l.Bytes
	limits.MaxDecodeBytes = l.Unpacked
	limits.MaxObjectCount, limits.MaxXRefEntries, limits.MaxObjectStreamCount = manyEntries, manyEntries, manyEntries
	return &model.Configuration{
		Reader15: true, ValidationMode: model.ValidationRelaxed, Cmd: model.LISTINFO, Offline: true, Limits: limits,
	}
}

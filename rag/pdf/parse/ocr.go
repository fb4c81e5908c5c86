package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"time"

	fitz "github.com/gen2brain/go-fitz"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/language"
)

// OCR configures the recognition of text on pages that are nothing but pictures. It is done by tesseract,
// where that is installed; without it such pages are counted, named and not analysed.
type OCR struct {
	Off       bool
	Program   string        // by default "tesseract" on the PATH
	Languages string        // as tesseract names them, joined by "+"; by default "eng"
	Pages     int           // of one file, by default 200
	Time      time.Duration // for one file, by default five minutes
}

// find settles what is left open, or returns nil when there is nothing to recognise with.
func (c OCR) find() *recognition {
	if c.Off {
		return nil
	}
	r := recognition{Program: c.Program, Languages: c.Languages, Pages: c.Pages, Time: c.Time}
	if r.Program == "" {
		r.Program = "tesseract"
	}
	path, err := exec.LookPath(r.Program)
	if err != nil {
		return nil // not installed: that is what the pages' reason says
	}
	r.Program = path
	if r.Languages == "" {
		r.Languages = "eng"
	}
	if r.Pages <= 0 {
		r.Pages = 200
	}
	if r.Time <= 0 {
		r.Time = 5 * time.Minute
	}
	return &r
}

// recognition is an OCR that is settled, as the child is told.
type recognition struct {
	Program   string        `json:"program"`
	Languages string        `json:"languages"`
	Pages     int           `json:"pages"`
	Time      time.Duration `json:"time"`
}

const (
	drawDots   = 200.0   // per inch: what tesseract is trained for, and no more than a scan has
	drawLeast  = 90.0    // below that letters cannot be told apart
	drawPixels = 6 << 20 // a page as large as a wall is drawn coarser
	pageTime   = 40 * time.Second
	sureWords  = 60.0    // per cent: below, what was recognised is more guess than text
	tsvBytes   = 4 << 20 // of one page
)

// recognise reads the pages of d that are nothing but pictures. What cannot be recognised stays as it was,
// with the reason. reading is told each page before it is drawn, and read after: the drawing may kill us, and
// the page is left out next time.
func (o order) recognise(pdf []byte, d *document.Document, reading, read func(page int)) error {
	if o.OCR == nil || !slices.ContainsFunc(d.Pages, func(p document.Page) bool { return p.ImageOnly }) {
		return nil
	}
	f, err := fitz.NewFromMemory(pdf)
	if err != nil {
		return fmt.Errorf("opening the file to draw its pages: %w", err)
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(context.Background(), o.OCR.Time)
	defer cancel()
	done := 0
	for i := range d.Pages {
		p := &d.Pages[i]
		if !p.ImageOnly || slices.Contains(o.Plain, p.Number) {
			continue
		}
		if done++; done > o.OCR.Pages {
			p.NotAnalysed = fmt.Sprintf("image only: beyond the first %d that are recognised", o.OCR.Pages)
			continue
		}
		reading(p.Number)
		if err := o.OCR.page(ctx, f, p); err != nil {
			p.NotAnalysed = "image only: " + err.Error()
		}
		read(p.Number)
	}
	language.Settle(d)
	return nil
}

// page draws one page and reads it.
func (r *recognition) page(ctx context.Context, f *fitz.Document, p *document.Page) error {
	if ctx.Err() != nil {
		return errors.New("there was no time left to recognise its text")
	}
	picture, dots, err := draw(f, p.Number-1)
	if err != nil {
		return err
	}
	tsv, err := r.tesseract(ctx, picture, dots)
	if err != nil {
		return err
	}
	words, err := readTSV(tsv)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return errors.New("no text was recognised")
	}
	if sure := sureness(words); sure < sureWords {
		return fmt.Errorf("its text was recognised with too little certainty (%.0f %%)", sure)
	}
	write(p, quarantine(p, words, 72/dots), 72/dots)
	return nil
}

// draw paints a page in grey.
func draw(f *fitz.Document, index int) (picture []byte, dots float64, err error) {
	size, err := f.Bound(index)
	if err != nil {
		return nil, 0, errors.New("the page cannot be drawn")
	}
	area := float64(size.Dx()) * float64(size.Dy()) / (72 * 72)
	if size.Dx() <= 0 || size.Dy() <= 0 {
		return nil, 0, errors.New("the page has no size")
	}
	if dots = min(drawDots, math.Floor(math.Sqrt(drawPixels/area))); dots < drawLeast {
		return nil, 0, errors.New("the page is too large to recognise its text")
	}
	rgba, err := f.ImageDPI(index, dots)
	if err != nil {
		return nil, 0, errors.New("the page cannot be drawn")
	}
	return greymap(rgba), dots, nil
}

// greymap writes a picture as PGM, which needs no packing on one side and no unpacking on the other.
func greymap(m *image.RGBA) []byte {
	b := m.Bounds()
	out := fmt.Appendf(make([]byte, 0, b.Dx()*b.Dy()+32), "P5\n%d %d\n255\n", b.Dx(), b.Dy())
	for y := range b.Dy() {
		row := m.Pix[y*m.Stride:]
		for x := range b.Dx() {
			px := row[4*x : 4*x+3]
			out = append(out, byte((299*int(px[0])+587*int(px[1])+114*int(px[2]))/1000))
		}
	}
	return out
}

// tesseract runs the program on one picture. It is a process of its own, under the limits of this one, and
// ends with it.
func (r *recognition) tesseract(ctx context.Context, picture []byte, dots float64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	runtime.LockOSThread() // the kernel ends the program with the thread that started it
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, r.Program, "stdin", "stdout", "--dpi", strconv.Itoa(int(dots)), "-l", r.Languages, "--psm", "3", "tsv")
	// One thread: its own would fight with those of the parser next door.
	cmd.Env = append(cmd.Environ(), "OMP_THREAD_LIMIT=1")
	tsv := &capped{left: tsvBytes}
	cmd.Stdin, cmd.Stdout, cmd.WaitDelay = bytes.NewReader(picture), tsv, time.Second
	bindToUs(cmd)
	err := cmd.Run()
	switch {
	case tsv.left < 0:
		return nil, errors.New("more text was recognised than a page can hold")
	case ctx.Err() != nil:
		return nil, errors.New("recognising its text took too long")
	case err != nil:
		return nil, errors.New("tesseract failed on it")
	}
	return tsv.kept.Bytes(), nil
}

// capped keeps so many bytes; then it refuses, which ends whoever writes.
type capped struct {
	kept bytes.Buffer // not embedded: its ReadFrom would go round Write
	left int
}

func (c *capped) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		return 0, io.ErrShortWrite
	}
	return c.kept.Write(p)
}

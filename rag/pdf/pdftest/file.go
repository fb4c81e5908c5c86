// Package pdftest writes small PDF files by hand, object by object, for the tests of intake: files that
// hide text in every way a PDF offers. What libraries write is too well behaved for that.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"
)

// File is a PDF under construction. Objects are numbered from 1 in the order they are added.
type File struct {
	objects []string
	pages   []int
	catalog []string // further entries of the catalogue
	info    string
}

// Object adds an object and returns a reference to it.
func (f *File) Object(body string) string {
	f.objects = append(f.objects, body)
	return fmt.Sprintf("%d 0 R", len(f.objects))
}

// Stream adds a stream with further entries of its dictionary.
func (f *File) Stream(entries, data string) string {
	return f.Object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data))
}

// Catalog adds an entry to the catalogue.
func (f *File) Catalog(entry string) { f.catalog = append(f.catalog, entry) }

// Info sets the entries of the information dictionary.
func (f *File) Info(entries string) { f.info = entries }

// The page that Page adds: A4.
const (
	Width  = 595
	Height = 842
)

// Page adds a page with its content, resources beside the fonts F1 (Helvetica) and F2 (bold), and further
// entries, and returns a reference to it. Entries may give a MediaBox of their own.
func (f *File) Page(content, resources, entries string) string {
	if !strings.Contains(entries, "/MediaBox") {
		entries += fmt.Sprintf(" /MediaBox [0 0 %d %d]", Width, Height)
	}
	c := f.Stream("", content)
	page := f.Object(fmt.Sprintf("<< /Type /Page /Parent \x00pages /Contents %s /Resources << /Font << /F1 %s /F2 %s \x00fonts >> %s >> %s >>",
		c, standard("Helvetica"), standard("Helvetica-Bold"), resources, entries))
	f.pages = append(f.pages, len(f.objects))
	return page
}

// Fonts are further entries of a page's font dictionary, to be given with its resources.
func Fonts(entries string) string { return "\x00" + entries + "\x00" }

func standard(name string) string {
	return "<< /Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /" + name + " >>"
}

// Bytes writes the file.
func (f *File) Bytes() []byte {
	objects := append([]string(nil), f.objects...)
	kids := make([]string, len(f.pages))
	for i, n := range f.pages {
		kids[i] = fmt.Sprintf("%d 0 R", n)
	}
	objects = append(objects, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(kids), strings.Join(kids, " ")))
	pages := fmt.Sprintf("%d 0 R", len(objects))
	for _, n := range f.pages {
		objects[n-1] = place(strings.Replace(objects[n-1], "\x00pages", pages, 1))
	}
	objects = append(objects, fmt.Sprintf("<< /Type /Catalog /Pages %s %s >>", pages, strings.Join(f.catalog, " ")))
	trailer := fmt.Sprintf("/Root %d 0 R", len(objects))
	if f.info != "" {
		objects = append(objects, "<< "+f.info+" >>")
		trailer += fmt.Sprintf(" /Info %d 0 R", len(objects))
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, a := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, xref)
	return b.Bytes()
}

// place moves further fonts to where the font dictionary has room for them.
func place(page string) string {
	before, rest, found := strings.Cut(page, "\x00fonts")
	if !found {
		return page
	}
	head, tail, given := strings.Cut(rest, "\x00")
	if !given {
		return before + rest
	}
	fonts, tail, _ := strings.Cut(tail, "\x00")
	return before + fonts + head + tail
}

// Text shows words at a place, in the font F1 at 11 points, after further operators.
func Text(x, y float64, operators, words string) string {
	return fmt.Sprintf("q BT /F1 11 Tf %s %g %g Td (%s) Tj ET Q\n", operators, x, y, escape(words))
}

var escape = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace

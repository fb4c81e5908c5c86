package brokenpdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"slices"
)

// File is a PDF being written, object by object. Numbers may be named before they are written.
type File struct {
	objects map[int][]byte
	next    int
	Version string // in the header, "1.7" if empty
	Root    int
	Trailer string // further entries of the trailer
}

// New starts a file.
func New() *File { return &File{objects: map[int][]byte{}, next: 1} }

// Reserve returns a number for an object that is written later.
func (f *File) Reserve() int {
	f.next++
	return f.next - 1
}

// Set writes an object under its number.
func (f *File) Set(number int, body string) { f.objects[number] = []byte(body) }

// Add writes an object and returns its number.
func (f *File) Add(format string, args ...any) int {
	n := f.Reserve()
	f.Set(n, fmt.Sprintf(format, args...))
	return n
}

// Stream writes a stream as it is given; dict holds the entries beside its length.
func (f *File) Stream(dict string, data []byte) int {
	n := f.Reserve()
	f.objects[n] = slices.Concat(fmt.Appendf(nil, "<< %s /Length %d >>\nstream\n", dict, len(data)), data, []byte("\nendstream"))
	return n
}

// Packed writes a stream under FlateDecode.
func (f *File) Packed(dict string, data []byte) int {
	return f.Stream(dict+" /Filter /FlateDecode", Deflate(data))
}

// Deflate packs data as FlateDecode unpacks it.
func Deflate(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	for len(data) > 0 { // a bytes.Buffer does not fail
		n, _ := w.Write(data[:min(len(data), 1<<20)])
		data = data[n:]
	}
	_ = w.Close()
	return b.Bytes()
}

// Bytes ends the file with a cross-reference table and a trailer.
func (f *File) Bytes() []byte {
	var b bytes.Buffer
	version := f.Version
	if version == "" {
		version = "1.7"
	}
	fmt.Fprintf(&b, "%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n", version)
	offsets := map[int]int{}
	for _, n := range slices.Sorted(maps.Keys(f.objects)) {
		offsets[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, f.objects[n])
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", f.next)
	for n := 1; n < f.next; n++ {
		if offset, ok := offsets[n]; ok {
			fmt.Fprintf(&b, "%010d 00000 n \n", offset)
		} else {
			b.WriteString("0000000000 00000 f \n")
		}
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", f.next, f.Root, f.Trailer, at)
	return b.Bytes()
}

// Book is a file with a catalog, a page tree and a font, to which pages are added.
type Book struct {
	*File
	Pages   []int
	tree    int
	Font    int
	Catalog string // further entries of the catalog
	Count   string // what the page tree says it holds; the truth if empty
	box     string
}

// NewBook starts a book of A4 pages.
func NewBook() *Book {
	b := &Book{File: New(), box: "[0 0 595 842]"}
	b.Root, b.tree = b.Reserve(), b.Reserve()
	b.Font = b.Add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	return b
}

// Page adds a page that paints content; extra are further entries of it.
func (b *Book) Page(content int, extra string) int {
	p := b.Add("<< /Type /Page /Parent %d 0 R /MediaBox %s /Resources << /Font << /F %d 0 R >> >> /Contents %d 0 R %s >>",
		b.tree, b.box, b.Font, content, extra)
	b.Pages = append(b.Pages, p)
	return p
}

// Words adds a page with one line of text.
func (b *Book) Words(text string) int {
	return b.Page(b.Stream("", fmt.Appendf(nil, "BT /F 12 Tf 60 700 Td (%s) Tj ET", text)), "")
}

// Bytes ends the book.
func (b *Book) Bytes() []byte {
	count := b.Count
	if count == "" {
		count = fmt.Sprint(len(b.Pages))
	}
	var kids bytes.Buffer
	for _, p := range b.Pages {
		fmt.Fprintf(&kids, "%d 0 R ", p)
	}
	b.Set(b.tree, fmt.Sprintf("<< /Type /Pages /Count %s /Kids [%s] >>", count, &kids))
	b.Set(b.Root, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R %s >>", b.tree, b.Catalog))
	return b.File.Bytes()
}

// Tree is the number of the page tree.
func (b *Book) Tree() int { return b.tree }

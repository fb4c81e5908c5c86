package pdftest

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Planting is a finished report to which things are added, as a later revision of the file: what it had stays
// byte for byte, so that whatever differs in its reading comes from what was planted. It takes files as fpdf
// writes them: one table of objects, pages without annotations, an outline.
type Planting struct {
	pdf      []byte
	changed  map[int]string // objects by number, new ones included
	next     int
	pages    []int // their objects
	forms    map[int][]string
	annots   map[int][]string
	fields   []string
	layers   []string
	catalog  map[string]string
	info     map[string]string
	bookmark []string
}

var (
	pageObject = regexp.MustCompile(`(?m)^(\d+) 0 obj\n<</Type /Page\n`)
	reference  = regexp.MustCompile(`\b(\d+) 0 R\b`)
	entry      = regexp.MustCompile(`^/(\w+) (.*)$`)
	infoEntry  = regexp.MustCompile(`/(\w+) (\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f]+>)`)
	names      = regexp.MustCompile(`(?s)/Names <<.*?\]\s*>>\s*>>\n?`) // of no attachments
	lastSize   = regexp.MustCompile(`/Size (\d+)`)
	lastXref   = regexp.MustCompile(`startxref\s+(\d+)`)
)

// Plant begins with a finished file.
func Plant(pdf []byte) (*Planting, error) {
	p := &Planting{
		pdf: pdf, changed: map[int]string{}, forms: map[int][]string{}, annots: map[int][]string{}, catalog: map[string]string{}, info: map[string]string{},
	}
	for _, m := range pageObject.FindAllSubmatch(pdf, -1) {
		p.pages = append(p.pages, number(m[1]))
	}
	size := lastSize.FindSubmatch(pdf)
	if len(p.pages) == 0 || size == nil {
		return nil, fmt.Errorf("planting: the file is not written as it should be")
	}
	p.next = number(size[1])
	return p, nil
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // a pattern found them
	return n
}

// Show paints further content on a page, from 1, with the fonts F1 and F2.
func (p *Planting) Show(page int, content string) { p.paint(page, 0, whole, content, "") }

// Trick plays a trick on a page, what it paints moved up by so many points. Tricks that change the page itself,
// as by a crop box, cannot be played beside others.
func (p *Planting) Trick(page int, up float64, t *Trick) error {
	if t.entries != "" && !strings.HasPrefix(t.entries, "/Annots [") {
		return fmt.Errorf("the trick %q changes the page", t.Name)
	}
	by := p.adopt(t.file.objects)
	for _, c := range t.file.catalog {
		m := entry.FindStringSubmatch(shifted(c, by))
		switch {
		case m == nil:
			return fmt.Errorf("the trick %q has an entry that is not understood: %s", t.Name, c)
		case m[1] == "OCProperties":
			p.layers = append(p.layers, reference.FindString(m[2]))
		case m[1] == "AcroForm":
			p.fields = append(p.fields, reference.FindString(m[2]))
		case m[1] == "Outlines":
			p.bookmark = append(p.bookmark, Instruction)
		default:
			p.catalog[m[1]] = m[2]
		}
	}
	for _, m := range infoEntry.FindAllStringSubmatch(t.file.info, -1) {
		p.info[m[1]] = m[2]
	}
	if t.entries != "" {
		p.annots[page] = append(p.annots[page], reference.FindString(shifted(t.entries, by)))
	}
	if t.content != "" {
		content := strings.ReplaceAll(t.content, "("+escape(Plain)+")", "()") // which anybody sees
		clip := strip                                                         // some paint grounds that would reach the tricks beside them
		if t.Why == "off_page" {
			clip = whole
		}
		p.paint(page, up, clip, content, shifted(t.resources, by))
	}
	return nil
}

// adopt takes objects over and returns by how much their numbers rise.
func (p *Planting) adopt(objects []string) int {
	by := p.next - 1
	for _, o := range objects {
		p.changed[p.next] = shifted(o, by)
		p.next++
	}
	return by
}

func shifted(object string, by int) string {
	return reference.ReplaceAllStringFunc(object, func(r string) string {
		n, _, _ := strings.Cut(r, " ")
		return fmt.Sprintf("%d 0 R", number([]byte(n))+by)
	})
}

func (p *Planting) object(body string) string {
	p.changed[p.next] = body
	p.next++
	return fmt.Sprintf("%d 0 R", p.next-1)
}

func (p *Planting) stream(entries, data string) string {
	return p.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data))
}

// What of a trick is painted: all of it, or the strip in which tricks put their text.
const (
	whole = "-3000 -3000 4000 4000"
	strip = "-3000 688 4000 722"
)

// paint puts content with resources of its own on a page: as a form, whose names no other's touch.
func (p *Planting) paint(page int, up float64, clip, content, resources string) {
	dictionary := place(fmt.Sprintf("/Font << /F1 %s /F2 %s \x00fonts >> %s", standard("Helvetica"), standard("Helvetica-Bold"), resources))
	form := p.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [%s] /Matrix [1 0 0 1 0 %g] /Resources << %s >>", clip, up, dictionary), content)
	p.forms[page] = append(p.forms[page], form)
}

// Bytes writes the file with a new revision behind it.
func (p *Planting) Bytes() ([]byte, error) {
	root, info := p.trailer("Root"), p.trailer("Info")
	for page := range p.pages {
		p.revisePage(page + 1)
	}
	if len(p.fields) > 0 {
		p.catalog["AcroForm"] = "<< /Fields [" + strings.Join(p.fields, " ") + "] >>"
	}
	if len(p.layers) > 0 {
		all := "[" + strings.Join(p.layers, " ") + "]"
		p.catalog["OCProperties"] = "<< /OCGs " + all + " /D << /OFF " + all + " >> >>"
	}
	body := names.ReplaceAllString(p.body(root), "")
	for _, title := range p.bookmark {
		p.revise(body, title)
	}
	p.changed[root] = with(body, p.catalog)
	p.changed[info] = with(p.body(info), p.info)

	var out bytes.Buffer
	out.Write(p.pdf)
	out.WriteByte('\n')
	var table strings.Builder
	for _, n := range slices.Sorted(maps.Keys(p.changed)) {
		fmt.Fprintf(&table, "%d 1\n%010d 00000 n \n", n, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", n, p.changed[n])
	}
	before := lastXref.FindSubmatch(p.pdf)
	if before == nil {
		return nil, fmt.Errorf("planting: the file has no table of objects")
	}
	at := out.Len()
	fmt.Fprintf(&out, "xref\n%strailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n", table.String(), p.next, root, info,
		before[1], at)
	return out.Bytes(), nil
}

// revisePage adds forms and annotations to a page.
func (p *Planting) revisePage(page int) {
	n := p.pages[page-1]
	entries := map[string]string{}
	if forms := p.forms[page]; len(forms) > 0 {
		content := reference.FindString(p.value(n, "Contents"))
		// The page's own content may leave its state changed behind it.
		var after, named strings.Builder
		after.WriteString("Q\n")
		for i, f := range forms {
			fmt.Fprintf(&named, "/Planted%d_%d %s ", page, i, f)
			fmt.Fprintf(&after, "q /Planted%d_%d Do Q\n", page, i)
		}
		entries["Contents"] = fmt.Sprintf("[%s %s %s]", p.stream("", "q\n"), content, p.stream("", after.String()))
		shared := number([]byte(strings.Fields(p.value(n, "Resources"))[0]))
		entries["Resources"] = p.object(strings.Replace(p.body(shared), "/XObject <<\n", "/XObject <<\n"+named.String(), 1))
	}
	if annots := p.annots[page]; len(annots) > 0 {
		entries["Annots"] = "[" + strings.Join(annots, " ") + "]"
	}
	if len(entries) > 0 {
		p.changed[n] = with(p.body(n), entries)
	}
}

// revise adds a bookmark behind the last one of the file.
func (p *Planting) revise(catalog, title string) {
	outlines := number([]byte(strings.Fields(valueIn(catalog, "Outlines"))[0]))
	last := number([]byte(strings.Fields(p.value(outlines, "Last"))[0]))
	item := p.object(fmt.Sprintf("<< /Title (%s) /Parent %d 0 R /Prev %d 0 R /Dest [%d 0 R /XYZ 0 800 null] >>", title, outlines, last, p.pages[0]))
	p.changed[last] = with(p.body(last), map[string]string{"Next": item})
	p.changed[outlines] = with(p.body(outlines), map[string]string{"Last": item})
}

// body is an object's text without its number.
func (p *Planting) body(n int) string {
	if b, ok := p.changed[n]; ok {
		return b
	}
	head := fmt.Appendf(nil, "\n%d 0 obj\n", n)
	at := bytes.Index(p.pdf, head)
	if at < 0 {
		return ""
	}
	body, _, _ := bytes.Cut(p.pdf[at+len(head):], []byte("\nendobj"))
	return string(body)
}

func (p *Planting) value(n int, key string) string { return valueIn(p.body(n), key) }

// valueIn is the value of a dictionary's entry up to the next one.
func valueIn(dictionary, key string) string {
	_, rest, _ := strings.Cut(dictionary, "/"+key+" ")
	value, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(strings.TrimSpace(value), ">>")
}

// trailer is the number of an object that the file's trailer names.
func (p *Planting) trailer(key string) int {
	at := bytes.LastIndex(p.pdf, []byte("trailer"))
	return number([]byte(strings.Fields(valueIn(string(p.pdf[max(at, 0):]), key))[0]))
}

// with sets entries of a dictionary whose own entries stand on lines.
func with(dictionary string, entries map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		own := regexp.MustCompile(`/` + key + ` [^\n]*?(\n|>>$)`)
		dictionary = own.ReplaceAllString(dictionary, "$1")
		end := strings.LastIndex(dictionary, ">>")
		dictionary = dictionary[:end] + "\n/" + key + " " + entries[key] + "\n>>"
	}
	return dictionary
}

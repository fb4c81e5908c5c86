// Package article reads the text of a web page as a reader of the page would see it: its paragraphs and headings,
// without what surrounds them, and without what is hidden. It goes over the page once, token by token, so neither depth
// nor length of a hostile page costs more than its bytes.
package article

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

const (
	maxToken = 1 << 20
	maxText  = 300_000 // bytes of what is kept
)

// Text is the text of a page, paragraphs parted by empty lines and headings marked with "#". Bytes are decoded as the
// page or its declared type says. Plain text is taken as it is.
func Text(body []byte, contentType string) (string, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if errors.Is(err, io.EOF) {
		return "", nil // an empty page
	}
	if err != nil {
		return "", fmt.Errorf("decoding the page: %w", err)
	}
	if strings.HasPrefix(strings.ToLower(contentType), "text/plain") {
		data, err := io.ReadAll(io.LimitReader(r, maxText))
		if err != nil {
			return "", fmt.Errorf("decoding the page: %w", err)
		}
		return strings.ToValidUTF8(string(data), " "), nil
	}
	p := page{tokens: html.NewTokenizer(r)}
	p.tokens.SetMaxBuf(maxToken)
	for p.out.Len() < maxText {
		if p.tokens.Next() == html.ErrorToken {
			if err := p.tokens.Err(); !errors.Is(err, io.EOF) {
				return "", fmt.Errorf("reading the page: %w", err)
			}
			break
		}
		p.token(p.tokens.Token())
	}
	p.flush()
	return strings.TrimSpace(p.out.String()), nil
}

type page struct {
	tokens  *html.Tokenizer
	out     strings.Builder
	line    strings.Builder
	heading bool
	skip    atom.Atom // the element that is left out, with everything in it
	name    string    // of it, where it is no element that we know
	depth   int       // elements of its kind within it
}

func (p *page) token(t html.Token) {
	switch t.Type {
	case html.TextToken:
		if p.depth == 0 {
			p.line.WriteString(t.Data)
		}
	case html.StartTagToken:
		switch {
		case p.depth > 0 && t.DataAtom == p.skip && t.Data == p.name:
			p.depth++
		case p.depth > 0:
		case (beside(t.DataAtom) || hidden(t)) && !void(t.DataAtom):
			p.skip, p.name, p.depth = t.DataAtom, t.Data, 1
			p.flush()
		case block(t.DataAtom):
			p.flush()
			p.heading = isHeading(t.DataAtom)
		}
	case html.EndTagToken:
		switch {
		case p.depth > 0 && t.DataAtom == p.skip && t.Data == p.name:
			p.depth--
		case p.depth > 0:
		case block(t.DataAtom):
			p.flush()
			p.heading = false
		}
	case html.SelfClosingTagToken:
		if p.depth == 0 && block(t.DataAtom) {
			p.flush()
		}
	}
}

// flush ends a paragraph.
func (p *page) flush() {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(p.line.String(), " ")), " ")
	p.line.Reset()
	if text == "" {
		return
	}
	if p.heading {
		text = "# " + text
	}
	p.out.WriteString(text)
	p.out.WriteString("\n\n")
}

// beside is what stands in a page and is not the article.
func beside(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Nav, atom.Footer, atom.Aside, atom.Form, atom.Button, atom.Select,
		atom.Svg, atom.Iframe, atom.Object, atom.Textarea, atom.Title:
		return true
	}
	return false
}

// hidden reports whether an element says of itself that no reader sees it.
func hidden(t html.Token) bool {
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			if strings.EqualFold(a.Val, "true") {
				return true
			}
		case "style":
			s := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(s, "display:none") || strings.Contains(s, "visibility:hidden") || strings.Contains(s, "font-size:0") || strings.Contains(s,
				"opacity:0;") {
				return true
			}
		}
	}
	return false
}

func void(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.Img, atom.Hr, atom.Input, atom.Meta, atom.Link, atom.Source, atom.Wbr, atom.Area, atom.Base, atom.Col, atom.Embed, atom.Track:
		return true
	}
	return false
}

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

func block(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Li, atom.Ul, atom.Ol, atom.Blockquote, atom.Br, atom.Hr,
		atom.Td, atom.Th, atom.Tr, atom.Table, atom.Figcaption, atom.Figure, atom.Dt, atom.Dd, atom.Pre, atom.Body:
		return true
	}
	return isHeading(a)
}

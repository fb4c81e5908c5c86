// Package tags walks the tags of an SVG or an HTML text.
package tags

import "strings"

// Elements walks the tags of an SVG or an HTML text once, from front to back. It copies nothing, knows
// nothing of nesting and takes broken markup as it comes: an element that is not closed ends the walk.
type Elements struct {
	Rest string
	Text string // what stood before the tag that next returned
	Name string // with its slash if it closes
	Attr string // all attributes
}

// Next moves to the next tag; false at the end.
func (e *Elements) Next() bool {
	open := strings.IndexByte(e.Rest, '<')
	if open < 0 {
		e.Text, e.Rest = e.Rest, ""
		return false
	}
	e.Text = e.Rest[:open]
	s := e.Rest[open+1:]
	n := 0
	for n < len(s) && s[n] != ' ' && s[n] != '>' && s[n] != '\n' && (s[n] != '/' || n == 0) {
		n++
	}
	e.Name = s[:n]
	s = s[n:]
	// A ">" inside a quoted value (MuPDF writes it as a reference, others may not) does not end the tag.
	for at, end := 0, -1; ; {
		if end < at {
			next := strings.IndexByte(s[at:], '>')
			if next < 0 {
				e.Text, e.Rest = "", ""
				return false
			}
			end = at + next
		}
		quote := strings.IndexByte(s[at:end], '"')
		if quote < 0 {
			e.Attr, e.Rest = s[:end], s[end+1:]
			return true
		}
		at += quote + 1
		unquote := strings.IndexByte(s[at:], '"')
		if unquote < 0 {
			e.Text, e.Rest = "", ""
			return false
		}
		at += unquote + 1
	}
}

// Attribute cuts the first attribute off attrs.
func Attribute(attrs string) (name, value, rest string, ok bool) {
	for attrs != "" && (attrs[0] == ' ' || attrs[0] == '\n' || attrs[0] == '/') {
		attrs = attrs[1:]
	}
	eq := strings.IndexByte(attrs, '=')
	if eq < 0 || eq+1 >= len(attrs) || attrs[eq+1] != '"' {
		return "", "", "", false
	}
	value = attrs[eq+2:]
	end := strings.IndexByte(value, '"')
	if end < 0 {
		return "", "", "", false
	}
	return attrs[:eq], value[:end], value[end+1:], true
}

// Value is the attribute of that name, empty if there is none.
func Value(attrs, name string) string {
	for {
		n, v, rest, ok := Attribute(attrs)
		if !ok {
			return ""
		}
		if n == name {
			return v
		}
		attrs = rest
	}
}

// Reference is the id in "#id" or "url(#id)".
func Reference(s string) string {
	s = strings.TrimPrefix(s, "url(")
	s = strings.TrimSuffix(s, ")")
	return strings.TrimPrefix(s, "#")
}

package paint

import "strings"

// elements walks the tags of an SVG or an HTML text once, from front to back. It copies nothing, knows
// nothing of nesting and takes broken markup as it comes: an element that is not closed ends the walk.
type elements struct {
	rest string
	text string // what stood before the tag that next returned
	name string // with its slash if it closes
	attr string // all attributes
}

// next moves to the next tag; false at the end.
func (e *elements) next() bool {
	open := strings.IndexByte(e.rest, '<')
	if open < 0 {
		e.text, e.rest = e.rest, ""
		return false
	}
	e.text = e.rest[:open]
	s := e.rest[open+1:]
	n := 0
	for n < len(s) && s[n] != ' ' && s[n] != '>' && s[n] != '\n' && (s[n] != '/' || n == 0) {
		n++
	}
	e.name = s[:n]
	s = s[n:]
	// A ">" inside a quoted value (MuPDF writes it as a reference, others may not) does not end the tag.
	for at, end := 0, -1; ; {
		if end < at {
			next := strings.IndexByte(s[at:], '>')
			if next < 0 {
				e.text, e.rest = "", ""
				return false
			}
			end = at + next
		}
		quote := strings.IndexByte(s[at:end], '"')
		if quote < 0 {
			e.attr, e.rest = s[:end], s[end+1:]
			return true
		}
		at += quote + 1
		unquote := strings.IndexByte(s[at:], '"')
		if unquote < 0 {
			e.text, e.rest = "", ""
			return false
		}
		at += unquote + 1
	}
}

// attribute cuts the first attribute off attrs.
func attribute(attrs string) (name, value, rest string, ok bool) {
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

// value is the attribute of that name, empty if there is none.
func value(attrs, name string) string {
	for {
		n, v, rest, ok := attribute(attrs)
		if !ok {
			return ""
		}
		if n == name {
			return v
		}
		attrs = rest
	}
}

// reference is the id in "#id" or "url(#id)".
func reference(s string) string {
	s = strings.TrimPrefix(s, "url(")
	s = strings.TrimSuffix(s, ")")
	return strings.TrimPrefix(s, "#")
}

package quantity

import (
	"fmt"
	"strings"
)

// Style is how a table, or a run of text, writes its figures, and why we think so.
type Style struct {
	Format Format
	Group  string // what parts thousands; empty if no figure shows it
	Reason string // one sentence with the figures that decided
}

// Decision is the style of a table and, for each of its columns, the format in which figures that could be
// read in either are to be read.
type Decision struct {
	Style
	Columns []Format
	Decided bool // by the table's own figures
}

// Decide finds the number format of a table from the figures of its columns. Columns vote, not figures: what
// stands in one column comes from one hand, so that a long column of "19.16 %" says once that this hand writes
// points, and does not turn "5.066" in the column beside it into five employees. A tie is broken by document.
//
// A column votes by figures that can be read in one format only, else by its shape: "1.813" and "4.208" beside
// "11" and "607" are thousands, because decimals are printed to the same place all the way down a column.
func Decide(columns [][]string, document *Style) Decision {
	d := Decision{Columns: make([]Format, len(columns))}
	if document != nil {
		d.Style = *document
	}
	var votes [2]int
	var tokens [2][]string // that decided
	own := make([]ballot, len(columns))
	for i, column := range columns {
		own[i] = read(column)
		f, by, ok := own[i].vote(document)
		if ok {
			votes[f]++
			tokens[f] = append(tokens[f], by...)
		}
	}
	f := d.Format
	switch {
	case votes[Point] > votes[Comma]:
		f, d.Decided = Point, true
	case votes[Comma] > votes[Point]:
		f, d.Decided = Comma, true
	case votes[Point] > 0 && document != nil: // as many for as against: the document's habit stands
		d.Decided = true
	}
	d.Format = f
	group := [2]string{}
	var against []string
	undecided := ""
	for i := range own {
		if g := own[i].group[f]; g != "" && group[f] == "" {
			group[f] = g
		}
		against = append(against, own[i].sure[other(f)]...)
		if undecided == "" && len(own[i].either) > 0 {
			undecided = own[i].either[0]
		}
		d.Columns[i] = f
		if o := other(f); len(own[i].sure[o]) > 1 && len(own[i].sure[f]) == 0 {
			d.Columns[i] = o
		}
	}
	if group[f] != "" || d.Decided {
		d.Group = group[f]
	}
	d.Reason = reason(f, tokens, against, undecided, d.Decided, document)
	return d
}

func other(f Format) Format { return 1 - f }

// ballot is what the figures of one column say.
type ballot struct {
	sure   [2][]string // readable in this format only
	either []string    // one separator, three digits behind it
	round  int         // of either, those whose three digits are zeros: hardly decimals
	short  int         // whole figures of up to three digits, zero left out
	long   int         // whole figures that a column which parts thousands would part
	group  [2]string   // the separator of thousands, by format
}

func read(column []string) ballot {
	var b ballot
	for _, token := range column {
		r := readings(token)
		switch {
		case r.point == "" && r.comma == "":
		case r.point == "":
			b.sure[Comma] = append(b.sure[Comma], token)
			b.note(Comma, token)
		case r.comma == "":
			b.sure[Point] = append(b.sure[Point], token)
			b.note(Point, token)
		case r.point != r.comma:
			b.either = append(b.either, token)
			if strings.HasSuffix(token, "000") {
				b.round++
			}
			b.note(Comma, token)
			b.note(Point, token)
		case len(r.point) > 3 && len(token) == len(r.point) && !isYear(token):
			b.long++
		case len(r.point) <= 3 && strings.Trim(r.point, "0") != "":
			b.short++
		default:
			b.note(Comma, token)
			b.note(Point, token)
		}
	}
	return b
}

// note remembers what parts the thousands of token when it is read in f.
func (b *ballot) note(f Format, token string) {
	if b.group[f] != "" {
		return
	}
	for _, sep := range []string{".", ",", "'", "’", " ", "\u00a0", "\u202f", "\u2009"} {
		decimal := sep == "." && f == Point || sep == "," && f == Comma
		if !decimal && strings.Contains(token, sep) {
			switch sep {
			case "’":
				sep = "'"
			case "\u00a0", "\u202f", "\u2009":
				sep = " "
			}
			b.group[f] = sep
			return
		}
	}
}

// vote is the column's own format and the figures that show it.
func (b *ballot) vote(document *Style) (f Format, by []string, ok bool) {
	switch p, c := len(b.sure[Point]), len(b.sure[Comma]); {
	case p > c:
		return Point, b.sure[Point], true
	case c > p:
		return Comma, b.sure[Comma], true
	case p > 0 || len(b.either) == 0 || b.long > 0:
		return 0, nil, false
	}
	dots, commas := 0, 0
	for _, token := range b.either {
		dots += strings.Count(token, ".")
		commas += strings.Count(token, ",")
	}
	if dots > 0 && commas > 0 {
		return 0, nil, false
	}
	f = Comma // a point that parts thousands
	if commas > 0 {
		f = Point
	}
	shown := b.round > 0 || b.short > 0
	agrees := document == nil && len(b.either) > 1 || document != nil && document.Format == f
	strong := b.short > 0 && len(b.either) > 2 || b.round > 1
	return f, b.either, shown && (agrees || strong)
}

// reason says in one sentence what decided.
func reason(f Format, tokens [2][]string, against []string, undecided string, decided bool, document *Style) string {
	names := [2]string{"a decimal point", "a decimal comma"}
	var b strings.Builder
	switch {
	case len(tokens[f]) > 0 && len(tokens[other(f)]) == 0:
		fmt.Fprintf(&b, "written with %s, as %s", names[f], shown(tokens[f]))
	case len(tokens[f]) > len(tokens[other(f)]) || decided && len(tokens[f]) > 0 && document == nil:
		fmt.Fprintf(&b, "written with %s in most columns, as %s", names[f], shown(tokens[f]))
	case len(tokens[f]) > 0 && document != nil:
		fmt.Fprintf(&b, "columns differ (%s, but %s), and the document writes %s", quote(tokens[f]), quote(tokens[other(f)]), names[f])
	case undecided != "" && document != nil:
		fmt.Fprintf(&b, "%s could be read either way, and the document writes %s", undecided, names[f])
	case undecided != "":
		fmt.Fprintf(&b, "%s could be read either way, and nothing in the document decides: taken for %s", undecided, names[f])
	default:
		fmt.Fprintf(&b, "no figure depends on it; taken for %s", names[f])
		if document != nil {
			b.WriteString(" as in the rest of the document")
		}
	}
	if len(against) > 0 {
		fmt.Fprintf(&b, "; %s cannot be read so, only with the other sign", quote(against))
	}
	b.WriteByte('.')
	return b.String()
}

// shown says which figures show it.
func shown(tokens []string) string {
	if q := quote(tokens); strings.ContainsAny(q, " ") && len(tokens) > 1 {
		return q + " show"
	}
	return tokens[0] + " shows"
}

// quote names up to two figures and counts the rest.
func quote(tokens []string) string {
	distinct := make([]string, 0, 3)
	more := 0
	for _, t := range tokens {
		switch {
		case len(distinct) > 0 && t == distinct[0] || len(distinct) > 1 && t == distinct[1]:
		case len(distinct) < 2:
			distinct = append(distinct, t)
		default:
			more++
		}
	}
	s := strings.Join(distinct, ", ")
	if more > 0 {
		return fmt.Sprintf("%s (and %d more)", s, more)
	}
	return s
}

// Package gazetteer knows where countries and towns are (GeoNames, CC BY 4.0; README.md says how the file is made).
//
// A name that several places have is answered with all of them: which of them is meant is for who asks to find out, or
// to leave open. The file is read once, when it is first asked; what is returned must not be changed, and everything is
// safe for concurrent use.
package gazetteer

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // the gazetteer is part of the binary
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:embed places.tsv.gz
var file []byte

// Source is how the data wants to be named.
const Source = "GeoNames (geonames.org, CC BY 4.0)"

// Kind is what a place is.
type Kind string

// The closed set of kinds.
const (
	Country Kind = "country"
	State   Kind = "state" // of the US
	Town    Kind = "town"
)

// Place is one entry.
type Place struct {
	Kind    Kind
	Name    string
	Country string // ISO 3166-1, two letters
	Region  string // state of a town in the US; code of a country or state

	// Position in hundredths of a degree, of a town only: a country has no middle that would be of use.
	Latitude, Longitude int

	Area       int // km2, of a country
	Population int
}

// Table is the gazetteer.
type Table struct {
	byName  map[string][]*Place
	country map[string]*Place // by code
}

// Load reads the bundled gazetteer.
var Load = sync.OnceValues(func() (*Table, error) { return read(file) })

const (
	unpacked = 16 << 20 // bounds what the file may unfold to
	names    = 80_000   // about as many as there are, so that the table does not grow while it is filled
)

func read(packed []byte) (*Table, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("opening the gazetteer: %w", err)
	}
	t := &Table{byName: make(map[string][]*Place, names), country: map[string]*Place{}}
	lines := bufio.NewScanner(io.LimitReader(z, unpacked))
	lines.Buffer(nil, 64<<10)
	var fields []string
	for n := 1; lines.Scan(); n++ {
		fields = slices.AppendSeq(fields[:0], strings.SplitSeq(lines.Text(), "\t"))
		p, others, err := entry(fields)
		if err != nil {
			return nil, fmt.Errorf("reading line %d of the gazetteer: %w", n, err)
		}
		if p.Kind == Country {
			t.country[p.Country] = p
		}
		t.add(p.Name, p)
		for _, o := range others {
			t.add(o, p)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the gazetteer: %w", err)
	}
	for name, code := range everyday {
		if c := t.country[code]; c != nil {
			t.add(name, c)
		}
	}
	return t, nil
}

// everyday are names of countries that the extract lists under others.
var everyday = map[string]string{
	"UK": "GB", "Great Britain": "GB", "USA": "US", "US": "US", "United States of America": "US", "UAE": "AE", "Holland": "NL",
	"Czech Republic": "CZ", "Ivory Coast": "CI", "Burma": "MM", "Turkey": "TR", "Republic of Korea": "KR", "DRC": "CD",
}

func entry(f []string) (*Place, []string, error) {
	if len(f) != 9 {
		return nil, nil, errors.New("it does not have nine fields")
	}
	p := &Place{Name: f[1], Country: f[2], Region: f[7]}
	switch f[0] {
	case "C":
		p.Kind = Country
	case "S":
		p.Kind = State
	case "T":
		p.Kind = Town
	default:
		return nil, nil, fmt.Errorf("no kind %q", f[0])
	}
	for i, to := range []*int{3: &p.Latitude, 4: &p.Longitude, 5: &p.Area, 6: &p.Population} {
		if to == nil || f[i] == "" {
			continue
		}
		v, err := strconv.Atoi(f[i])
		if err != nil {
			return nil, nil, err
		}
		*to = v
	}
	p.Population *= 100
	var others []string
	if f[8] != "" {
		others = strings.Split(f[8], ";")
	}
	return p, others, nil
}

func (t *Table) add(name string, p *Place) {
	key := folded(name)
	for _, known := range t.byName[key] {
		if known == p {
			return
		}
	}
	t.byName[key] = append(t.byName[key], p)
}

// Named lists the places of a name, in any spelling of its accents; the order is the file's.
func (t *Table) Named(name string) []*Place { return t.byName[folded(name)] }

// folded is a name without accents, in lower case, with one space between words.
func folded(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || r == '-' || r < ' ' }) < 0 && !strings.Contains(name, "  ") {
		return strings.ToLower(strings.Trim(name, " ")) // as most names are
	}
	return foldedWhole(name)
}

func foldedWhole(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r) || r == '-':
			gap = b.Len() > 0
		default:
			if gap {
				b.WriteByte(' ')
				gap = false
			}
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

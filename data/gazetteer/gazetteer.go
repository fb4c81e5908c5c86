// Package gazetteer knows where countries and towns are (GeoNames, CC BY 4.0; README.md says how the file is made).
//
// A name that several places have is answered with all of them: which of them is meant is for who asks to find out, or
// to leave open. The file is read once, when it is first asked; what is returned must not be changed, and everything is
// safe for concurrent use.
package gazetteer

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the gazetteer is part of the binary
	"errors"
	"fmt"
	"io"
	"iter"
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

// Table is the gazetteer. It has its lines as they are and where the names of each begin: a place is read anew whenever it is asked
// for, since most never are.
type Table struct {
	text  string
	names []uint64          // a name's hash above the offset of its line, sorted
	daily map[string]uint32 // lines of countries by other names, folded
}

// Load reads the bundled gazetteer.
var Load = sync.OnceValues(func() (*Table, error) { return read(file) })

const (
	unpacked = 16 << 20 // bounds what the file may unfold to
	usual    = 5 << 19  // about what it does, so that the text does not grow while it is read
	names    = 90_000   // about as many as there are
)

func read(packed []byte) (*Table, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("opening the gazetteer: %w", err)
	}
	var text strings.Builder
	text.Grow(usual)
	if _, err := io.Copy(&text, io.LimitReader(z, unpacked)); err != nil {
		return nil, fmt.Errorf("reading the gazetteer: %w", err)
	}
	t := &Table{text: text.String(), names: make([]uint64, 0, names), daily: map[string]uint32{}}
	countries := map[string]uint32{}
	at, n := uint32(0), 1
	for l := range strings.Lines(t.text) {
		kind, name, country, others, ok := named(l)
		if !ok {
			return nil, fmt.Errorf("reading line %d of the gazetteer: it is no country, state or town with nine fields", n)
		}
		if kind == "C" {
			countries[country] = at
		}
		t.add(name, at)
		for o := range namesIn(others) {
			t.add(o, at)
		}
		at, n = at+uint32(len(l)), n+1
	}
	slices.Sort(t.names)
	t.names = slices.Clip(slices.Compact(t.names))
	for name, code := range everyday {
		if line, ok := countries[code]; ok {
			t.daily[folded(name)] = line
		}
	}
	return t, nil
}

// everyday are names of countries that the extract lists under others.
var everyday = map[string]string{
	"UK": "GB", "Great Britain": "GB", "USA": "US", "US": "US", "United States of America": "US", "UAE": "AE", "Holland": "NL",
	"Czech Republic": "CZ", "Ivory Coast": "CI", "Burma": "MM", "Turkey": "TR", "Republic of Korea": "KR", "DRC": "CD",
}

// named reads of a line what it is found by: entry reads the rest, of the few places that are asked for.
func named(line string) (kind, name, country, others string, ok bool) {
	if strings.Count(line, "\t") != 8 || !strings.ContainsRune("CST", rune(line[0])) || line[1] != '\t' {
		return "", "", "", "", false
	}
	kind, rest, _ := strings.Cut(line, "\t")
	name, rest, _ = strings.Cut(rest, "\t")
	country, rest, _ = strings.Cut(rest, "\t")
	return kind, name, country, strings.TrimSuffix(rest[strings.LastIndexByte(rest, '\t')+1:], "\n"), true
}

// entry reads a line. others are further names, parted by semicolons.
func entry(line string) (p Place, others string, err error) {
	var f [9]string
	n := 0
	for s := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "\t") {
		if n++; n > len(f) {
			break
		}
		f[n-1] = s
	}
	if n != len(f) {
		return p, "", errors.New("it does not have nine fields")
	}
	p = Place{Name: f[1], Country: f[2], Region: f[7]}
	switch f[0] {
	case "C":
		p.Kind = Country
	case "S":
		p.Kind = State
	case "T":
		p.Kind = Town
	default:
		return p, "", fmt.Errorf("no kind %q", f[0])
	}
	for i, to := range []*int{3: &p.Latitude, 4: &p.Longitude, 5: &p.Area, 6: &p.Population} {
		if to == nil || f[i] == "" {
			continue
		}
		v, err := strconv.Atoi(f[i])
		if err != nil {
			return p, "", err
		}
		*to = v
	}
	p.Population *= 100
	return p, f[8], nil
}

// namesIn are the names in a list of others.
func namesIn(others string) iter.Seq[string] {
	if others == "" {
		return func(func(string) bool) {}
	}
	return strings.SplitSeq(others, ";")
}

func (t *Table) add(name string, line uint32) {
	t.names = append(t.names, hashed(folded(name))|uint64(line))
}

// hashed is a folded name's hash, in the upper half.
func hashed(key string) uint64 {
	h := uint32(2166136261) // FNV-1a; as a hash.Hash each of the ninety thousand would be allocated
	for i := range len(key) {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return uint64(h) << 32
}

// Named lists the places of a name, in any spelling of its accents; the order is the file's, and countries that are only called so come last.
func (t *Table) Named(name string) []*Place {
	key := folded(name)
	h := hashed(key)
	var out []*Place
	daily, called := t.daily[key]
	for i, _ := slices.BinarySearch(t.names, h); i < len(t.names) && t.names[i]>>32 == h>>32; i++ {
		line := uint32(t.names[i])
		p, others := t.at(line)
		if folded(p.Name) != key && !listed(others, key) {
			continue // another name with this hash
		}
		called = called && line != daily
		out = append(out, p)
	}
	if called {
		p, _ := t.at(daily)
		out = append(out, p)
	}
	return out
}

// at reads the line that begins there again.
func (t *Table) at(line uint32) (p *Place, others string) {
	text, _, _ := strings.Cut(t.text[line:], "\n")
	e, others, _ := entry(text) // it was read before
	return &e, others
}

func listed(others, key string) bool {
	for o := range namesIn(others) {
		if folded(o) == key {
			return true
		}
	}
	return false
}

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

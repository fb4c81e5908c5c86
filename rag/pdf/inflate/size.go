package inflate

import (
	"bytes"
	"errors"
	"io"
	"regexp"
)

// ErrNested says that a stream is packed more often than any writer would.
var ErrNested = errors.New("a stream of it is packed many times over")

// ErrLarge says that the streams unpack to more than the limit.
var ErrLarge = errors.New("its streams unpack to more than the limit")

const (
	dictionaryBytes = 4096 // how far before its stream a dictionary may begin
	chain           = 4    // filters on one stream; two occur, three hardly
	rereads         = 4    // times the file's length that may be read: streams that overlap are a trick
	slack           = 1 << 20
)

var (
	picture   = regexp.MustCompile(`/Subtype\s*/Image\b`)
	encrypted = regexp.MustCompile(`/Encrypt\s*(\d+\s+\d+\s+R|<<)`)
	filters   = regexp.MustCompile(`/(?:Filter|F)\s*(\[[^\]]*\]|/[^\s/<>\[\]()]+)`)
	name      = regexp.MustCompile(`/([^\s/<>\[\]()]+)`)
	escape    = regexp.MustCompile(`#[0-9A-Fa-f]{2}`)
)

// Size returns how many bytes the file's streams, pictures aside, unpack to, counting what comes out of
// every filter of a chain. Beyond limit (0: none) it stops with ErrLarge or ErrNested. Streams that are
// damaged count as far as they can be read.
func Size(pdf []byte, limit int64) (int64, error) {
	if encrypted.Match(pdf) {
		return 0, nil
	}
	b := &budget{out: limit, in: rereads*int64(len(pdf)) + slack, limited: limit > 0}
	for at := 0; ; {
		i := bytes.Index(pdf[at:], []byte("stream"))
		if i < 0 {
			return b.size, nil
		}
		i += at
		at = i + len("stream")
		if bytes.HasSuffix(pdf[:i], []byte("end")) {
			continue
		}
		used, err := b.stream(dictionary(pdf[:i]), pdf[afterLine(pdf, at):])
		if err != nil {
			return b.size, err
		}
		at += used
	}
}

// dictionary is what stands between the start of the object and its stream.
func dictionary(before []byte) []byte {
	d := before[max(0, len(before)-dictionaryBytes):]
	if i := bytes.LastIndex(d, []byte("obj")); i >= 0 {
		d = d[i:]
	}
	return d
}

// afterLine skips the line end that parts the word stream from its data.
func afterLine(pdf []byte, at int) int {
	if at < len(pdf) && pdf[at] == '\r' {
		at++
	}
	if at < len(pdf) && pdf[at] == '\n' {
		at++
	}
	return at
}

// budget bounds the work on one file.
type budget struct {
	size    int64
	out     int64 // left to unpack
	in      int64 // left to read
	limited bool
}

// stream unpacks one stream and returns how many bytes of data were its own.
func (b *budget) stream(dict, data []byte) (int, error) {
	if picture.Match(dict) {
		return 0, nil
	}
	names := filterNames(dict)
	if len(names) == 0 && zlibHeader(data) { // named by reference: the data says it itself
		names = []string{"FlateDecode"}
	}
	if len(names) > chain {
		return 0, ErrNested
	}
	source := bytes.NewReader(data)
	var r io.Reader = source
	unpacks := false
	for _, n := range names {
		unpack, ok := unpackers[n]
		if !ok {
			break // of pictures, or of a kind that nobody reads
		}
		r, unpacks = &counter{r: unpack(r), b: b}, true
	}
	if !unpacks {
		return 0, nil
	}
	_, err := io.Copy(io.Discard, r)
	used := len(data) - source.Len()
	b.in -= int64(used)
	switch {
	case errors.Is(err, ErrLarge) || b.in < 0:
		return 0, ErrLarge
	case err != nil:
		return 0, nil // damaged, or no stream at all: go on behind the word
	}
	return used, nil
}

// counter counts what comes out of one filter.
type counter struct {
	r io.Reader
	b *budget
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.b.size += int64(n)
	c.b.out -= int64(n)
	if c.b.limited && c.b.out < 0 {
		return n, ErrLarge
	}
	return n, err
}

// filterNames lists a stream's filters in the order in which they are undone.
func filterNames(dict []byte) []string {
	var out []string
	for _, m := range filters.FindAllSubmatch(dict, -1) {
		for _, n := range name.FindAllSubmatch(m[1], -1) {
			plain := escape.ReplaceAllFunc(n[1], func(e []byte) []byte { return []byte{unhex(e[1])<<4 | unhex(e[2])} })
			if full, ok := short[string(plain)]; ok {
				plain = []byte(full)
			}
			out = append(out, string(plain))
		}
	}
	return out // of two lists a reader takes one; counting both errs on the safe side
}

// short are the names that inline pictures use and that readers accept everywhere.
var short = map[string]string{"Fl": "FlateDecode", "LZW": "LZWDecode", "RL": "RunLengthDecode", "AHx": "ASCIIHexDecode", "A85": "ASCII85Decode"}

func zlibHeader(data []byte) bool {
	return len(data) > 2 && data[0]&15 == 8 && (int(data[0])<<8|int(data[1]))%31 == 0
}

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

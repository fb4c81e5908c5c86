package changelog

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
)

// What a key has absorbed is kept in pages: records of the state topic that are written once and never
// again. (One record per key, rewritten with each step, wrote 304 MB for 3,000 events.) A page lists
// events and what they led to; an event that led to more than fits continues on the next pages.

// pageBytes is the size at which a page is full. A single event may exceed it, by as much as a record may hold.
const pageBytes = 192 << 10

// Page is a sequence of absorptions of a key. number counts the pages of one batch from 0; together with the first id
// it identifies the page, because an id is absorbed only once.
type Page struct {
	first  string
	number int
	next   int64    // input offset after the last event of the page
	IDs    []string // events with a part on this page, in order
	value  []byte
}

// Absorbed is an event that a key has absorbed and the records it led to.
type Absorbed struct {
	ID      string
	Records []*kgo.Record
	Next    int64 // input offset after the event
}

// Paginate lays out what a key has absorbed in one batch on pages.
func Paginate(batch []Absorbed) []Page {
	var pages []Page
	var cur *Page
	var frame, part, body []byte // reused
	turn := func() {
		pages = append(pages, Page{number: len(pages)})
		cur = &pages[len(pages)-1]
	}
	for _, a := range batch {
		part, body = appendText(part[:0], a.ID), body[:0]
		count := 0
		flush := func() {
			if cur == nil || len(cur.value) > 0 && len(cur.value)+len(part)+len(body) > pageBytes {
				turn()
			}
			if cur.first == "" {
				cur.first = a.ID
			}
			cur.next = a.Next
			cur.IDs = append(cur.IDs, a.ID)
			cur.value = append(cur.value, part...)
			cur.value = binary.AppendUvarint(cur.value, uint64(count))
			cur.value = append(cur.value, body...)
			body, count = body[:0], 0
		}
		for _, r := range a.Records {
			frame = appendRecord(frame[:0], r)
			if count > 0 && len(part)+len(body)+len(frame) > pageBytes {
				flush()
			}
			body = append(body, frame...)
			count++
		}
		flush()
	}
	return pages
}

// entry is the part of one event on a page.
type entry struct {
	id      string
	records []events.Record
}

// readPage is the inverse of what paginate puts on a page.
func readPage(value []byte) ([]entry, error) {
	rd := reader{rest: value}
	var out []entry
	for len(rd.rest) > 0 && rd.err == nil {
		e := entry{id: rd.text()}
		for n := rd.number(); n > 0 && rd.err == nil; n-- {
			k := rd.record()
			if rd.err != nil {
				break
			}
			r, err := wire.Decode(k)
			if err != nil {
				return nil, fmt.Errorf("decoding what %s led to: %w", e.id, err)
			}
			e.records = append(e.records, r)
		}
		out = append(out, e)
	}
	if rd.err != nil {
		return nil, fmt.Errorf("decoding a page of absorbed events: %w", rd.err)
	}
	return out, nil
}

// readIDs lists the events of a page without decoding their outputs, which is all that a restore needs.
func readIDs(value []byte) ([]string, error) {
	rd := reader{rest: value}
	var ids []string
	for len(rd.rest) > 0 && rd.err == nil {
		ids = append(ids, rd.text())
		for n := rd.number(); n > 0 && rd.err == nil; n-- {
			rd.skip(3)
			rd.skip(2 * rd.number())
		}
	}
	if rd.err != nil {
		return nil, fmt.Errorf("decoding a page of absorbed events: %w", rd.err)
	}
	return ids, nil
}

func appendText[T string | []byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendRecord(b []byte, k *kgo.Record) []byte {
	b = appendText(b, k.Topic)
	b = appendText(b, k.Key)
	b = appendText(b, k.Value)
	b = binary.AppendUvarint(b, uint64(len(k.Headers)))
	for _, h := range k.Headers {
		b = appendText(b, h.Key)
		b = appendText(b, h.Value)
	}
	return b
}

// reader reads values from a page. After an error it returns zero values.
type reader struct {
	rest []byte
	err  error
}

var errTruncated = errors.New("it ends early")

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.err, r.rest = errTruncated, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.err, r.rest = errTruncated, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) text() string { return string(r.bytes()) }

// bytes is a part of what is read from, nil if it is empty.
func (r *reader) bytes() []byte { return r.take(r.number()) }

func (r *reader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.rest)) {
		r.err, r.rest = errTruncated, nil
		return nil
	}
	if n == 0 {
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// skip skips texts.
func (r *reader) skip(texts uint64) {
	for ; texts > 0 && r.err == nil; texts-- {
		n := r.number()
		if r.err != nil || n > uint64(len(r.rest)) {
			r.err, r.rest = errTruncated, nil
			return
		}
		r.rest = r.rest[n:]
	}
}

func (r *reader) record() *kgo.Record {
	k := &kgo.Record{Topic: r.text(), Key: []byte(r.text()), Value: []byte(r.text())}
	for n := r.number(); n > 0 && r.err == nil; n-- {
		k.Headers = append(k.Headers, kgo.RecordHeader{Key: r.text(), Value: []byte(r.text())})
	}
	return k
}

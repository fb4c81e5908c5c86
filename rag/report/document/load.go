package document

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/sibyl-project/sibyl/rag/artefact"
)

// cacheBytes bounds the stored size of the documents that the process keeps decoded. Decoded, a
// document takes about twice its stored size; a 158-page report has about 1.5 MB.
const cacheBytes = 24 << 20

var shared = newCache(cacheBytes)

// Load returns the document stored under hash. It is shared: callers must not change it.
func Load(ctx context.Context, store artefact.Store, hash string) (*Document, error) {
	return shared.load(ctx, store, hash)
}

// Keep puts a document into the cache that Load asks, under the hash that it is stored by and with the size that
// it is stored in, and returns the shared one: what it is handed, or what another has loaded meanwhile. d must be
// what Decode gives of those bytes; nobody may change it any more.
func Keep(hash string, size int, d *Document) (*Document, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("keeping document %s: %w", hash, err)
	}
	return shared.keep(hash, size, d), nil
}

// cache keeps the documents last used. Documents that are being decoded are waited for, so that ten
// sections arriving together decode once.
type cache struct {
	mu      sync.Mutex
	limit   int
	size    int
	entries map[string]*list.Element // of *entry
	recent  *list.List               // front: used last
}

type entry struct {
	hash string
	done chan struct{} // closed once doc or err stands
	doc  *Document
	err  error
	size int
}

func newCache(limit int) *cache {
	return &cache{limit: limit, entries: map[string]*list.Element{}, recent: list.New()}
}

func (c *cache) load(ctx context.Context, store artefact.Store, hash string) (*Document, error) {
	for {
		e, mine := c.claim(hash)
		if mine {
			c.fill(ctx, store, e)
			return e.doc, e.err
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return nil, fmt.Errorf("loading document %s: %w", hash, ctx.Err())
		}
		if e.err == nil {
			return e.doc, nil
		}
		// Whoever loaded it failed, perhaps only because its own context ended: try ourselves.
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("loading document %s: %w", hash, err)
		}
	}
}

// claim returns the entry of hash and whether the caller has to fill it.
func (c *cache) claim(hash string) (e *entry, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[hash]; ok {
		c.recent.MoveToFront(el)
		return el.Value.(*entry), false
	}
	e = &entry{hash: hash, done: make(chan struct{})}
	c.entries[hash] = c.recent.PushFront(e)
	return e, true
}

func (c *cache) fill(ctx context.Context, store artefact.Store, e *entry) {
	data, err := store.Get(ctx, e.hash)
	if err == nil {
		e.doc, err = Decode(data)
	}
	if err != nil {
		e.err = fmt.Errorf("loading document %s: %w", e.hash, err)
	}
	c.settle(e, len(data))
}

// keep returns the document under hash, which is d unless there is one already. One that is being loaded is not
// waited for: both are the same.
func (c *cache) keep(hash string, size int, d *Document) *Document {
	e, mine := c.claim(hash)
	if mine {
		e.doc = d
		c.settle(e, size)
		return d
	}
	select {
	case <-e.done:
		if e.err == nil {
			return e.doc
		}
	default:
	}
	return d
}

// settle ends the wait for an entry and makes room for it.
func (c *cache) settle(e *entry, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(e.done)
	if e.err != nil {
		c.drop(c.entries[e.hash])
		return
	}
	for i := range e.doc.Pages {
		e.doc.Pages[i].parted = new(parted)
	}
	e.size = size
	c.size += e.size
	for el := c.recent.Back(); el != nil && c.size > c.limit; {
		newer := el.Prev()
		// What is still being decoded has no size yet and is waited for; the newest stays however large.
		if old := el.Value.(*entry); old.size > 0 && old != e {
			c.drop(el)
		}
		el = newer
	}
}

func (c *cache) drop(el *list.Element) {
	e := el.Value.(*entry)
	c.recent.Remove(el)
	delete(c.entries, e.hash)
	c.size -= e.size
}

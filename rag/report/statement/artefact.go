package statement

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Version is that of the artefact and of how a document is parted into sentences: the readings of another version belong to
// other sentences.
const Version = "3"

// ErrOther is the error of an artefact that does not belong to the document, or is of another version.
var ErrOther = errors.New("the statements are of other sentences")

// ErrUnread is the error of a report whose statements cannot be read or kept, whatever the store does: to wait would not cure it.
var ErrUnread = errors.New("the statements cannot be read")

// stored is the artefact: what the sentences of a report say. The sentences themselves follow from its document.
type stored struct {
	Version string       `json:"version"`
	Reader  string       `json:"reader"`
	Parse   string       `json:"parse"` // hash of the document's artefact
	Pages   [][]saidThen `json:"pages"`
	Cells   []CellSaid   `json:"cells,omitempty"`
	Parts   []PartSaid   `json:"parts,omitempty"`
}

// saidThen is the reading of the sentence that begins at a code point of its page.
type saidThen struct {
	Start int `json:"start"`
	Reading
}

// Encode returns the artefact of what a report says whose document has this hash.
func Encode(r *Report, parse string) ([]byte, error) {
	s := stored{Version: Version, Reader: r.Reader, Parse: parse, Pages: make([][]saidThen, len(r.Pages)), Cells: r.Cells, Parts: r.Parts}
	for i, p := range r.Pages {
		s.Pages[i] = make([]saidThen, len(p))
		for k := range p {
			s.Pages[i][k] = saidThen{p[k].Start, p[k].Reading}
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encoding the statements of parse %s: %w: %w", parse, ErrUnread, err)
	}
	return data, nil
}

// Decode returns what Encode was given, or an error that is ErrOther.
func Decode(data []byte, d *document.Document) (*Report, error) {
	var s stored
	if err := jsonv1.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("decoding statements: %w: %w", ErrUnread, err)
	}
	sentences := Of(d)
	if s.Version != Version || len(s.Pages) != len(sentences) {
		return nil, ErrOther
	}
	r := &Report{Reader: s.Reader, Pages: make([][]Said, len(s.Pages)), Cells: s.Cells, Parts: s.Parts}
	for i, p := range s.Pages {
		if len(p) != len(sentences[i]) {
			return nil, ErrOther
		}
		for k, x := range p {
			at := sentences[i][k]
			if x.Start != at.Start || len(x.Figures) != len(at.Figures) {
				return nil, ErrOther
			}
			r.Pages[i] = append(r.Pages[i], Said{at, x.Reading})
		}
	}
	return r, nil
}

// Make returns the hash of the artefact of what a report says, which is made if nobody has made it. parse is the hash of
// the document's artefact.
func Make(ctx context.Context, store artefact.Store, reader Reader, parse string, d *document.Document) (hash string, err error) {
	memo := "statements/" + Version + "/" + reader.Name() + "/" + d.SHA256 + "/" + parse // the file's hash, by which a removed report's are found
	if hash, err = store.Resolve(ctx, memo); err == nil || !errors.Is(err, artefact.ErrNotFound) {
		return hash, err
	}
	r, err := kept.Read(ctx, reader, parse, d)
	models.Rest() // until another report comes
	if err != nil {
		return "", err
	}
	data, err := Encode(r, parse)
	if err != nil {
		return "", err
	}
	if hash, err = store.Put(ctx, "statements", data); err == nil {
		err = store.Link(ctx, memo, hash)
		kept.rename(keyOf(reader, parse), hash) // whoever asks by the hash finds what would be decoded of it; of a long report two are tens of megabytes
	}
	if errors.Is(err, artefact.ErrLinked) {
		return store.Resolve(ctx, memo) // another process has read it meanwhile: theirs stands
	}
	if err != nil {
		return "", fmt.Errorf("keeping the statements of parse %s: %w", parse, err)
	}
	return hash, nil
}

// Load returns what a report says from its artefact. Without one, as of events that are older than it is, or with one of another
// version, the reader in the binary reads the report; only then is it opened, which takes 30 MB. parse is the hash of the document's
// artefact, or empty.
func Load(ctx context.Context, store artefact.Store, hash, parse string, d *document.Document) (*Report, error) {
	if hash == "" || store == nil {
		return ReadBundled(ctx, parse, d)
	}
	return kept.load(ctx, hash, func() (*Report, error) {
		data, err := store.Get(ctx, hash)
		if err != nil {
			return nil, fmt.Errorf("loading statements %s: %w", hash, err)
		}
		r, err := Decode(data, d)
		if !errors.Is(err, ErrOther) {
			return r, err
		}
		reader, err := Bundled()
		if err != nil {
			return nil, err
		}
		return ReadReport(ctx, reader, d)
	})
}

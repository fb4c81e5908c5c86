package embed

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
)

// The file of a static model, little endian: the magic, the length of the header and the header (JSON); the
// vocabulary, a piece a line; a scale (uint16) for each piece; the keys (uint64, ascending) and scales of the phrases;
// then one row of int8 for each piece and each phrase. A vector is its row times its scale.
const (
	magic      = "SIBYLEM1"
	longest    = 4       // pieces of a phrase
	idBits     = 15      // of a piece in a phrase's key
	mostPieces = 1 << 15 // what idBits can number
	mostRows   = 1 << 20
	mostDims   = 4096
)

// ErrModel says that a file is no static model.
var ErrModel = errors.New("reading a static model")

// header is the beginning of a model's file.
type header struct {
	Model           string `json:"model"`
	Dimensions      int    `json:"dimensions"`
	Pieces          int    `json:"pieces"`
	Phrases         int    `json:"phrases"`
	VocabularyBytes int    `json:"vocabulary_bytes"`
	Source          string `json:"source"` // which encoder it was learned from
}

// table is a model as read. The rows stay where they are in the file: 44 MB of floats would be made of them.
type table struct {
	header
	pieces  *wordpiece.Tokenizer
	scales  []int32
	phrases map[uint64]int32 // key -> row
	begins  map[uint64]bool  // the first three pieces of a longer phrase, by which the search goes on
	rows    string
}

func readTable(file string) (*table, error) {
	fail := func(format string, a ...any) (*table, error) {
		return nil, fmt.Errorf("%w: %s", ErrModel, fmt.Sprintf(format, a...))
	}
	rest, ok := strings.CutPrefix(file, magic)
	if !ok || len(rest) < 4 {
		return fail("it does not begin with %q", magic)
	}
	size := int(binary.LittleEndian.Uint32([]byte(rest[:4])))
	if rest = rest[4:]; size > len(rest) || size > 1<<16 {
		return fail("a header of %d bytes", size)
	}
	t := &table{}
	if err := json.Unmarshal([]byte(rest[:size]), &t.header); err != nil {
		return fail("its header: %v", err)
	}
	rest = rest[size:]
	if t.Dimensions < 1 || t.Dimensions > mostDims || t.Pieces < 1 || t.Pieces > mostPieces || t.Phrases < 0 ||
		t.Phrases > mostRows || t.VocabularyBytes < 0 || t.Model == "" {
		return fail("its header %+v", t.header)
	}
	rows := t.Pieces + t.Phrases
	if want := t.VocabularyBytes + 2*rows + 8*t.Phrases + rows*t.Dimensions; len(rest) != want {
		return fail("%d bytes after its header, %d wanted", len(rest), want)
	}
	vocabulary := strings.Split(strings.TrimSuffix(rest[:t.VocabularyBytes], "\n"), "\n")
	if len(vocabulary) != t.Pieces {
		return fail("%d pieces in the vocabulary, %d wanted", len(vocabulary), t.Pieces)
	}
	pieces, err := wordpiece.New(vocabulary)
	if err != nil {
		return fail("%v", err)
	}
	t.pieces = pieces
	rest = rest[t.VocabularyBytes:]
	scales := []byte(rest[:2*rows])
	rest = rest[2*rows:]
	keys := []byte(rest[:8*t.Phrases])
	t.rows = rest[8*t.Phrases:]
	for i := range rows {
		t.scales = append(t.scales, int32(binary.LittleEndian.Uint16(scales[2*i:])))
	}
	t.phrases, t.begins = make(map[uint64]int32, t.Phrases), map[uint64]bool{}
	last := uint64(0)
	for i := range t.Phrases {
		key := binary.LittleEndian.Uint64(keys[8*i:])
		if key <= last || key < 1<<idBits || key >= 1<<(longest*idBits) {
			return fail("phrase %d has key %d after %d", i, key, last)
		}
		last = key
		t.phrases[key] = int32(t.Pieces + i)
		for k := key >> idBits; k >= 1<<idBits; k >>= idBits {
			t.begins[k] = true
		}
	}
	return t, nil
}

// add adds what the pieces and the phrases among them mean, in whole numbers: the sum depends on no order.
func (t *table) add(sum []int64, ids []uint16) {
	for i, id := range ids {
		t.addRow(sum, int(id))
		key := uint64(id)
		for n := 1; n < longest && i+n < len(ids); n++ {
			key = key<<idBits | uint64(ids[i+n])
			if row, ok := t.phrases[key]; ok {
				t.addRow(sum, int(row))
			}
			if !t.begins[key] {
				break
			}
		}
	}
}

func (t *table) addRow(sum []int64, row int) {
	scale := int64(t.scales[row])
	if scale == 0 {
		return // unknown pieces and marks of the encoder say nothing
	}
	values := t.rows[row*t.Dimensions : (row+1)*t.Dimensions]
	sum = sum[:len(values)]
	for j := range sum {
		sum[j] += scale * int64(int8(values[j]))
	}
}

package encoder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
)

// Options say how a model is read. The zero value is right for most.
type Options struct {
	Kernel string // one of Kernels; if empty, the quickest: all give the same vectors
	SHA256 string // in hexadecimal; if not empty, the file must have this hash
}

// Model is an encoder.
type Model struct {
	header    *header
	file      string
	tokenizer *wordpiece.Tokenizer
	classify  uint16
	separate  uint16
	words     matrix
	positions []float32
	types     []float32
	norm      norm
	layers    []layer
	tensors   map[string]Tensor
	kernel    kernel
	packing   sync.Once     // before the first sequence is encoded
	turns     chan struct{} // as many groups may be worked on at a time
	desks     sync.Pool     // of *desk, which are megabytes: nobody keeps them between two reports
	branches  map[string]*Model
}

// layer is one of an encoder's layers.
type layer struct {
	look     linear // queries, keys and values
	attended linear
	norm1    norm
	up, down linear
	norm2    norm
}

// Read reads a model's file and checks all of it. It keeps the string: most weights stay there.
func Read(file string, o Options) (*Model, error) {
	m, err := read(file, o)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	return m, nil
}

func read(file string, o Options) (*Model, error) {
	m := &Model{file: file}
	if o.SHA256 != "" && !strings.EqualFold(o.SHA256, m.SHA256()) {
		return nil, fmt.Errorf("its hash is %s, not %s", m.SHA256(), o.SHA256)
	}
	for _, k := range here() {
		if o.Kernel == "" || o.Kernel == k.name() {
			m.kernel = k
			break
		}
	}
	if m.kernel == nil {
		return nil, fmt.Errorf("no kernel %q on this processor", o.Kernel)
	}
	h, rest, err := readHeader(file)
	if err != nil {
		return nil, err
	}
	m.header = h
	if err := m.readVocabulary(rest[:h.Vocabulary.Bytes]); err != nil {
		return nil, err
	}
	if err := m.readTensors(rest); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Model) readVocabulary(section string) error {
	section = strings.TrimSuffix(section, "\n")
	if n := strings.Count(section, "\n") + 1; n != m.header.Architecture.Pieces { // counted before so many strings are made
		return fmt.Errorf("%d pieces in the vocabulary, %d wanted", n, m.header.Architecture.Pieces)
	}
	vocabulary := strings.Split(section, "\n")
	var err error
	if m.tokenizer, err = wordpiece.New(vocabulary); err != nil {
		return err
	}
	var ok1, ok2 bool
	m.classify, ok1 = m.tokenizer.ID("[CLS]")
	m.separate, ok2 = m.tokenizer.ID("[SEP]")
	if !ok1 || !ok2 {
		return errors.New("no [CLS] or no [SEP] in the vocabulary")
	}
	return nil
}

func (m *Model) readTensors(rest string) error {
	c := &contents{data: rest, entries: map[string]*entry{}}
	for i := range m.header.Tensors {
		c.entries[m.header.Tensors[i].Name] = &m.header.Tensors[i]
	}
	m.words = c.matrix("embeddings.words", m.header.Architecture.Pieces, m.header.Architecture.Width)
	m.readLayers(c, "")
	m.branches = make(map[string]*Model, len(m.header.Branches))
	for _, name := range slices.Sorted(maps.Keys(m.header.Branches)) {
		own := *m.header
		own.Architecture, own.Branches = m.header.Branches[name], nil
		b := &Model{header: &own, file: m.file, tokenizer: m.tokenizer, classify: m.classify, separate: m.separate, words: m.words, kernel: m.kernel}
		if m.header.has(name + wordsOfBranch) {
			b.words = c.halves(name+wordsOfBranch, own.Architecture.Pieces, own.Architecture.Width)
		}
		b.readLayers(c, name+".")
		m.branches[name] = b
	}
	m.tensors = c.others()
	if c.err != nil {
		return c.err
	}
	m.prepare()
	for _, b := range m.branches {
		b.prepare()
	}
	return nil
}

// readLayers reads all but the word vectors, of tensors whose names begin so.
func (m *Model) readLayers(c *contents, begin string) {
	a := m.header.Architecture
	m.positions = c.table(begin+"embeddings.positions", a.Positions, a.Width)
	m.types = c.table(begin+"embeddings.types", a.Types, a.Width)
	m.norm = c.norm(begin+"embeddings.norm", a.Width, a.Epsilon)
	for i := range a.Layers {
		name := fmt.Sprintf("%slayer.%d.", begin, i)
		m.layers = append(m.layers, layer{
			look:     c.linear(name+"look", 3*a.Width, a.Width),
			attended: c.linear(name+"attended", a.Width, a.Width),
			norm1:    c.norm(name+"norm1", a.Width, a.Epsilon),
			up:       c.linear(name+"up", a.Inner, a.Width),
			down:     c.linear(name+"down", a.Width, a.Inner),
			norm2:    c.norm(name+"norm2", a.Width, a.Epsilon),
		})
	}
}

// pack brings weights into the order in which the kernel reads them. Who only asks a model for its tensors does not wait for it.
func (m *Model) pack() {
	var all sync.WaitGroup
	for i := range m.layers {
		l := &m.layers[i]
		all.Go(func() {
			for _, step := range []*linear{&l.look, &l.attended, &l.up, &l.down} {
				step.packed = m.kernel.pack(&step.matrix)
			}
		})
	}
	all.Wait()
}

// prepare makes ready what has been read and checked.
func (m *Model) prepare() {
	m.turns = make(chan struct{}, runtime.GOMAXPROCS(0))
}

// Branch is another encoder of the same file, by its name. Tensors beside the encoders and Meta are those of the first.
func (m *Model) Branch(name string) (*Model, bool) {
	b, ok := m.branches[name]
	return b, ok
}

// Name is the model's name.
func (m *Model) Name() string { return m.header.Model }

// Architecture is the model's shape.
func (m *Model) Architecture() Architecture { return m.header.Architecture }

// Width is the length of a vector.
func (m *Model) Width() int { return m.header.Architecture.Width }

// Kernel names what computes: "portable" or "avx2". Vectors do not depend on it.
func (m *Model) Kernel() string { return m.kernel.name() }

// Tokenizer cuts texts into the pieces whose ids the model knows.
func (m *Model) Tokenizer() *wordpiece.Tokenizer { return m.tokenizer }

// Tensor is a tensor that the file has beside the encoder's, by its name. It is shared and must not be changed.
func (m *Model) Tensor(name string) (Tensor, bool) {
	t, ok := m.tensors[name]
	return t, ok
}

// Meta is what the file says about its heads, as JSON. It is shared and must not be changed.
func (m *Model) Meta() json.RawMessage { return m.header.Meta }

// SHA256 is the file's hash in hexadecimal. It is computed at each call.
func (m *Model) SHA256() string {
	sum := sha256.New()
	r, part := strings.NewReader(m.file), make([]byte, 1<<16)
	for {
		n, err := r.Read(part)
		sum.Write(part[:n])
		if err == io.EOF {
			return hex.EncodeToString(sum.Sum(nil))
		}
	}
}

// Words adds up the vectors that pieces have by themselves, before anything is made of what stands around them, divided by how many
// they are: what words mean, where too few stand together to say more.
func (m *Model) Words(ids []uint16) []float32 {
	out := make([]float32, m.Width())
	for _, id := range ids {
		m.words.add(out, int(id))
	}
	for i := range out {
		out[i] /= float32(max(1, len(ids)))
	}
	return out
}

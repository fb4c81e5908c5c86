package artefact

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// encoding says how an artefact's bytes stand in the database.
type encoding string

const (
	encodingRaw  encoding = "raw"
	encodingZstd encoding = "zstd"
)

// codec compresses and expands; it is safe for concurrent use.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec() (*codec, error) {
	// Small windows: a store lives in every process, and its buffers count against the memory of each.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("making the compressor of artefacts: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("making the decompressor of artefacts: %w", err)
	}
	return &codec{enc: enc, dec: dec}, nil
}

// encode compresses data, or leaves it as it is where that would gain less than a tenth: a PDF is
// compressed inside and is read often.
func (c *codec) encode(data []byte) (encoding, []byte) {
	packed := c.enc.EncodeAll(data, nil)
	if len(packed) >= len(data)-len(data)/10 {
		return encodingRaw, data
	}
	return encodingZstd, packed
}

func (c *codec) decode(e encoding, stored []byte, size int64) ([]byte, error) {
	switch e {
	case encodingRaw:
		return stored, nil
	case encodingZstd:
		data, err := c.dec.DecodeAll(stored, make([]byte, 0, size))
		if err != nil {
			// Bytes that do not expand are damaged as those with another hash are: who waits for a store to come back would
			// wait for ever.
			return nil, fmt.Errorf("decompressing: %w: %w", ErrDamaged, err)
		}
		return data, nil
	}
	return nil, fmt.Errorf("decompressing: unknown encoding %q", e)
}

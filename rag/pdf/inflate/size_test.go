package inflate

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func stream(dict string, data []byte) []byte {
	return fmt.Appendf(nil, "4 0 obj\n<< %s /Length %d >>\nstream\r\n%s\nendstream\nendobj\n", dict, len(data), data)
}

func TestSizeCountsWhatComesOut(t *testing.T) {
	text := bytes.Repeat([]byte("stream of words "), 1000)
	n := int64(len(text))
	var a85 bytes.Buffer
	w := ascii85.NewEncoder(&a85)
	if _, err := w.Write(packed(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a85.WriteString("~>")
	twice := packed(packed(text))
	for name, c := range map[string]struct {
		pdf  []byte
		want int64
	}{
		"plain":           {stream("", text), 0},
		"flate":           {stream("/Filter /FlateDecode", packed(text)), n},
		"two":             {append(stream("/Filter/Fl", packed(text)), stream("/Filter [ /FlateDecode ]", packed(text))...), 2 * n},
		"escaped":         {stream("/Filter /Fl#61te#44ecode", packed(text)), n},
		"by reference":    {stream("/Filter 12 0 R", packed(text)), n},
		"twice":           {stream("/Filter [/FlateDecode /FlateDecode]", twice), n + int64(len(packed(text)))},
		"hex":             {stream("/Filter [/ASCIIHexDecode /FlateDecode]", []byte(hex.EncodeToString(packed(text))+">")), n + int64(len(packed(text)))},
		"ascii85":         {stream("/Filter [/A85 /Fl]", a85.Bytes()), n + int64(len(packed(text)))},
		"runs":            {stream("/Filter /RunLengthDecode", []byte{129, 'a', 2, 'x', 'y', 'z', 128}), 128 + 3},
		"a picture":       {stream("/Subtype /Image /Filter /FlateDecode", packed(text)), 0},
		"a JPEG":          {stream("/Filter /DCTDecode", packed(text)), 0},
		"cut":             {stream("/Filter /FlateDecode", packed(text)[:40])[:90], 0},
		"encrypted":       {append(stream("/Filter /FlateDecode", packed(text)), "trailer << /Encrypt 9 0 R >>"...), 0},
		"no stream":       {[]byte("%PDF-1.4 upstream and endstream"), 0},
		"flate, not read": {stream("/Filter [/JBIG2Decode /FlateDecode]", packed(text)), 0},
	} {
		got, err := Size(c.pdf, 1<<20)
		if err != nil || got < c.want || name != "cut" && got > c.want {
			t.Errorf("%s: %d, %v; want %d", name, got, err, c.want)
		}
	}
}

func TestSizeStopsAtItsLimit(t *testing.T) {
	megabyte := make([]byte, 1<<20)
	bomb := stream("/Filter [/FlateDecode /FlateDecode]", packed(packed(make([]byte, 64<<20))))
	for name, c := range map[string]struct {
		pdf   []byte
		limit int64
		want  error
	}{
		"within":   {stream("/Filter /FlateDecode", packed(megabyte)), 1 << 20, nil},
		"beyond":   {stream("/Filter /FlateDecode", packed(megabyte)), 1<<20 - 1, ErrLarge},
		"a bomb":   {bomb, 1 << 20, ErrLarge},
		"nested":   {stream("/Filter [/Fl /Fl /Fl /Fl /Fl]", packed(megabyte)), 1 << 30, ErrNested},
		"no limit": {stream("/Filter /FlateDecode", packed(megabyte)), 0, nil},
	} {
		size, err := Size(c.pdf, c.limit)
		if !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %d, %v; want %v", name, size, err, c.want)
		}
		if c.limit > 0 && size > c.limit+1<<16 {
			t.Errorf("%s: unpacked %d to find out that it is more than %d", name, size, c.limit)
		}
	}
}

// Streams that lie inside one another, and unpack to nothing, are read a few times and not again and again.
func TestOverlappingStreamsAreBounded(t *testing.T) {
	// A stored block of nothing: five bytes of input, no output.
	block := []byte{0, 0, 0, 0xff, 0xff}
	one := append([]byte("obj /Filter /Fl stream\nx\x9c"), bytes.Repeat(block, 40)...)
	pdf := append(bytes.Repeat(one, 8_000), bytes.Repeat(block, 200_000)...)
	began := time.Now()
	if _, err := Size(pdf, 1<<20); err != nil && !errors.Is(err, ErrLarge) {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%d bytes took %v", len(pdf), took)
	}
}

func TestLZW(t *testing.T) {
	// The example of the format's own description: -----A---B packed into nine codes.
	data := []byte{0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01}
	got, err := io.ReadAll(unpackers["LZWDecode"](bytes.NewReader(data)))
	if err != nil || string(got) != "-----A---B" {
		t.Errorf("%q, %v", got, err)
	}
}

// A stream may go on after its table is full, for ever and without a clear.
func TestLZWNeedsNoClear(t *testing.T) {
	const codes = 140_000
	n, err := io.Copy(io.Discard, unpackers["LZWDecode"](bytes.NewReader(make([]byte, codes*12/8))))
	if err != nil || n < codes {
		t.Errorf("%d bytes of %d codes, %v", n, codes, err)
	}
}

// lzwPack packs with codes of one byte only, cleared before they grow wider.
func lzwPack(data []byte) []byte {
	var out []byte
	var bits uint64
	held := 0
	put := func(code uint64) {
		bits, held = bits<<9|code, held+9
		for held >= 8 {
			out = append(out, byte(bits>>(held-8)))
			held -= 8
		}
	}
	for i, c := range data {
		if i%200 == 0 {
			put(lzwClear)
		}
		put(uint64(c))
	}
	put(lzwEnd)
	return append(out, byte(bits<<(8-held)))
}

func TestFiltersGiveBackWhatWasPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 2000).Draw(t, "data")
		for name, in := range map[string][]byte{
			"FlateDecode": packed(data), "LZWDecode": lzwPack(data), "ASCIIHexDecode": []byte(strings.ToUpper(hex.EncodeToString(data)) + ">"),
		} {
			got, err := io.ReadAll(unpackers[name](bytes.NewReader(in)))
			if err != nil || !bytes.Equal(got, data) {
				t.Fatalf("%s: %x, %v; want %x", name, got, err, data)
			}
		}
	})
}

func FuzzSize(f *testing.F) {
	f.Add(stream("/Filter [/Fl /LZW]", packed([]byte{0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01})))
	f.Add(stream("/Filter [/RL /AHx /A85]", []byte{129, 'a', 2, 'x', 'y', 'z', 128}))
	f.Fuzz(func(t *testing.T, pdf []byte) {
		size, err := Size(pdf, 1<<16)
		if err != nil && !errors.Is(err, ErrLarge) && !errors.Is(err, ErrNested) {
			t.Fatal(err)
		}
		if size < 0 || size > 1<<16+chain<<15 {
			t.Fatalf("size %d", size)
		}
	})
}

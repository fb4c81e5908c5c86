package inflate

import (
	"bufio"
	"compress/flate"
	"encoding/ascii85"
	"errors"
	"io"
)

// unpackers undo one filter each. They read no further than their stream goes, but for ascii ones.
var unpackers = map[string]func(io.Reader) io.Reader{
	"FlateDecode":     func(r io.Reader) io.Reader { return &flated{in: r} },
	"LZWDecode":       func(r io.Reader) io.Reader { return &lzw{in: bytewise(r)} },
	"RunLengthDecode": func(r io.Reader) io.Reader { return &runs{in: bytewise(r)} },
	"ASCIIHexDecode":  func(r io.Reader) io.Reader { return &hexed{in: bytewise(r)} },
	"ASCII85Decode":   func(r io.Reader) io.Reader { return ascii85.NewDecoder(&until{in: bytewise(r), end: '~'}) },
}

func bytewise(r io.Reader) io.ByteReader {
	if b, ok := r.(io.ByteReader); ok {
		return b
	}
	return bufio.NewReader(r)
}

// flated skips the header of zlib and does not check its sum: readers forgive both, bombs lie in both.
type flated struct {
	in  io.Reader
	out io.Reader
}

func (f *flated) Read(p []byte) (int, error) {
	if f.out == nil {
		in, ok := f.in.(interface {
			io.Reader
			io.ByteReader
		})
		if !ok {
			in = bufio.NewReader(f.in)
		}
		for range 2 {
			if _, err := in.ReadByte(); err != nil {
				return 0, io.EOF
			}
		}
		f.out = flate.NewReader(in)
	}
	return f.out.Read(p)
}

// until ends a stream at a mark.
type until struct {
	in  io.ByteReader
	end byte
}

func (u *until) Read(p []byte) (int, error) {
	for i := range p {
		c, err := u.in.ReadByte()
		if err != nil || c == u.end {
			return i, io.EOF
		}
		p[i] = c
	}
	return len(p), nil
}

// hexed reads pairs of hexadecimal digits up to '>'.
type hexed struct{ in io.ByteReader }

func (h *hexed) Read(p []byte) (int, error) {
	digit := func() (byte, error) {
		for {
			c, err := h.in.ReadByte()
			switch {
			case err != nil || c == '>':
				return 0, io.EOF
			case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
				return unhex(c), nil
			case c > ' ':
				return 0, errDamaged
			}
		}
	}
	for i := range p {
		high, err := digit()
		if err != nil {
			return i, err
		}
		low, err := digit()
		p[i] = high<<4 | low
		if err != nil {
			return i + 1, err
		}
	}
	return len(p), nil
}

var errDamaged = errors.New("the stream is damaged")

// runs undoes run lengths: n < 128 is followed by n+1 bytes, n > 128 repeats the next byte 257-n times.
type runs struct {
	in     io.ByteReader
	left   int
	repeat bool
	last   byte
}

func (r *runs) Read(p []byte) (int, error) {
	for i := range p {
		for r.left == 0 {
			n, err := r.in.ReadByte()
			if err != nil || n == 128 {
				return i, io.EOF
			}
			if r.left, r.repeat = int(n)+1, n > 128; r.repeat {
				r.left = 257 - int(n)
				if r.last, err = r.in.ReadByte(); err != nil {
					return i, io.EOF
				}
			}
		}
		r.left--
		if !r.repeat {
			c, err := r.in.ReadByte()
			if err != nil {
				return i, io.EOF
			}
			r.last = c
		}
		p[i] = r.last
	}
	return len(p), nil
}

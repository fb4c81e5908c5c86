package hidden

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

var errLarge = errors.New("the file has too many objects to hold in memory")

// affordable tells files that pdfcpu could not hold, before it tries: it reads all objects at once. Objects
// are counted in the file's bytes, not by its cross references, which may lie.
func affordable(pdf []byte, l Limits) error {
	if int64(len(pdf)) > l.Bytes {
		return fmt.Errorf("the file has more than %d MB", l.Bytes>>20)
	}
	// Objects, and entries of cross reference tables whether or not they have one.
	if bytes.Count(pdf, []byte("endobj"))+bytes.Count(pdf, []byte(" 00000 ")) > 2*l.Objects {
		return errLarge
	}
	left := l.Unpacked
	for rest := pdf; ; {
		at := bytes.Index(rest, []byte("/ObjStm"))
		if at < 0 {
			return nil
		}
		rest = rest[at+len("/ObjStm"):]
		start := bytes.Index(rest[:min(len(rest), 4096)], []byte("stream"))
		if start < 0 {
			continue
		}
		data := bytes.TrimLeft(rest[start+len("stream"):], "\r\n")
		n := unpacked(data, left)
		if left -= n; left <= 0 {
			return errLarge
		}
	}
}

// unpacked is the size of what a stream unpacks to, up to a limit. One that is encrypted, or packed in
// another way, is taken to unpack to ten times its size.
func unpacked(data []byte, limit int64) int64 {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err == nil {
		n, err := io.CopyN(io.Discard, z, limit+1)
		if n > 0 || err == nil {
			return n
		}
	}
	end := bytes.Index(data, []byte("endstream"))
	if end < 0 {
		end = len(data)
	}
	return 10 * int64(end)
}

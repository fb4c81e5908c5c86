package inflate

import "io"

const (
	lzwClear  = 256
	lzwEnd    = 257
	lzwFirst  = 258
	lzwCodes  = 4096
	lzwLowest = 9 // bits of a code
)

// lzw undoes LZW as PDF has it: codes of 9 to 12 bits, highest bit first, wider one code early.
//
// It is our own because golang.org/x/image/tiff/lzw panics on 65,536 codes without a clear, which any file can hold,
// compress/lzw widens its codes one later, and pdfcpu unpacks a whole stream where we stop at the limit.
type lzw struct {
	in    io.ByteReader
	bits  uint32
	held  int
	width int

	prefix [lzwCodes]int16
	suffix [lzwCodes]byte
	length [lzwCodes]int32
	next   int
	last   int // the code before, -1 after a clear
	out    []byte
	err    error
}

func (l *lzw) Read(p []byte) (int, error) {
	if l.width == 0 {
		l.clear()
	}
	n := 0
	for n < len(p) {
		if len(l.out) == 0 {
			if l.err != nil {
				return n, l.err
			}
			l.step()
			continue
		}
		c := copy(p[n:], l.out)
		n, l.out = n+c, l.out[c:]
	}
	return n, nil
}

func (l *lzw) clear() { l.next, l.last, l.width = lzwFirst, -1, lzwLowest }

// step reads one code; out is what it stands for.
func (l *lzw) step() {
	for l.held < l.width {
		c, err := l.in.ReadByte()
		if err != nil {
			l.err = io.EOF
			return
		}
		l.bits, l.held = l.bits<<8|uint32(c), l.held+8
	}
	code := int(l.bits >> (l.held - l.width) & (1<<l.width - 1))
	l.held -= l.width
	switch {
	case code == lzwEnd:
		l.err = io.EOF
		return
	case code == lzwClear:
		l.clear()
		return
	case code > l.next || l.last < 0 && code >= lzwFirst:
		l.err = errDamaged
		return
	}
	if l.last >= 0 && l.next < lzwCodes {
		first := l.firstOf(code)
		if code == l.next {
			first = l.firstOf(l.last)
		}
		l.prefix[l.next], l.suffix[l.next], l.length[l.next] = int16(l.last), first, l.lengthOf(l.last)+1
		l.next++
		if l.next+1 >= 1<<l.width && l.width < 12 {
			l.width++
		}
	} else if code >= l.next {
		l.err = errDamaged
		return
	}
	l.last = code
	l.out = l.spell(code)
}

func (l *lzw) lengthOf(code int) int32 {
	if code < lzwClear {
		return 1
	}
	return l.length[code]
}

func (l *lzw) firstOf(code int) byte {
	for code >= lzwFirst && code < l.next {
		code = int(l.prefix[code])
	}
	return byte(code)
}

func (l *lzw) spell(code int) []byte {
	n := l.lengthOf(code)
	out := make([]byte, n)
	for i := n - 1; i > 0; i-- {
		out[i], code = l.suffix[code], int(l.prefix[code])
	}
	out[0] = byte(code)
	return out
}

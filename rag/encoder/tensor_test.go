package encoder

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// Values are the same whether they stay in the file or are copied, which depends on where it lies in memory.
func TestValuesAreTheSameWhereverTheFileLies(t *testing.T) {
	const room = "0123456789abcdef"
	values := []float32{0, 1, -2.5, 3e-40, largest, float32(math.Inf(1))}
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	inFile := 0
	for from := range 8 {
		shifted := (room[:from] + string(data) + room)[from:][:len(data)]
		if got := copied(shifted); !slices.Equal(got, values) {
			t.Errorf("copied from %d: %v", from, got)
		}
		got, ok := inPlace(shifted)
		if ok && !slices.Equal(got, values) {
			t.Errorf("in place from %d: %v", from, got)
		}
		if ok {
			inFile++
		}
	}
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 && inFile != 2 { // every fourth place
		t.Errorf("%d of 8 places can be read in place", inFile)
	}
	if _, ok := inPlace(""); ok {
		t.Error("values of nothing")
	}
}

package settings

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"unsafe"
)

const (
	mappings = "/proc/self/maps" // itself a constant of the program: where it stands, constants do
	half     = 1 << 20           // of the largest folio of the page cache
)

// SpareProgram gives the pages of the program back: of its code and constants, what is read again is mapped again, with what is near it.
func SpareProgram() {
	for _, m := range program() {
		advise(m.from, m.to, syscall.MADV_DONTNEED)
	}
}

type mapping struct{ from, to uintptr }

func (m mapping) holds(at uintptr) bool { return m.from <= at && at < m.to }

// program is where code and constants are, cut up.
//
// From Linux 6.18 on, the first fault in a folio of the page cache maps all of it, 2 MB where the file was written in one go: a process that
// uses a fifth of the program had half of it, and so had each of its children. A folio is not mapped beyond the end of a mapping. So every
// other half is advised differently, which makes mappings of them that hold no such folio.
var program = sync.OnceValue(func() (found []mapping) {
	maps, err := os.ReadFile(mappings)
	if err != nil {
		return nil // advice, as all of this: nothing depends on it
	}
	code, constants := reflect.ValueOf(advise).Pointer(), uintptr(unsafe.Pointer(unsafe.StringData(mappings)))
	for line := range strings.Lines(string(maps)) {
		var m mapping
		var may string
		n, _ := fmt.Sscanf(line, "%x-%x %s", &m.from, &m.to, &may)
		if n != 3 || strings.Contains(may, "w") || !m.holds(code) && !m.holds(constants) {
			continue
		}
		found = append(found, m)
		for at := m.from &^ (2*half - 1); at < m.to; at += 2 * half {
			advise(max(at, m.from), min(at+half, m.to), syscall.MADV_NOHUGEPAGE)
		}
	}
	return found
})

func advise(from, to, what uintptr) {
	if from < to {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, what)
	}
}

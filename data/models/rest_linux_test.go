package models

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// resident is how much of the mapping that holds the model is in memory, in kB.
func resident(t *testing.T) (kB int) {
	t.Helper()
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer maps.Close()
	at, within := uint64(uintptr(unsafe.Pointer(unsafe.StringData(Statement)))+uintptr(len(Statement)/2)), false
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		var from, to uint64
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x", &from, &to); n == 2 {
			within = from <= at && at < to
		}
		if within && strings.HasPrefix(lines.Text(), "Rss:") {
			if _, err := fmt.Sscanf(lines.Text(), "Rss: %d kB", &kB); err != nil {
				t.Fatal(err)
			}
		}
	}
	return kB
}

func TestARestingModelTakesNoMemory(t *testing.T) {
	sum := 0
	for i := 0; i < len(Statement); i += os.Getpagesize() {
		sum += int(Statement[i])
	}
	before := resident(t)
	Rest()
	if after := resident(t); sum == 0 || before-after < len(Statement)/1024*9/10 {
		t.Errorf("of %d kB of the model, %d kB were given back", len(Statement)/1024, before-after)
	}
}

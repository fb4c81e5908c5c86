package settings

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/models"
)

// programResident is how much of the program's code and constants is in this process's memory, in kB.
func programResident(t *testing.T) (sum int) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	within := false
	for line := range strings.Lines(string(maps)) {
		var m mapping
		if n, _ := fmt.Sscanf(line, "%x-%x ", &m.from, &m.to); n == 2 {
			within = false
			for _, p := range program() {
				within = within || p.holds(m.from)
			}
		}
		var kB int
		if n, _ := fmt.Sscanf(line, "Rss: %d kB", &kB); n == 1 && within {
			sum += kB
		}
	}
	return sum
}

func TestASparedProgramIsNoMemory(t *testing.T) {
	before := sha256.Sum256([]byte(models.Statement)) // tens of megabytes of constants
	all := programResident(t)
	if all == 0 {
		t.Fatal("no page of the program is found")
	}
	SpareProgram()
	if left := programResident(t); left > all/2 {
		t.Errorf("%d of %d kB are resident once the program was given back", left, all)
	}
	if sha256.Sum256([]byte(models.Statement)) != before {
		t.Error("what is read again is something else")
	}
}

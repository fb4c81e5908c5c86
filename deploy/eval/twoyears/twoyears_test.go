package twoyears_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/sibyl-project/sibyl/deploy/eval/twoyears"
)

func TestAPairIsTwoReportsThatDifferInWhatIsPlanted(t *testing.T) {
	for n := range twoyears.Pairs {
		p, err := twoyears.Make(n, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		again, err := twoyears.Make(n, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		read := func(file string) []byte {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return raw
		}
		if !bytes.Equal(read(p.Earlier), read(again.Earlier)) || !bytes.Equal(read(p.Later), read(again.Later)) {
			t.Errorf("pair %d differs when it is made again", n)
		}
		if bytes.Equal(read(p.Earlier), read(p.Later)) {
			t.Errorf("the reports of pair %d are one", n)
		}
		for _, r := range p.Planted.Restated { // the content is not compressed
			if !bytes.Contains(read(p.Earlier), []byte(r.Earlier)) || !bytes.Contains(read(p.Later), []byte(r.Later)) ||
				bytes.Contains(read(p.Later), []byte(r.Earlier)) {
				t.Errorf("pair %d: %+v does not stand in its reports", n, r)
			}
		}
	}
}

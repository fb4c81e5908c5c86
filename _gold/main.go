package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/sibyl-project/sibyl/deploy/eval/gold"
)

func main() {
	from, _ := strconv.Atoi(os.Args[1])
	to, _ := strconv.Atoi(os.Args[2])
	out := os.Args[3]
	os.MkdirAll(out, 0o755)
	var all []gold.Answer
	for n := from; n < to; n++ {
		r, pdf, ev, err := gold.Make(n, out)
		if err != nil {
			panic(err)
		}
		js := filepath.Join(out, fmt.Sprintf("%02d.json", n))
		c := exec.Command("./bin/sibyl", "analyze", pdf, "--evidence", ev, "--json", "-o", js, "--data-dir", out+"/data", "--ocr", "off")
		if b, err := c.CombinedOutput(); err != nil {
			fmt.Println(string(b), err)
		}
		raw, _ := os.ReadFile(js)
		var d struct {
			Claims   []gold.Claim
			Verdicts []gold.Ruling
		}
		json.Unmarshal(raw, &d)
		for _, a := range gold.Answers(r, d.Claims, d.Verdicts) {
			all = append(all, a)
			if !a.Right() {
				fmt.Printf("%02d %-13s found=%v said=%-22s want=%-22s %s\n", n, a.Treatment, a.Found, a.Said, a.Verdict, a.Text)
			}
		}
	}
	m := gold.Measure(all)
	fmt.Printf("%d found %d accuracy %.3f\n", m.Statements, m.Found, m.Accuracy)
}

package main

import (
	"bytes"
	"strings"
	"testing"
)

const printed = `goos: linux
BenchmarkAgainstRawLoop/batch=1-2         	1	123 ns/op	1.00 events/commit	1.04 of-raw	9 events/s	8 raw-events/s
BenchmarkAgainstRawLoop/batch=10-2        	1	123 ns/op	0.80 of-raw
BenchmarkAgainstRawLoop/batch=100-2       	1	123 ns/op	0.79 of-raw
BenchmarkStepAtLength/keys=1-2            	1	123 ns/op	0.95 of-young	18 old-us/step
BenchmarkStepAtLength/keys=1000-2         	1	123 ns/op	1.20 of-young
BenchmarkSlowHandlers-2                   	1	123 ns/op	1.16 of-bound	3 took-s
PASS
`

func TestRatiosOfTheRuntime(t *testing.T) {
	all, err := ratios(strings.NewReader(printed), promises)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, true, false, true, true, false} {
		if all[i].Passed != want {
			t.Errorf("%s: %.2f against %.2f passed: %v", all[i].Name, all[i].Value, all[i].Limit, all[i].Passed)
		}
	}
	var out bytes.Buffer
	if err := printRatios(&out, all); err != nil || strings.Count(out.String(), "MISSED") != 2 {
		t.Errorf("%v\n%s", err, &out)
	}
	if _, err := ratios(strings.NewReader(strings.Replace(printed, "SlowHandlers", "Slow", 1)), promises); err == nil {
		t.Error("a benchmark that is gone looks like a kept promise")
	}
}

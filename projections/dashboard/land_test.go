package dashboard_test

import (
	"bufio"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the map's land from the gazetteer")

// TestTheMapsLandIsWhereTownsAre computes web/src/parts/land.ts again from the bundled gazetteer: a bit for each degree, from
// north-west, row by row, in which a town lies. After a change of the gazetteer:
//
//	go test ./projections/dashboard -run TestTheMapsLand -update && make page
func TestTheMapsLandIsWhereTownsAre(t *testing.T) {
	const file = "web/src/parts/land.ts"
	packed, err := os.Open("../../data/gazetteer/places.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	var land [180][360]bool
	towns := 0
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) != 9 || f[0] != "T" {
			continue
		}
		lat, err := strconv.Atoi(f[3])
		if err != nil {
			t.Fatal(err)
		}
		lon, err := strconv.Atoi(f[4])
		if err != nil {
			t.Fatal(err)
		}
		land[min(179, (9000-lat)/100)][min(359, (lon+18000)/100)] = true
		towns++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if towns < 10_000 {
		t.Fatalf("%d towns were read", towns)
	}
	var want strings.Builder
	want.WriteString("// Where towns are, for a map that is drawn offline: a row for each degree of latitude from the north, a bit for each of longitude\n" +
		"// from the west. Written from data/gazetteer (GeoNames, CC BY 4.0) by `go test ./projections/dashboard -run TestTheMapsLand -update`.\n\n" +
		"export const land = `\n")
	for _, row := range land {
		for x := 0; x < len(row); x += 4 {
			bits := 0
			for b := range 4 {
				bits *= 2
				if row[x+b] {
					bits++
				}
			}
			fmt.Fprintf(&want, "%x", bits)
		}
		want.WriteString("\n")
	}
	want.WriteString("`.trim().split(\"\\n\");\n")
	if *update {
		if err := os.WriteFile(file, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want.String() {
		t.Errorf("%s is not what the gazetteer gives; write it with -update", file)
	}
}

package evidence_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/evidence"
)

// sheetsBook packs a workbook of so many sheets, each the part that of says.
func sheetsBook(t *testing.T, sheets int, of func(i int) string, shared string, parts map[string]string) []byte {
	t.Helper()
	var book, rels strings.Builder
	for i := range sheets {
		fmt.Fprintf(&book, `<sheet name="S%d" r:id="r%d"/>`, i, i)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Target="%s"/>`, i, of(i))
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name, text string) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put("xl/workbook.xml", `<workbook xmlns:r="r"><sheets>`+book.String()+`</sheets></workbook>`)
	put("xl/_rels/workbook.xml.rels", `<Relationships>`+rels.String()+`</Relationships>`)
	put("xl/sharedStrings.xml", `<sst>`+shared+`</sst>`)
	for name, text := range parts {
		put("xl/"+name, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filled is a sheet of rows whose cells all hold the same.
func filledSheet(rows, columns int, cell string) string {
	return "<worksheet><sheetData>" + strings.Repeat("<row>"+strings.Repeat(cell, columns)+"</row>", rows) + "</sheetData></worksheet>"
}

// A small file must not become a large one: not by a part that is many sheets, not by texts that many cells point at. A
// workbook with as many sheets of its own is read.
func TestAWorkbookIsNotLargerThanItSeems(t *testing.T) {
	const number, pointer = `<c><v>1</v></c>`, `<c t="s"><v>0</v></c>`
	apart := func(i int) string { return fmt.Sprintf("s%d.xml", i) }
	own := map[string]string{}
	many := map[string]string{}
	for i := range 40 {
		own[apart(i)] = filledSheet(20, 5, fmt.Sprintf(`<c><v>%d</v></c>`, i))
		many[apart(i)] = filledSheet(600, 10, fmt.Sprintf(`<c><v>%d%d</v></c>`, i, i*7919))
	}
	text := "<si><t>" + strings.Repeat("word ", 380) + "</t></si>"
	for name, c := range map[string]struct {
		data []byte
		want string // empty: it is read
	}{
		"one part named by 40 sheets": {sheetsBook(t, 40, func(int) string { return "s0.xml" }, "",
			map[string]string{"s0.xml": filledSheet(3000, 10, number)}), "same part"},
		"one part by two spellings":   {sheetsBook(t, 2, func(i int) string { return []string{"s0.xml", "/xl/x/../s0.xml"}[i] }, "", own), "same part"},
		"a sheet that is the texts":   {sheetsBook(t, 1, func(int) string { return "sharedStrings.xml" }, text, nil), "same part"},
		"a part of one repeated cell": {sheetsBook(t, 1, apart, "", map[string]string{"s0.xml": filledSheet(3000, 100, number)}), "times its size"},
		"cells beyond counting":       {sheetsBook(t, 40, apart, "", many), "more than 200000 cells"},
		"a text that fills every cell": {sheetsBook(t, 2, apart, text,
			map[string]string{"s0.xml": filledSheet(200, 10, pointer), "s1.xml": filledSheet(250, 10, pointer)}), "MB of text"},
		"40 sheets of their own":        {sheetsBook(t, 40, apart, "", own), ""},
		"a text in some cells":          {sheetsBook(t, 1, apart, text, map[string]string{"s0.xml": filledSheet(20, 5, pointer)}), ""},
		"two sheets without their part": {sheetsBook(t, 3, func(i int) string { return []string{"s0.xml", "gone.xml", "gone.xml"}[i] }, "", own), ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := evidence.Check("a.xlsx", c.data)
			var refused evidence.FileError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%d KB: %v", len(c.data)>>10, err)
			case c.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
				t.Errorf("%d KB: %v, want one line with %q", len(c.data)>>10, err, c.want)
			}
		})
	}
}

package figures

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// griFolder has questions over tables of reports, with the rows and columns that they are about.
const griFolder = "labels/gri-qa"

// GRIQA answers the questions of arithmetic (quant) and of order (rel) from the rows and columns named, and
// counts the answers that are exactly the labels'.
func GRIQA(folder string) (Result, error) {
	r := Result{Set: "gri_qa"}
	for _, kind := range []string{"quant", "rel"} {
		questions, err := readCSV(filepath.Join(folder, griFolder, "gri-qa_"+kind+".csv"), ',')
		if err != nil {
			return r, err
		}
		column := map[string]int{}
		for i, name := range questions[0] {
			column[name] = i
		}
		for _, q := range questions[1:] {
			field := func(name string) string { return q[column[name]] }
			table := filepath.Join(folder, griFolder, "tables", strings.TrimSuffix(listed(field("pdf name"))[0], ".pdf"),
				listed(field("page nbr"))[0]+"_"+listed(field("table nbr"))[0]+".csv")
			rows, err := readCSV(table, ';')
			if err != nil {
				return r, err
			}
			details := field("question_type_ext")
			if i, ok := column["metadata"]; ok {
				details += " " + q[i]
			}
			r.Total++
			got := answer(rows, numbers(field("row indices")), numbers(field("col indices")), details)
			if same(got, field("value")) {
				r.Right++
				continue
			}
			r.Wrong++
			r.Misses = append(r.Misses, fmt.Sprintf("%s: want %s, got %s", field("question"), field("value"), strings.Join(got, ", ")))
		}
	}
	return r, nil
}

func readCSV(name string, comma rune) ([][]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading labels: %w", err)
	}
	defer f.Close()
	c := csv.NewReader(f)
	c.Comma, c.FieldsPerRecord, c.LazyQuotes = comma, -1, true
	rows, err := c.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("reading labels %s: %d rows: %w", name, len(rows), err)
	}
	return rows, nil
}

var item = regexp.MustCompile(`[^\[\]',\s]+`)

// listed reads a list written as ['a'], [1, 2].
func listed(s string) []string {
	if all := item.FindAllString(s, -1); len(all) > 0 {
		return all
	}
	return []string{""}
}

func numbers(s string) []int {
	var out []int
	for _, x := range listed(s) {
		n, err := strconv.Atoi(x)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// operand is a cell with the year of its column.
type operand struct {
	value *apd.Decimal
	year  int
}

// answer works a question out over the cells named; rows and columns count from 1, the header is row 1.
func answer(table [][]string, rows, cols []int, kind string) []string {
	var cells []operand
	for i := range min(len(rows), len(cols)) {
		r, c := rows[i]-1, cols[i]-1
		if r < 0 || c < 0 || r >= len(table) || c >= len(table[r]) {
			return nil
		}
		all := quantity.Find(table[r][c], quantity.Point)
		if len(all) == 0 {
			return nil
		}
		plain, err := quantity.Parse(all[0].Number, quantity.Point) // as printed: "26m" is asked for in millions
		if err != nil {
			return nil
		}
		v := plain.Value
		if all[0].Value.Sign() < 0 {
			v = new(apd.Decimal).Neg(v)
		}
		cells = append(cells, operand{v, vocabulary.YearIn(table[0][min(c, len(table[0])-1)])})
	}
	if len(cells) == 0 {
		return nil
	}
	values := make([]*apd.Decimal, len(cells))
	for i, c := range cells {
		values[i] = c.value
	}
	first, second := cells[0], cells[len(cells)-1]
	earlier, later := first, second
	if earlier.year > later.year && later.year > 0 {
		earlier, later = later, earlier
	}
	word, _, _ := strings.Cut(kind, " ")
	maximise := strings.Contains(kind, "'maximise': True")
	switch word {
	case "sum":
		return []string{quantity.Print(quantity.Sum(values...), 12)}
	case "average":
		mean, _ := quantity.Ratio(quantity.Sum(values...), quantity.Int(int64(len(values))))
		return []string{quantity.Print(mean, 12)}
	case "increase_difference", "reduction_difference":
		return []string{quantity.Print(quantity.Abs(quantity.Sub(first.value, second.value)), 12)}
	case "increase_percentage", "reduction_percentage":
		change, ok := quantity.PercentOf(quantity.Abs(quantity.Sub(later.value, earlier.value)), quantity.Abs(earlier.value))
		if !ok {
			return nil
		}
		return []string{quantity.Print(change, 12)}
	case "comparative":
		c := first.value.Cmp(second.value)
		if maximise && c > 0 || !maximise && c < 0 {
			return []string{"yes"}
		}
		return []string{"no"}
	case "superlative", "rank":
		slices.SortFunc(values, func(a, b *apd.Decimal) int { return a.Cmp(b) })
		if word == "superlative" {
			if maximise {
				return []string{quantity.Print(values[len(values)-1], 12)}
			}
			return []string{quantity.Print(values[0], 12)}
		}
		if strings.Contains(kind, "'desc': True") {
			slices.Reverse(values)
		}
		var out []string
		for _, v := range values {
			out = append(out, quantity.Print(v, 12))
		}
		return out
	}
	return nil
}

// same compares an answer with a label: words as they are, figures to the places of the label.
func same(got []string, label string) bool {
	want := strings.Split(label, ",")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		w := strings.TrimSpace(want[i])
		if w == got[i] {
			continue
		}
		x, _, err := apd.NewFromString(w)
		y, _, err2 := apd.NewFromString(got[i])
		if err != nil || err2 != nil || quantity.Print(y, max(0, -x.Exponent)) != quantity.Print(x, 12) {
			return false
		}
	}
	return true
}

package quantity_test

import (
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestNormalise(t *testing.T) {
	for _, c := range []struct {
		token  string
		format quantity.Format
		want   string
		forced bool
	}{
		{"147.851", quantity.Comma, "147851", false},
		{"147.851", quantity.Point, "147.851", false},
		{"147,851", quantity.Comma, "147.851", false},
		{"1.124.111.570.000", quantity.Comma, "1124111570000", false},
		{"1.124.111", quantity.Point, "1124111", true},
		{"1.370,9", quantity.Comma, "1370.9", false},
		{"19.16", quantity.Comma, "19.16", true},
		{"0,005", quantity.Comma, "0.005", false},
		{"0.005", quantity.Comma, "0.005", true},
		{"12 345,6", quantity.Comma, "12345.6", false},
		{"12 345", quantity.Point, "12345", false},
		{"1\u202f234\u202f567", quantity.Point, "1234567", false},
		{"1'234.50", quantity.Point, "1234.50", false},
		{"1’234", quantity.Comma, "1234", false},
		{"12,34,567.8", quantity.Point, "1234567.8", false},
		{"12,34,567", quantity.Comma, "1234567", true},
		{".5", quantity.Point, "0.5", false},
		{",5", quantity.Comma, "0.5", false},
		{"007", quantity.Point, "7", false},
		{"0", quantity.Comma, "0", false},
	} {
		got, forced, ok := quantity.Normalise(c.token, c.format)
		if !ok || got != c.want || forced != c.forced {
			t.Errorf("%q in format %v: %q, forced %v, %v; want %q, forced %v", c.token, c.format, got, forced, ok, c.want, c.forced)
		}
	}
	for _, token := range []string{"", "x", "31.12.2023", "1.2.3", "12 34", "1,2,3", "1.234.56", "1,234,56.7,8", "1 2345", "-5", "5 %",
		"1..2", "12,34,56", strings.Repeat("9", 30)} {
		if got, _, ok := quantity.Normalise(token, quantity.Point); ok {
			t.Errorf("%q is the figure %q", token, got)
		}
	}
}

func TestDecide(t *testing.T) {
	comma := &quantity.Style{Format: quantity.Comma, Group: ".", Reason: "elsewhere"}
	point := &quantity.Style{Format: quantity.Point, Group: ",", Reason: "elsewhere"}
	for _, c := range []struct {
		name     string
		columns  string // columns parted by bars
		document *quantity.Style
		want     quantity.Format
		group    string
		decided  bool
		reason   string
	}{
		{"figures of one reading", "1.234,5 7,25|12", nil, quantity.Comma, ".", true, "1.234,5, 7,25 show"},
		{"most columns", "1.5 2.5|3.5 1|2,5 3,5", nil, quantity.Point, "", true, "in most columns"},
		{"a long column has one vote", "1.5 2.5 3.5 4.5 5.5|2,5 1.000,5|7,5 1", nil, quantity.Comma, ".", true, "1.5, 2.5 (and 3 more) cannot be read so"},
		{"as many for as against", "19.16 19.28|5.066 116|3,5 7,25|1.5 2.5", comma, quantity.Comma, ".", true, "columns differ"},
		{"thousands by their shape", "1.813 11 0 4.208 6.032", nil, quantity.Comma, ".", true, "1.813, 4.208 (and 1 more)"},
		{"shape against the document needs more", "1.234 15", point, quantity.Point, "", false,
			"1.234 could be read either way, and the document writes a decimal point"},
		{"strong shape against the document", "1.813 11 4.208 6.032", point, quantity.Comma, ".", true, "decimal comma"},
		{"round thousands", "200.000 18.377.000 12.000 300", nil, quantity.Comma, ".", true, "18.377.000"},
		{"ungrouped thousands beside them", "1.234 12345 7", nil, quantity.Point, "", false, "nothing in the document decides"},
		{"nothing open", "12 7|0", comma, quantity.Comma, "", false, "no figure depends on it"},
		{"no figures at all", "", nil, quantity.Point, "", false, "no figure depends on it"},
		{"spaces part thousands", "1\u202f234 12\u00a0345|17,5", nil, quantity.Comma, " ", true, "17,5 shows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var columns [][]string
			for _, column := range strings.Split(c.columns, "|") {
				columns = append(columns, strings.Split(column, " "))
			}
			got := quantity.Decide(columns, c.document)
			if got.Format != c.want || got.Decided != c.decided || c.decided && got.Group != c.group {
				t.Errorf("format %v, group %q, decided %v; want %v, %q, %v", got.Format, got.Group, got.Decided, c.want, c.group, c.decided)
			}
			if !strings.Contains(got.Reason, c.reason) || !strings.HasSuffix(got.Reason, ".") || strings.Count(got.Reason, ". ") > 0 {
				t.Errorf("reason %q is not one sentence with %q", got.Reason, c.reason)
			}
			if len(got.Columns) != len(columns) {
				t.Errorf("%d columns, want %d", len(got.Columns), len(columns))
			}
		})
	}
}

// A column that writes otherwise than its table is read as it writes.
func TestColumnsKeepTheirOwnFormat(t *testing.T) {
	got := quantity.Decide([][]string{{"5.066", "116", "7.000"}, {"19.16", "1.234", "0.44"}, {"1.000,5", "3,5"}}, nil)
	if got.Format != quantity.Comma || got.Columns[0] != quantity.Comma || got.Columns[1] != quantity.Point || got.Columns[2] != quantity.Comma {
		t.Errorf("format %v, columns %v", got.Format, got.Columns)
	}
}

// What is printed in one format with sure signs is decided and read as it was meant.
func TestDecisionReadsWhatWasPrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		comma := rapid.Bool().Draw(t, "comma")
		var tokens, want []string
		for range rapid.IntRange(1, 8).Draw(t, "figures") {
			plain := apd.New(rapid.Int64Range(0, 1e12).Draw(t, "coefficient"), -int32(rapid.IntRange(1, 2).Draw(t, "places"))).Text('f')
			tokens, want = append(tokens, group(plain, comma)), append(want, plain)
		}
		d := quantity.Decide([][]string{tokens}, nil)
		for i, token := range tokens {
			got, forced, ok := quantity.Normalise(token, d.Columns[0])
			if !ok || forced || got != want[i] {
				t.Fatalf("%q is %q (forced %v, %v), want %q; %s", token, got, forced, ok, want[i], d.Reason)
			}
		}
	})
}

func FuzzNormalise(f *testing.F) {
	for _, s := range []string{"1.234,5", "1,234.5", "12,34,567.8", "1 234", "0.000", "1’234", ".5", "1\u202f234,0", "1.2.3"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		d := quantity.Decide([][]string{{a, b}, {b}}, nil)
		if d.Reason == "" {
			t.Fatal("no reason")
		}
		for _, format := range []quantity.Format{quantity.Point, quantity.Comma} {
			digits, _, ok := quantity.Normalise(a, format)
			if !ok {
				continue
			}
			if _, _, err := apd.NewFromString(digits); err != nil || strings.Trim(digits, "0123456789.") != "" {
				t.Fatalf("%q is %q: %v", a, digits, err)
			}
		}
	})
}

package statement_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// testdata/cells.jsonl is what the trainer says (data/models/train/cells.py).
func TestCellsAreReadAsTheTrainerDoes(t *testing.T) {
	f, err := os.Open("testdata/cells.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cells []statement.Cell
	var want []struct{ Metric, Kind statement.Answer }
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			Caption, Unit string
			Rows, Cols    []string
			Metric, Kind  statement.Answer
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cells = append(cells, statement.Cell{Rows: c.Rows, Cols: c.Cols, Caption: c.Caption, Unit: c.Unit})
		want = append(want, struct{ Metric, Kind statement.Answer }{c.Metric, c.Kind})
	}
	if len(cells) < 100 {
		t.Fatalf("only %d cells", len(cells))
	}
	got, err := bundled(t).ReadCells(t.Context(), cells)
	if err != nil || len(got) != len(cells) {
		t.Fatalf("%d readings of %d cells, %v", len(got), len(cells), err)
	}
	same, drift := 0.0, 0.0
	for i, r := range got {
		if len(r.Metrics) == 0 {
			t.Fatalf("cell %d has no metric", i)
		}
		for _, pair := range [][2]statement.Answer{{r.Metrics[0], want[i].Metric}, {r.Kind, want[i].Kind}} {
			if pair[0].Value == pair[1].Value {
				same++
				drift += math.Abs(pair[0].Sure - pair[1].Sure)
			}
		}
	}
	if n := 2 * float64(len(cells)); same/n < leastAnswers || drift/same > mostDrift {
		t.Errorf("%.3f of the answers are the trainer's, %.4f apart", same/n, drift/same)
	}
}

func TestCellsDependOnThemselvesAlone(t *testing.T) {
	r := bundled(t)
	cells := []statement.Cell{
		{Rows: []string{"Energy", "Electricity"}, Cols: []string{"2023"}, Unit: "MWh"},
		{Rows: []string{"Employees", "of whom women"}, Cols: []string{"2023"}, Unit: "%"},
		{},
		{Rows: []string{"Energy", "Electricity"}, Cols: []string{"2023"}, Unit: "MWh"},
	}
	all, err := r.ReadCells(t.Context(), cells)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		alone, err := r.ReadCells(t.Context(), cells[i:i+1])
		if err != nil || !reflect.DeepEqual(alone[0], all[i]) {
			t.Errorf("cell %d: %+v alone, %+v among others, %v", i, alone, all[i], err)
		}
	}
	if !reflect.DeepEqual(all[0], all[3]) {
		t.Errorf("the same headings are read as %+v and %+v", all[0], all[3])
	}
}

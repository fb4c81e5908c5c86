package table_test

import "testing"

// Letters count the columns of a template. One that is empty in all rows is a column too, and takes nothing from the
// heads of its neighbour.
func TestLetteredColumnsStandForThemselves(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	for i, letter := range []string{"a", "b", "c", "d"} {
		s.right(300+80*float64(i), 100, letter)
	}
	s.across(60, 540, 105)
	for i, head := range [][]string{{"Of all", "assets"}, {"Of which", "use"}, {"Of which", "transitional"}, {"Of which", "enabling"}} {
		for k, line := range head {
			s.right(300+80*float64(i), 118+10*float64(k), line)
		}
	}
	s.across(60, 540, 134)
	for i, r := range [][4]string{{"Guarantees", "1.2", "0", "0.4"}, {"Managed assets", "46.5", "6", "0.3"}, {"Loans", "12.0", "2", "0.1"}} {
		y := 148 + 16*float64(i)
		s.text(64, y, r[0])
		s.right(300, y, r[1])
		s.right(380, y, r[2])
		s.right(540, y, r[3])
		s.across(60, 540, y+4)
	}
	table := one(t, s)
	wantCell(t, table, "6", "Managed assets", "b/Of which use", "", "", "6")
	wantCell(t, table, "0.3", "Managed assets", "d/Of which enabling", "", "", "0.3")
}

// The head of a group stands over all columns on a ground of its own, between the heads of columns and what is said of
// some of them once more. It belongs to the rows below it.
func TestGroupsAmongTheHeadsNameRows(t *testing.T) {
	s := newSheet()
	s.across(60, 540, 90)
	s.strong(func() {
		s.text(64, 102, "Economic activities")
		s.right(320, 102, "Turnover")
		s.right(420, 102, "Proportion")
		s.right(520, 102, "Mitigation")
	})
	s.across(60, 540, 108)
	s.fill(60, 108, 540, 124, 0xdddddd)
	s.strong(func() {
		s.text(64, 119, "A.2 Eligible activities that are not sustainable in the sense of the regulation (not aligned) (g)")
	})
	s.across(60, 540, 124)
	s.right(520, 136, "EL; N/EL")
	s.across(60, 540, 142)
	for i, r := range [][4]string{
		{"Batteries", "4.5", "0.3 %", "EL"},
		{"Other low carbon technologies", "3,401.5", "29.7 %", "EL"},
		{"Sale of spare parts", "774.7", "6.8 %", "N/EL"},
	} {
		y := 154 + 16*float64(i)
		s.text(70, y, r[0])
		s.right(320, y, r[1])
		s.right(420, y, r[2])
		s.right(520, y, r[3])
		s.across(60, 540, y+4)
	}
	table := one(t, s)
	group := "A.2 Eligible activities that are not sustainable in the sense of the regulation (not aligned) (g)"
	wantCell(t, table, "3,401.5", group+"/Other low carbon technologies", "Turnover", "", "", "3401.5")
	wantCell(t, table, "6.8 %", group+"/Sale of spare parts", "Proportion", "%", "", "6.8")
}

// A table may be named only where its labels and its heads meet.
func TestCornerNamesATable(t *testing.T) {
	for corner, want := range map[string]string{"Energy consumption": "Energy consumption", "Indicator": "", "in MWh": "", "Key indicators": ""} {
		t.Run(corner, func(t *testing.T) {
			s := newSheet()
			s.across(60, 400, 90)
			s.text(60, 102, corner)
			s.right(300, 102, "2024")
			s.right(390, 102, "2023")
			s.across(60, 400, 106)
			for i, label := range []string{"Electricity", "District heating", "Natural gas"} {
				y := 118 + 14*float64(i)
				s.text(60, y, label)
				s.right(300, y, []string{"120", "310", "98"}[i])
				s.right(390, y, []string{"130", "320", "99"}[i])
				s.across(60, 400, y+4)
			}
			if table := one(t, s); table.Caption != want {
				t.Errorf("caption %q, want %q", table.Caption, want)
			}
		})
	}
}

// Where the only row begins with a figure under a head of its own, that is no label.
func TestOneRowOfFiguresHasNoLabel(t *testing.T) {
	s := newSheet()
	s.lattice([]float64{60, 200, 340, 480}, []float64{100, 130, 150})
	s.text(64, 118, "Hours per employee")
	s.text(204, 118, "Employees trained")
	s.text(344, 118, "Share trained (%)")
	s.text(64, 142, "78,1 hours")
	s.text(204, 142, "9.678")
	s.text(344, 142, "99,56 %")
	table := one(t, s)
	wantCell(t, table, "78,1 hours", "", "Hours per employee", "hours", "", "78.1")
	wantCell(t, table, "9.678", "", "Employees trained", "", "", "9678")
	if table.Caption != "" || table.HeaderCols != 0 {
		t.Errorf("caption %q, %d columns of labels", table.Caption, table.HeaderCols)
	}
}

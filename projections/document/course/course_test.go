package course_test

import (
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/course"
)

func dec(s string) *apd.Decimal {
	d, _, err := apd.NewFromString(s)
	if err != nil {
		panic(err)
	}
	return d
}

func level(scope, row string, year int, value string) course.Level {
	return course.Level{Scope: scope, Row: row, Year: year, Value: dec(value), Page: 60}
}

func aim(scope, percent string, base, year int) course.Aim {
	return course.Aim{Scope: scope, Percent: dec(percent), Base: base, Year: year, Page: 59}
}

func part(a course.Aim) course.Aim {
	a.Part = true
	return a
}

func TestEmissionsAreHeldAgainstTheirTarget(t *testing.T) {
	for name, c := range map[string]struct {
		levels []course.Level
		aims   []course.Aim
		said   []course.Stated
		want   course.Sort
		none   bool
	}{
		"more than the year before, and no base year": {
			levels: []course.Level{level("3", "a", 2022, "457606"), level("3", "a", 2023, "483188")},
			aims:   []course.Aim{aim("3", "15", 2019, 2030)}, want: course.Rising,
		},
		"less than the year before, and no base year": {
			levels: []course.Level{level("3", "a", 2022, "100"), level("3", "a", 2023, "90")},
			aims:   []course.Aim{aim("3", "15", 2019, 2030)}, want: course.Falling,
		},
		"less than a straight path asks for": {
			levels: []course.Level{level("3", "a", 2020, "100"), level("3", "a", 2023, "99")},
			aims:   []course.Aim{aim("3", "50", 2020, 2030)}, want: course.Behind,
		},
		"as much as it asks for": {
			levels: []course.Level{level("3", "a", 2020, "100"), level("3", "a", 2023, "85")},
			aims:   []course.Aim{aim("3", "50", 2020, 2030)}, want: course.Ahead,
		},
		"all of it, early": {
			levels: []course.Level{level("3", "a", 2020, "100"), level("3", "a", 2023, "50")},
			aims:   []course.Aim{aim("3", "50", 2020, 2030)}, want: course.Reached,
		},
		"the year has come": {
			levels: []course.Level{level("3", "a", 2020, "100"), level("3", "a", 2023, "60")},
			aims:   []course.Aim{aim("3", "50", 2020, 2023)}, want: course.Missed,
		},
		"the report's word where no row has the base year": {
			levels: []course.Level{level("1+2", "a", 2022, "100"), level("1+2", "a", 2023, "90")},
			aims:   []course.Aim{aim("1+2", "50", 2019, 2030)},
			said:   []course.Stated{{Scope: "1+2", Percent: dec("50"), Base: 2019, Year: 2023, Page: 59}}, want: course.Reached,
		},
		"another scope is no answer": {
			levels: []course.Level{level("1", "a", 2022, "100"), level("1", "a", 2023, "120")},
			aims:   []course.Aim{aim("3", "15", 2019, 2030)}, none: true,
		},
		"another row is no base": { // of another boundary, as it may be
			levels: []course.Level{level("3", "b", 2019, "10"), level("3", "a", 2023, "120")},
			aims:   []course.Aim{aim("3", "15", 2019, 2030)}, none: true,
		},
		"two rows that differ are no total": {
			levels: []course.Level{level("3", "a", 2022, "100"), level("3", "a", 2023, "120"), level("3", "b", 2023, "80")},
			aims:   []course.Aim{aim("3", "15", 2019, 2030)}, none: true,
		},
		"a target of an earlier year is past": {
			levels: []course.Level{level("3", "a", 2019, "100"), level("3", "a", 2023, "120")},
			aims:   []course.Aim{aim("3", "15", 2019, 2022)}, none: true,
		},
		"the report's word of two things is none": {
			aims: []course.Aim{aim("1+2", "50", 2019, 2030)},
			said: []course.Stated{{Scope: "1+2", Percent: dec("50"), Base: 2019, Year: 2023}, {Scope: "1+2", Percent: dec("30"), Base: 2019, Year: 2023}}, none: true,
		},
		"a word without a scope on another page is of something else": {
			aims: []course.Aim{aim("", "50", 2018, 2030)},
			said: []course.Stated{{Percent: dec("27"), Base: 2018, Year: 2023, Page: 7}}, none: true,
		},
		"a target of a part of the group is not held against all of it": {
			levels: []course.Level{level("1+2", "a", 2022, "100"), level("1+2", "a", 2023, "90")},
			aims:   []course.Aim{part(aim("1+2", "90", 2019, 2030))}, none: true,
		},
		"the report's word of that part, on the page of its target": {
			levels: []course.Level{level("1+2", "a", 2022, "100"), level("1+2", "a", 2023, "90")},
			aims:   []course.Aim{part(aim("1+2", "90", 2019, 2030))},
			said:   []course.Stated{part(course.Stated{Scope: "1+2", Percent: dec("50"), Base: 2019, Year: 2023, Page: 59})}, want: course.Ahead,
		},
		"the word of a part is none of the whole": {
			levels: []course.Level{level("1+2", "a", 2022, "100"), level("1+2", "a", 2023, "90")},
			aims:   []course.Aim{aim("1+2", "50", 2019, 2030)},
			said:   []course.Stated{part(course.Stated{Scope: "1+2", Percent: dec("50"), Base: 2019, Year: 2023, Page: 59})}, want: course.Falling,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := course.Of(c.levels, c.aims, c.said, 2023)
			if c.none {
				if len(got) != 0 {
					t.Errorf("%+v", got[0])
				}
				return
			}
			if len(got) != 1 || got[0].Sort != c.want {
				t.Fatalf("%+v", got)
			}
		})
	}
}

func TestOneTargetStatedTwiceIsOne(t *testing.T) {
	levels := []course.Level{level("3", "a", 2022, "100"), level("3", "a", 2023, "120")}
	got := course.Of(levels, []course.Aim{aim("3", "15", 2019, 2030), aim("3", "15.0", 2019, 2030)}, nil, 2023)
	if len(got) != 1 || len(got[0].Aims) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestTheMarketSpeaksBeforeTheLocation(t *testing.T) {
	market, location := level("2", "m", 2023, "80"), level("2", "l", 2023, "100")
	market.Method, location.Method = "market", "location"
	if row := course.Total([]course.Level{location, market}, "2", 2023); len(row) != 1 || row[0].Method != "market" {
		t.Errorf("%+v", row)
	}
}

// Where rows differ, that stands for a scope which is printed on most pages, as exactly as it is printed anywhere.
func TestARowThatIsPrintedAgainStandsForItsScope(t *testing.T) {
	on := func(page int, l course.Level) course.Level { l.Page = page; l.ID = l.Row; return l }
	rounded, exact, other := on(5, level("1+2", "a", 2023, "146000")), on(32, level("1+2", "b", 2023, "146107")), on(32, level("1+2", "c", 2023, "188231"))
	if row := course.Total([]course.Level{rounded, exact, other}, "1+2", 2023); len(row) != 1 || row[0].Row != "b" {
		t.Errorf("%+v", row)
	}
	if row := course.Total([]course.Level{exact, other}, "1+2", 2023); row != nil {
		t.Errorf("of two that differ %+v", row)
	}
}

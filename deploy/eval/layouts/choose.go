package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
)

// chooser draws from a seed how a table is printed and remembers what it drew.
type chooser struct {
	*rand.Rand
	made map[string]string
}

func newChooser(seed uint64) *chooser {
	return &chooser{rand.New(rand.NewPCG(seed, 20)), map[string]string{}}
}

// within is a chooser of the same source that begins with the choices made so far.
func (c *chooser) within() *chooser { return &chooser{c.Rand, maps.Clone(c.made)} }

// one draws one of several ways, written "name" or "name*weight".
func (c *chooser) one(choice string, ways ...string) string {
	var all []string
	for _, w := range ways {
		name, times, _ := strings.Cut(w, "*")
		n := 1
		if times != "" {
			var err error
			if n, err = strconv.Atoi(times); err != nil {
				panic(fmt.Sprintf("%q says no number of times: %v", w, err)) // a way is written in this program
			}
		}
		for range n {
			all = append(all, name)
		}
	}
	way := all[c.IntN(len(all))]
	if choice != "" {
		c.made[choice] = way
	}
	return way
}

// chance is true in that many of a hundred draws.
func (c *chooser) chance(choice string, percent int) bool {
	yes := c.IntN(100) < percent
	if choice != "" {
		c.made[choice] = map[bool]string{true: "yes", false: "no"}[yes]
	}
	return yes
}

// The forms in which a period is printed: year is that in which it ends.
var periods = map[string]func(year int) string{
	"2024":                     func(y int) string { return fmt.Sprint(y) },
	"FY24":                     func(y int) string { return fmt.Sprintf("FY%02d", y%100) },
	"FY2024":                   func(y int) string { return fmt.Sprintf("FY%d", y) },
	"FY 2024":                  func(y int) string { return fmt.Sprintf("FY %d", y) },
	"FY2023-24":                func(y int) string { return fmt.Sprintf("FY%d-%02d", y-1, y%100) },
	"FY 2023–24":               func(y int) string { return fmt.Sprintf("FY %d–%02d", y-1, y%100) },
	"FY23/24":                  func(y int) string { return fmt.Sprintf("FY%02d/%02d", (y-1)%100, y%100) },
	"2023/24":                  func(y int) string { return fmt.Sprintf("%d/%02d", y-1, y%100) },
	"2023-24":                  func(y int) string { return fmt.Sprintf("%d-%02d", y-1, y%100) },
	"2023/2024":                func(y int) string { return fmt.Sprintf("%d/%d", y-1, y) },
	"31.12.2024":               func(y int) string { return fmt.Sprintf("31.12.%d", y) },
	"31/12/2024":               func(y int) string { return fmt.Sprintf("31/12/%d", y) },
	"31 Dec 2024":              func(y int) string { return fmt.Sprintf("31 Dec %d", y) },
	"31 March 2024":            func(y int) string { return fmt.Sprintf("31 March %d", y) },
	"year ended 31 March 2024": func(y int) string { return fmt.Sprintf("Year ended 31 March %d", y) },
	"12M 2024":                 func(y int) string { return fmt.Sprintf("12M %d", y) },
	"Jan–Dec 2024":             func(y int) string { return fmt.Sprintf("Jan–Dec %d", y) },
	"begins FY2023":            func(y int) string { return fmt.Sprintf("FY%d", y-1) },
	"begins FY23":              func(y int) string { return fmt.Sprintf("FY%02d", (y-1)%100) },
}

// calendars are the sentences by which a report says what its periods are.
func calendars(form string, y int) []string {
	name := periods[form](y)
	long := fmt.Sprintf("%d", y)
	switch {
	case strings.HasPrefix(form, "begins"):
		return []string{
			fmt.Sprintf("%s: April 1, %d to March 31, %d.", name, y-1, y),
			fmt.Sprintf("In this report %s means the year from 1 April %d to 31 March %d.", name, y-1, y),
			fmt.Sprintf("%s refers to the fiscal year that ended on 31 March %d.", name, y),
			fmt.Sprintf("Our fiscal year %d began in April %d and ended in March %d (%s).", y-1, y-1, y, name),
		}
	case strings.Contains(form, "23") || strings.Contains(form, "March"):
		return []string{
			fmt.Sprintf("It covers the year ended 31 March %d (%s).", y, name),
			fmt.Sprintf("The fiscal year runs from 1 April to 31 March; %s ended on 31 March %d.", name, y),
			fmt.Sprintf("This report is for %s, from 1 July %d to 30 June %d.", name, y-1, y),
			fmt.Sprintf("It is the report for %s.", name),
		}
	}
	return []string{
		fmt.Sprintf("It covers the calendar year %s.", long),
		fmt.Sprintf("It covers the period from 1 January to 31 December %s.", long),
		fmt.Sprintf("The reporting year is %s.", name),
	}
}

// number formats a count of units of the last place.
func number(v int64, places int, form string) string {
	minus := v < 0
	if minus {
		v = -v
	}
	digits := fmt.Sprintf("%0*d", places+1, v)
	whole, frac := digits[:len(digits)-places], digits[len(digits)-places:]
	group, point := "", "."
	switch form {
	case "1,234.5":
		group = ","
	case "1.234,5":
		group, point = ".", ","
	case "1 234.5":
		group = "\u00a0"
	case "1 234,5":
		group, point = "\u00a0", ","
	case "1’234.5":
		group = "’"
	}
	if group != "" && len(whole) > 3 {
		var parts []string
		for len(whole) > 3 {
			parts = append([]string{whole[len(whole)-3:]}, parts...)
			whole = whole[:len(whole)-3]
		}
		whole = whole + group + strings.Join(parts, group)
	}
	if places > 0 {
		whole += point + frac
	}
	if minus {
		return "-" + whole
	}
	return whole
}

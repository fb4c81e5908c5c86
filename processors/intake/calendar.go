package intake

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// runeStart goes back to where a character begins.
func runeStart(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// yearOf is the year in the groups of a match; of 2022/23 it is the later one.
func yearOf(text string, m []int) string {
	year := ""
	for g := 1; 2*g < len(m); g++ {
		if m[2*g] < 0 {
			continue
		}
		v := text[m[2*g]:m[2*g+1]]
		switch {
		case len(v) == 4:
			year = v
		case year == "":
			year = "20" + v
		case v == fmt.Sprintf("%02d", (number(year)+1)%100): // 2022/23, and no 2022-30
			year = strconv.Itoa(number(year) + 1)
		}
	}
	return year
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0 // the patterns give digits only
	}
	return n
}

// twelveMonths reads the first and the last day of about a year.
func twelveMonths(first, last string) (from, to date, ok bool) {
	if to, ok = dateOf(last, 0); !ok {
		return from, to, false
	}
	from, ok = dateOf(first, to.year)
	months := 12*(to.year-from.year) + to.month - from.month
	return from, to, ok && months >= 10 && months <= 12
}

type date struct{ year, month, day int }

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

// dateOf reads a day as the patterns find it; year stands in where none is written.
func dateOf(text string, year int) (date, bool) {
	d := date{year: year}
	numbers := dateNumbers.FindAllString(text, -1)
	month := strings.ToLower(dateMonth.FindString(text))
	if month == "" { // 31.12.2023
		if len(numbers) < 2 {
			return d, false
		}
		d.day, d.month = number(numbers[0]), number(numbers[1])
		if d.month > 12 {
			d.day, d.month = d.month, d.day
		}
		numbers = numbers[2:]
	} else {
		for i, starts := range monthStarts {
			for s := range strings.SplitSeq(starts, "|") {
				if d.month == 0 && strings.HasPrefix(month, s) {
					d.month = i + 1
				}
			}
		}
		if len(numbers) == 0 {
			return d, false
		}
		d.day, numbers = number(numbers[0]), numbers[1:]
	}
	if len(numbers) > 0 {
		d.year = number(numbers[0])
	}
	return d, d.year >= 2000 && d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= 31
}

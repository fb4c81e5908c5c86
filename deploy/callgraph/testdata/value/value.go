// Package value has functions that reach themselves through values only: a table of rules, a field, a variable, a literal.
package value

// ByTable reaches itself through a table that is filled at start.
func ByTable(n int) bool { return table["next"](n) }

var table = map[string]func(int) bool{}

func init() { table["next"] = next }

func next(n int) bool { return n == 0 || ByTable(n-1) }

type rule struct{ ask func(int) bool }

// ByField reaches itself through the field of a rule.
func ByField(n int) bool { return rule{ask: asked}.ask(n) }

func asked(n int) bool { return n == 0 || ByField(n-1) }

// ByLiteral has a literal that calls itself.
func ByLiteral(n int) int {
	var count func(int) int
	count = func(n int) int { return n + count(n-1) }
	return count(n)
}

// Alone hands itself over.
func Alone(n int) bool { return apply(Alone, n) }

func apply(f func(int) bool, n int) bool { return f(n) }

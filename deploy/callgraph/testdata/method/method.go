// Package method has a type that reaches itself through an interface.
package method

type node interface{ worth() int }

type leaf int

func (l leaf) worth() int { return int(l) }

type branch []node

func (b branch) worth() int {
	sum := 0
	for _, n := range b {
		sum += n.worth()
	}
	return sum
}

// Worth is what a tree is worth.
func Worth() int { return branch{leaf(1)}.worth() }

package ghg

import (
	_ "embed" // the table is part of the binary
	"sync"
)

//go:embed scopes.json
var scopesFile []byte

// Scope is one of the three scopes.
type Scope struct {
	Number     int       `json:"number"`
	Name       string    `json:"name"`
	Definition string    `json:"definition"`
	Paragraph  string    `json:"paragraph"` // of IFRS S2, that asks for it
	Source     string    `json:"source"`
	Certainty  Certainty `json:"certainty"`
}

// Method is a way of measuring Scope 2, or of drawing the boundary.
type Method struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Definition string    `json:"definition"`
	Required   bool      `json:"required"` // by IFRS S2
	Paragraph  string    `json:"paragraph"`
	Source     string    `json:"source"`
	Certainty  Certainty `json:"certainty"`
}

// Direction is the side of the value chain that a category is on.
type Direction string

// The closed set of directions.
const (
	Upstream   Direction = "upstream"
	Downstream Direction = "downstream"
)

// Category is one of the fifteen categories of Scope 3.
type Category struct {
	Number     int       `json:"number"`
	Name       string    `json:"name"`
	Direction  Direction `json:"direction"`
	Definition string    `json:"definition"`
	Keywords   []string  `json:"keywords"` // how reports speak of it
	Source     string    `json:"source"`
	Certainty  Certainty `json:"certainty"`
}

// Scopes holds scopes, methods, boundaries and categories.
type Scopes struct {
	About         string     `json:"about"`
	Scopes        []Scope    `json:"scopes"`
	Scope2Methods []Method   `json:"scope2_methods"`
	Boundaries    []Method   `json:"boundaries"`
	Categories    []Category `json:"categories"` // 1 to 15 in order
}

// LoadScopes returns the scopes and categories.
var LoadScopes = sync.OnceValues(func() (*Scopes, error) { return decode[Scopes]("the scopes", scopesFile) })

// Category looks a category up by its number, from 1 to 15.
func (s *Scopes) Category(number int) (Category, bool) {
	if number < 1 || number > len(s.Categories) {
		return Category{}, false
	}
	return s.Categories[number-1], true
}

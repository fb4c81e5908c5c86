package figures

import "regexp"

// digits compiles a pattern of digits that no other digit continues on its left.
func digits(pattern string) (*regexp.Regexp, error) {
	return regexp.Compile(`(?:^|[^\d])` + pattern)
}

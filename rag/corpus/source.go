package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The closed set of source types, as the API names them.
const (
	S1           = "ifrs_s1"
	S2           = "ifrs_s2"
	SASB         = "sasb"
	Report       = "report"
	LicensedS1   = "licensed_s1"
	LicensedS2   = "licensed_s2"
	LicensedSASB = "licensed_sasb"
)

// ErrSource says that a source type is none, or not one for what was asked.
var ErrSource = errors.New("no such source type")

// Bundled are the source types that the program brings.
func Bundled() []string { return []string{S1, S2, SASB} }

// Types are the source types that a search may be narrowed to.
func Types() []string { return []string{S1, S2, SASB, Report} }

// licensed is the source type of the licensed copy of a standard.
var licensed = map[string]string{S1: LicensedS1, S2: LicensedS2, SASB: LicensedSASB}

// standardOf is what a source type is about: S1, S2, SASB or Report. A shelf of one industry of a licensed SASB copy is
// named licensed_sasb:EM-EP.
func standardOf(source string) string {
	source, _, _ = strings.Cut(source, ":")
	for standard, copied := range licensed {
		if source == copied {
			return standard
		}
	}
	if source == "" {
		return Report
	}
	return source
}

func isLicensed(source string) bool { return strings.HasPrefix(source, "licensed_") }

// shelvesOf lists the library's sources that source types stand for; none stands for all.
func shelvesOf(types []string) ([]string, error) {
	if len(types) == 0 {
		types = Types()
	}
	var out []string
	for _, t := range types {
		switch {
		case t == Report:
			out = append(out, "")
		case slices.Contains(Bundled(), t):
			out = append(out, t)
		default:
			return nil, fmt.Errorf("%w: %q; there are %s", ErrSource, t, strings.Join(Types(), ", "))
		}
	}
	return out, nil
}

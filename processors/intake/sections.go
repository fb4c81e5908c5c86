package intake

// A section is long enough to give each sentence its surroundings and short enough to be one piece of
// work; the overlap gives the sentences at a section's edge theirs.
const (
	sectionPages = 10
	overlapPages = 2
)

// PageRange is consecutive pages, from 1, both included.
type PageRange struct{ From, To int }

// Sections divides a document: 1-10, 9-18, 17-26, ...
func Sections(pages int) []PageRange {
	var out []PageRange
	for from := 1; pages > 0; from += sectionPages - overlapPages {
		to := min(from+sectionPages-1, pages)
		out = append(out, PageRange{from, to})
		if to == pages {
			break
		}
	}
	return out
}

package standards

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
)

// Resolution is what an id, or a range of ids, stands for in the issued standards.
type Resolution struct {
	Asked string   // as printed, "S1.38-42" for a range
	IDs   []string // what is asked for, if it exists, then what it is often written for; each exists
	Exact bool     // all of what was asked for exists as such
	Note  string   // why IDs is not simply what was asked for; empty if it is
}

// Resolve says which paragraphs an id stands for. An id that plans and checklists use for something else
// returns itself first, then the right ones, with a note; one that does not exist returns the right ones, or
// the nearest paragraph around it. An error means that s is no id at all.
func Resolve(s string) (Resolution, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return Resolution{}, err
	}
	aliases, err := ifrs.Aliases()
	if err != nil {
		return Resolution{}, err
	}
	ids, err := ParseRange(s)
	if err != nil {
		return Resolution{}, err
	}
	out := Resolution{Asked: printed(ids)}
	out.IDs = existing(registry, ids)
	out.Exact = holdsAll(registry, ids)
	if alias, ok := aliases[out.Asked]; ok {
		out.Note = note(alias, len(out.IDs) > 0)
		for _, m := range alias.Meanings {
			out.IDs = append(out.IDs, m.Right...)
		}
		out.IDs = distinct(out.IDs)
		return out, nil
	}
	if len(out.IDs) > 0 {
		if !out.Exact {
			out.Note = fmt.Sprintf("Not all of %s exists; what does is listed.", out.Asked)
		}
		return out, nil
	}
	for id, nested := ids[0].Parent(); nested; id, nested = id.Parent() {
		if _, ok := registry.Paragraph(id.String()); ok {
			out.IDs = []string{id.String()}
			out.Note = fmt.Sprintf("The registry has no %s; the nearest paragraph around it is %s.", out.Asked, id)
			return out, nil
		}
	}
	out.Note = fmt.Sprintf("The registry has no %s. It holds S1 from paragraph 17, S2 from paragraph 5, and the appendices.", out.Asked)
	return out, nil
}

// printed is the one form of a range: "S1.38-42", "S2.29(a)(i)-(iii)".
func printed(ids []ID) string {
	first, last := ids[0], ids[len(ids)-1]
	if len(ids) == 1 {
		return first.String()
	}
	if parent, nested := last.Parent(); nested {
		return first.String() + "-" + strings.TrimPrefix(last.String(), parent.String())
	}
	return first.String() + "-" + strings.TrimPrefix(last.String(), last.Standard+".")
}

// existing lists what there is of the ids. Between the ends of a range that is also what was inserted
// later, such as S2.29A in S2.29-30.
func existing(registry *ifrs.Registry, ids []ID) []string {
	first, last := ids[0], ids[len(ids)-1]
	if len(ids) == 1 {
		if _, ok := registry.Paragraph(first.String()); ok {
			return []string{first.String()}
		}
		return nil
	}
	parent, _ := first.Parent()
	var out []string
	for _, p := range registry.Paragraphs {
		id, err := Parse(p.ID)
		if err != nil || len(id.Levels) != len(first.Levels) || order(id, first) < 0 || order(id, last) > 0 {
			continue
		}
		if around, nested := id.Parent(); !nested || around.String() == parent.String() {
			out = append(out, p.ID)
		}
	}
	return out
}

func holdsAll(registry *ifrs.Registry, ids []ID) bool {
	return !slices.ContainsFunc(ids, func(id ID) bool {
		_, ok := registry.Paragraph(id.String())
		return !ok
	})
}

func note(a ifrs.Alias, exists bool) string {
	var meant []string
	for _, m := range a.Meanings {
		meant = append(meant, fmt.Sprintf("for %s see %s", m.Said, strings.Join(m.Right, ", ")))
	}
	if !exists {
		return fmt.Sprintf("%s does not exist; %s.", a.ID, strings.Join(meant, "; "))
	}
	return fmt.Sprintf("%s: %s. It is also written where something else is meant: %s.", a.ID, a.Is, strings.Join(meant, "; "))
}

func distinct(ids []string) []string {
	var out []string
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

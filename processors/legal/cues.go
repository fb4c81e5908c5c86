package legal

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/processors/legal/terms"
)

func (p *parser) line(line string) error {
	switch {
	case line[0] == '$':
		name, members, ok := strings.Cut(line, "=")
		if !ok {
			return fmt.Errorf("a group needs members: %q", line)
		}
		p.named[strings.TrimSpace(name)] = split(members, "|")
		return nil
	case line[0] == '?', line[0] == '!':
		code, cues, ok := strings.Cut(line[1:], ":")
		if !ok {
			return fmt.Errorf("a condition needs cues: %q", line)
		}
		into := p.conditions
		if line[0] == '!' {
			into = p.denials
		}
		key, flags, err := flagged(strings.TrimSpace(code))
		if err != nil {
			return err
		}
		flags.points = true
		return p.alternative(into, key, cues, flags)
	}
	if key, rule, ok := strings.Cut(line, " := "); ok {
		if rules[rule] == nil {
			return fmt.Errorf("no rule is called %s", rule)
		}
		p.rules[key] = rule
		return nil
	}
	if key, cues, ok := strings.Cut(line, ": "); ok {
		key, flags, err := flagged(key)
		if err != nil {
			return err
		}
		into := p.answers
		if flags.see {
			into = p.pointers
		}
		return p.alternative(into, key, cues, flags)
	}
	if key, other, ok := strings.Cut(line, " = "); ok {
		p.alike = append(p.alike, [2]string{key, other})
		return nil
	}
	return fmt.Errorf("neither cues nor a reference: %q", line)
}

// flags stand in brackets behind a key.
type flags struct {
	alternative
	see bool // the cues are of pointers to other documents
}

func flagged(written string) (key string, f flags, err error) {
	key, list, ok := strings.Cut(strings.TrimSuffix(written, "]"), " [")
	if !ok {
		return key, f, nil
	}
	for _, flag := range strings.Fields(list) {
		switch flag {
		case "row":
			f.where = inRowsToo
		case "table":
			f.where = inRowsOnly
		case "column":
			f.where = inColumns
		case "named":
			f.named = true
		case "pointer":
			f.points = true
		case "see":
			f.see, f.points = true, true
		default:
			return key, f, fmt.Errorf("%s is marked %q, which means nothing", key, flag)
		}
	}
	return key, f, nil
}

func (p *parser) alternative(into map[string][]alternative, key, cues string, f flags) error {
	alt := f.alternative
	for _, written := range split(cues, "&") {
		list := &alt.groups
		switch {
		case strings.HasPrefix(written, "^"):
			list, written = &alt.above, written[1:]
		case strings.HasPrefix(written, "~"):
			list, written = &alt.near, written[1:]
		case strings.HasPrefix(written, "-"):
			list, written = &alt.none, written[1:]
		}
		g, err := p.group(written)
		if err != nil {
			return err
		}
		*list = append(*list, g)
	}
	if len(alt.groups) == 0 {
		return fmt.Errorf("%s has nothing that must stand in the sentence itself", key)
	}
	into[key] = append(into[key], alt)
	return nil
}

func (p *parser) group(written string) (int, error) {
	if g, ok := p.known[written]; ok {
		return g, nil
	}
	var g group
	if err := p.members(&g, split(written, "|")); err != nil {
		return 0, err
	}
	p.groups = append(p.groups, g)
	at := len(p.groups) - 1
	for _, t := range g.terms {
		p.of[t] = append(p.of[t], at)
	}
	p.known[written] = at
	return at, nil
}

func (p *parser) members(g *group, members []string) error {
	for _, m := range members {
		switch {
		case m == "":
			return fmt.Errorf("an empty term")
		case m[0] == '$':
			named, ok := p.named[m]
			if !ok {
				return fmt.Errorf("no group is called %s", m)
			}
			if err := p.members(g, named); err != nil {
				return err
			}
		case m[0] == '@':
			kind, ok := terms.FigureKinds[m]
			if !ok {
				return fmt.Errorf("no kind of figure is called %s", m)
			}
			g.figures = append(g.figures, kind)
		default:
			g.terms = append(g.terms, p.terms.Add(m))
		}
	}
	return nil
}

func split(s, by string) []string {
	parts := strings.Split(s, by)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

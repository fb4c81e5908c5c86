package claims

import (
	"fmt"
	"io"
	"strings"

	"github.com/sibyl-project/sibyl/rag/document"
)

func Dev(w io.Writer, d *document.Document, from, to int) {
	house := houseWords(d)
	fmt.Fprintln(w, "house", house)
	for n := from; n <= to && n <= len(d.Pages); n++ {
		p := newPageReader("rep", d, n, house)
		fmt.Fprintln(w, "== page", n, d.Pages[n-1].Label)
		if p == nil {
			fmt.Fprintln(w, "not read")
			continue
		}
		own := false
		for i, s := range p.sentences {
			if s.Role != document.RoleBody {
				fmt.Fprintf(w, "   [%s] %.150s\n", s.Role, s.Text)
				continue
			}
			if i < p.first {
				continue
			}
			for _, c := range clauses(s.Text) {
				r := read(c.text, p.format, p.house)
				r.inherits = own && goesBack(r.words)
				own = r.about()
				var cs []string
				for k := cue(0); k < cues; k++ {
					if r.has[k] {
						cs = append(cs, names[k])
					}
				}
				fmt.Fprintf(w, "%2d e%v i%v %s | %s m%d c%d y%v by%s pl%v n%v sp%d ab%v\n", r.worth(s.Ended, s.Item || c.start > 0), s.Ended, s.Item, c.text, strings.Join(cs, " "), len(r.measured), len(r.counts), r.years, r.byYear, r.places, r.names, r.specific(), r.about())
			}
		}
	}
}

var names = strings.Fields("commitment target body oversight policy enacts pay standard assured s1 s2 s3 ghg netzero energy renewable water waste nature social climrisk physical transition scenario plan cprice credits money invest supply conduct change did acts base site own others defines disclaims opinion hedges often lately all must outside points")

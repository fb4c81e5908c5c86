package intake

import (
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
)

// names are how others may call the company: of each kind what the user has said, and where they said nothing, what the
// report says. A user who says how the company is called corrects the report.
func names(d *document.Document, r events.AnalysisRequest, company string) []events.IssuerName {
	var out []events.IssuerName
	given := map[events.NameKind][]string{events.NameAlias: r.Aliases, events.NameTicker: r.Tickers, events.NameDomain: r.Domains}
	for _, kind := range []events.NameKind{events.NameAlias, events.NameTicker, events.NameDomain} {
		for _, value := range given[kind] {
			if value = spaced(value); kind == events.NameDomain {
				value = strings.ToLower(value)
			}
			if value != "" {
				out = append(out, events.IssuerName{Kind: kind, Value: value, Why: "as given"})
			}
		}
	}
	for _, n := range issuer.Find(d, company) {
		if len(given[n.Kind]) == 0 {
			out = append(out, n)
		}
	}
	return out
}

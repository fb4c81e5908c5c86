package datametrics

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// compareArea sets a claimed area beside the size of the place, as another agent has found it. An area that is larger
// than its place is unusual and shown; the place may be drawn narrower than the claim means it, so it speaks for nothing.
func compareArea(r reading, inquiries []events.RequestClosure) (done []performed, cited []events.Evidence) {
	answer, ok := heard(inquiries, events.AskGeography, "area")
	claimed, found := ownArea(r)
	if !ok || !found {
		return nil, nil
	}
	for _, f := range answer.Figures {
		size, ok := sentFigure(f)
		if !ok || !size.Comparable(claimed) || size.Base().Sign() <= 0 {
			continue
		}
		c := events.Check{
			Name: "magnitude", Result: events.CheckPass, Severity: "info",
			Inputs:  []events.CheckInput{r.input("claimed area", claimed), brought("size of "+f.Place, f)},
			Working: quantity.Print(claimed.Base(), 12) + " ha of " + quantity.Print(size.Base(), 12) + " ha",
			Message: fmt.Sprintf("%s has room for it: %s %s.", f.Place, f.Value, f.Unit),
		}
		if claimed.Base().Cmp(size.Base()) > 0 {
			c.Result, c.Severity = events.CheckInconclusive, "warning"
			c.Message = fmt.Sprintf("%s measures %s %s, less than the claim states.", f.Place, f.Value, f.Unit)
		}
		return []performed{{c, events.OriginRegistry, false}}, []events.Evidence{f.Evidence}
	}
	return nil, nil
}

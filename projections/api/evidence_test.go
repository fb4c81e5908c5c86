package api_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/api"
)

func TestTheEvidenceLibrary(t *testing.T) {
	w := newWorld(t, nil)
	add := func(path string, parts ...[3]string) answer {
		t.Helper()
		body, contentType := form(t, parts...)
		return w.do("POST", path, body, "Content-Type", contentType)
	}
	notice := [][3]string{{"file", `C:\x\notice.txt`, "Acme was fined in 2024."}, {"kind", "", "filing"}, {"publisher", "", "Agency"}, {"tier", "", "1"},
		{"date", "", "2025-01"}}
	forReport := "/api/v1/reports/" + pdfID() + "/evidence"
	add(forReport, notice...).want(t, 404) // nobody has handed that report in
	w.upload("", [3]string{"file", "a.pdf", pdf}).want(t, 202)

	first := add(forReport, notice...).want(t, 201)
	one := into[api.AddedEvidence](t, first)
	if one.Known || one.ReportID != pdfID() || one.Kind != events.KindFiling || one.Tier != 1 || one.Title != one.Filename ||
		first.Header.Get("Location") != "/api/v1/evidence/"+one.ID {
		t.Errorf("added %+v", one)
	}
	again := into[api.AddedEvidence](t, add(forReport, append(notice, [3]string{"title", "", "A fine"})...).want(t, 200))
	if !again.Known || again.ID != one.ID || again.Title != "A fine" {
		t.Errorf("added again %+v", again)
	}
	all := into[api.AddedEvidence](t, add("/api/v1/evidence", notice...).want(t, 201))
	if all.ID == one.ID || all.ReportID != "" {
		t.Errorf("for every report %+v", all)
	}

	for name, tc := range map[string]struct {
		status int
		says   string
		parts  [][3]string
	}{
		"no file":      {400, "no field", notice[1:]},
		"an empty one": {400, "empty", append([][3]string{{"file", "a.txt", ""}}, notice[1:]...)},
		"a workbook":   {415, "damaged", append([][3]string{{"file", "a.xlsx", "PK\x03\x04cut off"}}, notice[1:]...)},
		"a picture":    {415, "neither a PDF", append([][3]string{{"file", "a.txt", "\x89PNG\x00"}}, notice[1:]...)},
		"too large":    {413, "larger than", append([][3]string{{"file", "a.txt", strings.Repeat("x", 2<<20)}}, notice[1:]...)},
		"no publisher": {422, "publisher is missing", notice[:2]},
		"no such kind": {422, "none of", [][3]string{notice[0], {"kind", "", "gossip"}, notice[2]}},
		"a wrong tier": {422, "tier", append(notice[:3:3], [3]string{"tier", "", "first"})},
		"a script":     {422, "no http address", append(notice[:4:4], [3]string{"url", "", "javascript:alert(1)"})},
	} {
		if a := add(forReport, tc.parts...).want(t, tc.status); !strings.Contains(string(a.body), tc.says) {
			t.Errorf("%s: %s", name, a.body)
		}
	}

	type list struct {
		Evidence []struct{ ID string }
	}
	if n := len(into[list](t, w.get("/api/v1/evidence").want(t, 200)).Evidence); n != 2 {
		t.Errorf("%d documents", n)
	}
	if n := len(into[list](t, w.get("/api/v1/evidence?report=rep_other").want(t, 200)).Evidence); n != 1 {
		t.Errorf("%d documents for another report", n)
	}
	w.get("/api/v1/evidence/"+one.ID).want(t, 200)
	w.get("/api/v1/evidence/evd_none").want(t, 404)

	// A run takes what there is when it is asked for; what is removed later is still in its request.
	w.log.Append(t, preview(t, events.PreviewParsed, 1))
	w.get("/api/v1/reports/"+pdfID()+"/preview?wait=60").want(t, 200)
	started := into[struct {
		RunID string `json:"run_id"`
	}](t, w.do("POST", "/api/v1/analysis/"+pdfID()+"/start", nil).want(t, 200))
	w.do("DELETE", "/api/v1/evidence/"+one.ID, nil).want(t, 204)
	w.do("DELETE", "/api/v1/evidence/"+one.ID, nil).want(t, 404)
	var taken int
	if err := w.pool.QueryRow(t.Context(), `select json_array_length(request->'evidence') from app.runs where id = $1`,
		started.RunID).Scan(&taken); err != nil || taken != 2 {
		t.Errorf("the run takes %d documents: %v", taken, err)
	}
}

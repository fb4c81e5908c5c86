package issuer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func found(company string, pages ...string) string {
	d := &document.Document{}
	for i, text := range pages {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Text: text})
	}
	var out []string
	for _, n := range Find(d, company) {
		out = append(out, fmt.Sprintf("%s %s p%d", n.Kind, n.Value, n.Page))
	}
	return strings.Join(out, "; ")
}

func TestHowOthersCallTheCompanyIsWhatTheReportSays(t *testing.T) {
	for _, c := range []struct{ name, company, text, want string }{
		{"an alias", "Kooijveld Samudrasa N.V.", `Kooijveld Samudrasa N.V. (hereinafter “Samudrasa” or “the Company”) makes board.`, "alias Samudrasa p1"},
		{"the group alone", "Kooijveld Samudrasa N.V.", `Kooijveld Samudrasa N.V. ("the Group", "we", "us") makes board.`, ""},
		{"its own name again", "Kooijveld Samudrasa N.V.", `Kooijveld Samudrasa N.V. (“Kooijveld Samudrasa”) makes board.`, ""},
		{"initials", "British Lime Works plc", `British Lime Works plc (BLW) burns lime.`, "alias BLW p1"},
		{"letters that are no initials", "British Lime Works plc", `British Lime Works plc (GHG) burns lime.`, ""},
		{"what something in brackets is of", "British Lime Works plc", `British Lime Works plc in 2023 (denominator of the “Opex KPI”) has burnt lime.`, ""},
		{"another company's alias", "British Lime Works plc", `Kooijveld Samudrasa N.V. (“Samudrasa”) makes board.`, ""},
		{"tickers", "Acme", `Acme (NYSE: ACM) and Euronext Amsterdam: ACMEA. Stock code: ACME`, "ticker ACM p1; ticker ACMEA p1; ticker ACME p1"},
		{"its own site", "Kooijveld Samudrasa N.V.", `See www.kooijveld-samudrasa.com/esg, mail@kooijveldsamudrasa.nl, https://www.globalreporting.org.`,
			"domain kooijveld-samudrasa.com p1; domain kooijveldsamudrasa.nl p1"},
		{"a site of one word of its name", "Kooijveld Samudrasa N.V.", `https://ir.kooijveld.com.sg/x`, "domain kooijveld.com.sg p1"},
		{"a site that only has the name in it", "Acme", `https://acme.example.org https://not-acme.com https://acme-facts.org`, ""},
		{"nobody's report", "", `www.acme.com (NYSE: ACM)`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := found(c.company, c.text); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	if got := found("Acme", "www.acme.com", "www.acme.org and www.acme.org"); got != "domain acme.org p2; domain acme.com p1" {
		t.Errorf("the more frequent first: %q", got)
	}
}

package article

import (
	"strings"
	"testing"
)

func TestTheTextOfAPageIsWhatAReaderSees(t *testing.T) {
	for _, c := range []struct{ name, page, of, want string }{
		{"paragraphs", "<p>One.</p><p>Two <b>bold</b>\n words.</p>", "text/html; charset=utf-8", "One.\n\nTwo bold words."},
		{"a heading", "<h1>Title</h1><p>One.</p>", "text/html; charset=utf-8", "# Title\n\nOne."},
		{"what surrounds it", "<nav>Home</nav><script>x('</p>')</script><style>p{}</style><p>One.</p><aside><p>Read also</p></aside><footer>©</footer>",
			"text/html; charset=utf-8", "One."},
		{"what is hidden", "<p>One.</p><div hidden><p>Fined.</p><div>x</div></div><p style='display: none'>Fined.</p><p aria-hidden=true>Fined.</p><p>Two.</p>",
			"text/html; charset=utf-8", "One.\n\nTwo."},
		{"a hidden picture hides nothing else", "<img hidden src=x><p>One.</p>", "text/html; charset=utf-8", "One."},
		{"a comment", "<p>One.<!-- Fined. --></p>", "text/html; charset=utf-8", "One."},
		{"entities", "<p>3&nbsp;t CO&#8322;e &lt;p&gt;</p>", "text/html; charset=utf-8", "3 t CO₂e <p>"},
		{"Latin-1 as its type says", "<p>M\xfcll in K\xf6ln</p>", "text/html; charset=iso-8859-1", "Müll in Köln"},
		{"windows-1252 as the page says", "<meta charset=windows-1252><p>\x93Fined\x94</p>", "text/html", "“Fined”"},
		{"Shift JIS", "<p>\x90\x85</p>", "text/html; charset=shift_jis", "水"},
		{"plain text", "One.\nTwo.", "text/plain; charset=utf-8", "One.\nTwo."},
		{"torn", "<p>One.<div><p>Two", "text/html; charset=utf-8", "One.\n\nTwo"},
		{"nothing", "", "text/html", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Text([]byte(c.page), c.of); err != nil || got != c.want {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func TestHostilePagesCostNoMoreThanTheirBytes(t *testing.T) {
	deep := strings.Repeat("<div>", 200_000) + "One."
	if got, err := Text([]byte(deep), "text/html; charset=utf-8"); err != nil || got != "One." {
		t.Errorf("deep: %.40q, %v", got, err)
	}
	if got, err := Text([]byte(strings.Repeat("<p>words and words</p>", 100_000)), "text/html; charset=utf-8"); err != nil || len(got) > maxText+100 {
		t.Errorf("long: %d bytes, %v", len(got), err)
	}
	if _, err := Text([]byte("<p "+strings.Repeat("a", 2<<20)), "text/html; charset=utf-8"); err == nil {
		t.Error("a tag of two megabytes was read")
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("<p>One.<script>"), "text/html")
	f.Add([]byte("\x1b$B"), "text/html; charset=iso-2022-jp")
	f.Fuzz(func(t *testing.T, body []byte, of string) {
		got, err := Text(body, of)
		if err == nil && (len(got) > maxText+maxToken || strings.ToValidUTF8(got, "") != got) {
			t.Errorf("%d bytes", len(got))
		}
	})
}

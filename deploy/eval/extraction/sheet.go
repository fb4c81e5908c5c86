package extraction

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

//go:embed sheet.tsv
var sheetFile string

//go:embed sheet_second.tsv
var secondSheet string

//go:embed sheet_third.tsv
var thirdSheet string

//go:embed sheet_fourth.tsv
var fourthSheet string

//go:embed sheet_fifth.tsv
var fifthSheet string

//go:embed sheet_sixth.tsv
var sixthSheet string

//go:embed sheet_seventh.tsv
var seventhSheet string

// judged is a claim that somebody looked at on its page.
type judged struct {
	sha256      string
	page        int
	first, last string // words of the quotation
	source      string
	verifiable  bool
	kind        string
	priority    string // "-" where it was not judged
	paragraphs  []string
}

const sheetFields = 9

func readSheet(file string) ([]judged, error) {
	var out []judged
	for n, f := range records(file) {
		if len(f) != sheetFields {
			return nil, fmt.Errorf("reading row %d of the sheet: %d fields, not %d", n, len(f), sheetFields)
		}
		page, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("reading row %d of the sheet: %w", n, err)
		}
		out = append(out, judged{f[0], page, f[2], f[3], f[4], f[5] == "yes", f[6], f[7], strings.Split(f[8], "|")})
	}
	return out, nil
}

// claim is the one of a report's claims that the row is about.
func (j judged) claim(claims []events.Claim) (events.Claim, bool) {
	first, last := lettersOf(j.first).text, lettersOf(j.last).text
	i := slices.IndexFunc(claims, func(c events.Claim) bool {
		quote := lettersOf(c.Quote.Text).text
		return c.Page == j.page && c.Source == j.source && strings.HasPrefix(quote, first) && strings.HasSuffix(quote, last)
	})
	if i < 0 {
		return events.Claim{}, false
	}
	return claims[i], true
}

// Judged are the figures of the sheet. Shares are of the claims that are still made.
type Judged struct {
	Claims     int     `json:"claims"`
	Gone       int     `json:"gone"` // judged, and no longer claimed
	Verifiable float64 `json:"verifiable"`
	Type       float64 `json:"type"`
	Priority   float64 `json:"priority"` // of those of which it was judged
	Paragraph  float64 `json:"paragraph"`

	// The same of the verifiable claims alone: what is no claim has no right type, and counts as wrong above.
	TypeOfVerifiable      float64 `json:"type_of_verifiable"`
	ParagraphOfVerifiable float64 `json:"paragraph_of_verifiable"`

	// NotMisplaced is the share of the verifiable claims with the right first paragraph or none.
	NotMisplaced float64 `json:"not_misplaced"`
}

func judge(sheet []judged, claims map[string][]events.Claim) Judged {
	var f Judged
	var verifiable, kind, ranked, priority, paragraph, claimKind, claimParagraph, notMisplaced int
	for _, j := range sheet {
		c, ok := j.claim(claims[j.sha256])
		if !ok {
			f.Gone++
			continue
		}
		f.Claims++
		verifiable += one(j.verifiable)
		first := "none"
		if len(c.Paragraphs) > 0 {
			first = c.Paragraphs[0].ID
		}
		rightKind, rightFirst := j.kind == string(c.Type), slices.Contains(j.paragraphs, first)
		kind += one(rightKind)
		claimKind += one(j.verifiable && rightKind)
		claimParagraph += one(j.verifiable && rightFirst)
		notMisplaced += one(j.verifiable && (rightFirst || first == "none"))
		ranked += one(j.priority != "-")
		priority += one(j.priority == string(c.Priority))
		paragraph += one(rightFirst)
	}
	f.Verifiable, f.Type, f.Priority, f.Paragraph = share(verifiable, f.Claims), share(kind, f.Claims), share(priority, ranked), share(paragraph, f.Claims)
	f.TypeOfVerifiable, f.ParagraphOfVerifiable = share(claimKind, verifiable), share(claimParagraph, verifiable)
	f.NotMisplaced = share(notMisplaced, verifiable)
	return f
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

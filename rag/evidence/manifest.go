package evidence

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// ManifestName is the file of a folder that says what its documents are.
const ManifestName = "manifest.json"

// MaxDocuments is how many documents one run can have: their list travels in one event.
const MaxDocuments = 100

// maxField bounds what is said of a document in one field, in bytes.
const maxField = 300

// Said is what a user says of a document.
type Said struct {
	File      string              `json:"file"`
	Kind      events.EvidenceKind `json:"kind"`
	Title     string              `json:"title,omitempty"`
	Publisher string              `json:"publisher,omitempty"`
	Date      string              `json:"date,omitempty"`
	Tier      int                 `json:"tier,omitempty"`
	Company   string              `json:"company,omitempty"`
	Period    string              `json:"period,omitempty"`
	URL       string              `json:"url,omitempty"`
}

// ReadManifest reads the manifest of a folder.
func ReadManifest(r io.Reader) ([]Said, error) {
	const limit = 1 << 20
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", ManifestName, err)
	}
	if len(data) > limit {
		return nil, fmt.Errorf("reading %s: it is larger than 1 MB", ManifestName)
	}
	var m struct {
		Documents []Said `json:"documents"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return nil, fmt.Errorf("reading %s: %w", ManifestName, err)
	}
	if len(m.Documents) == 0 {
		return nil, fmt.Errorf("reading %s: it lists no documents", ManifestName)
	}
	if len(m.Documents) > MaxDocuments {
		return nil, fmt.Errorf("reading %s: it lists %d documents, more than the %d that one analysis can have", ManifestName, len(m.Documents), MaxDocuments)
	}
	seen := map[string]bool{}
	for _, d := range m.Documents {
		if d.File == "" || !filepath.IsLocal(d.File) {
			return nil, fmt.Errorf("reading %s: %q is no file of the folder", ManifestName, d.File)
		}
		if seen[d.File] {
			return nil, fmt.Errorf("reading %s: %s is listed twice", ManifestName, d.File)
		}
		seen[d.File] = true
		if _, err := d.Item(nil, ""); err != nil {
			return nil, fmt.Errorf("reading %s: %s: %w", ManifestName, d.File, err)
		}
	}
	return m.Documents, nil
}

var dated = pattern.Compile(`^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$`)

// Item checks what is said of a document and puts it together with its bytes.
func (s Said) Item(data []byte, reportID string) (events.LibraryItem, error) {
	item := events.LibraryItem{
		Filename: path.Base(filepath.ToSlash(s.File)), Bytes: int64(len(data)), Kind: s.Kind, Title: s.Title, Publisher: s.Publisher,
		Date: s.Date, Tier: s.Tier, Company: s.Company, Period: s.Period, URL: s.URL, ReportID: reportID,
	}
	for name, field := range map[string]*string{
		"file": &item.Filename, "title": &item.Title, "publisher": &item.Publisher, "date": &item.Date,
		"company": &item.Company, "period": &item.Period, "url": &item.URL,
	} {
		if !utf8.ValidString(*field) || strings.ContainsFunc(*field, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return item, fmt.Errorf("%s holds characters that are no text", name)
		}
		if *field = strings.TrimSpace(*field); len(*field) > maxField {
			return item, fmt.Errorf("%s is longer than %d bytes", name, maxField)
		}
	}
	switch {
	case item.Kind == "":
		return item, fmt.Errorf("kind is missing: one of %s", kinds())
	case !slices.Contains(events.EvidenceKinds(), item.Kind):
		return item, fmt.Errorf("kind %q is none of %s", item.Kind, kinds())
	case item.Publisher == "":
		return item, errors.New("publisher is missing: who published it decides what it counts for")
	case item.Date != "" && !dated.MatchString(item.Date):
		return item, fmt.Errorf("date %q is no date such as 2024-11-02, 2024-11 or 2024", item.Date)
	case item.Tier < 0 || item.Tier > 4:
		return item, fmt.Errorf("tier %d is not from 1 (authorities, courts, investigations) to 4 (unknown)", item.Tier)
	case item.Period != "" && YearOf(item.Period) == 0:
		return item, fmt.Errorf("period %q names no year", item.Period)
	}
	if item.URL != "" {
		u, err := url.Parse(item.URL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
			return item, fmt.Errorf("url %q is no http address", item.URL)
		}
	}
	item.Tier = cmp.Or(item.Tier, 4) // nobody has said more of it
	item.Title = cmp.Or(item.Title, item.Filename)
	return item, nil
}

func kinds() string {
	var words []string
	for _, k := range events.EvidenceKinds() {
		words = append(words, string(k))
	}
	return strings.Join(words, ", ")
}

var year = pattern.Compile(`\b(?:19|20)\d\d\b`)

// YearOf is the last year that a period names, 0 if it names none: "2023/2024" is called by its end.
func YearOf(period string) int {
	all := year.FindAllString(period, -1)
	if len(all) == 0 {
		return 0
	}
	last := all[len(all)-1]
	return int(last[0]-'0')*1000 + int(last[1]-'0')*100 + int(last[2]-'0')*10 + int(last[3]-'0')
}

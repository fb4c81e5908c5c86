package events

// EvidenceKind is what a document of the evidence library is.
type EvidenceKind string

// The closed set of kinds.
const (
	KindEarlierReport EvidenceKind = "earlier_report" // the company's own, of an earlier period
	KindNews          EvidenceKind = "news"
	KindPaper         EvidenceKind = "paper"       // research
	KindFiling        EvidenceKind = "filing"      // with an authority, or a notice of one
	KindCertificate   EvidenceKind = "certificate" // of a certifying body
	KindRegister      EvidenceKind = "register"    // an extract of a public register
	KindBenchmark     EvidenceKind = "benchmark"   // a table of a sector's figures
	KindCoordinates   EvidenceKind = "coordinates" // places with their position and size
	KindImagery       EvidenceKind = "imagery"     // statistics of pictures of a place, scene by scene
)

// EvidenceKinds lists the closed set of kinds.
func EvidenceKinds() []EvidenceKind {
	return []EvidenceKind{KindEarlierReport, KindNews, KindPaper, KindFiling, KindCertificate, KindRegister, KindBenchmark, KindCoordinates,
		KindImagery}
}

// LibraryItem is a document that a user has brought, with what they say of it. What they say is shown with every
// citation, and believed as far as it goes: a document that the company itself has published counts as the
// company's, whatever its kind.
type LibraryItem struct {
	ID        string       `json:"id"`
	SHA256    string       `json:"sha256"` // of the file, hex; also its artefact hash
	Filename  string       `json:"filename"`
	Bytes     int64        `json:"bytes"`
	Kind      EvidenceKind `json:"kind"`
	Title     string       `json:"title"`
	Publisher string       `json:"publisher"`
	Date      string       `json:"date"`              // 2024-11-02, 2024-11 or 2024
	Tier      int          `json:"tier"`              // 1-4
	Company   string       `json:"company,omitempty"` // whom it speaks of; empty: whoever it names
	Period    string       `json:"period,omitempty"`  // the year that it speaks of, where its sentences name none
	URL       string       `json:"url,omitempty"`
	ReportID  string       `json:"report_id,omitempty"` // the one report that it is for; empty: every report
}

// EvidenceID names a document of the library: the same file for the same report is the same document.
func EvidenceID(sha256Hex, reportID string) string { return StableID("evd", sha256Hex, reportID) }

// LibraryEntry is a document as a run has read it.
type LibraryEntry struct {
	LibraryItem `json:"item"`

	Parse   string `json:"parse,omitempty"` // artefact hash of what was read of it
	Pages   int    `json:"pages"`
	Problem string `json:"problem,omitempty"` // why it could not be read
	Work    int    `json:"work,omitempty"`    // how much of it is read, in units of rag/evidence
	Partial string `json:"partial,omitempty"` // how far it was read, if not to its end

	// Of what an agent has fetched from outside itself.
	Domain      string `json:"domain,omitempty"` // registrable domain of the publisher
	Story       string `json:"story,omitempty"`  // what it counts as: articles of one story are one source
	RetrievedAt string `json:"retrieved_at,omitempty"`
	Window      string `json:"window,omitempty"` // recent, historical
}

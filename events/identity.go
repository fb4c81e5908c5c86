package events

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrIterationCap refuses an event that would be beyond its run's cap.
var ErrIterationCap = errors.New("iteration beyond the cap")

// digest hashes parts so that no two different lists collide by concatenation: every part is preceded
// by its length.
func digest(parts ...string) string {
	all := make([]byte, 0, 256) // what most ids are made of fits, and nothing else is allocated
	for _, p := range parts {
		all = append(binary.BigEndian.AppendUint64(all, uint64(len(p))), p...)
	}
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:])
}

// StableID names a thing by what it is: prefix, underscore, 16 hex digits of the parts' hash. The first
// part of everything that belongs to a report is the report's id, so ids are equal across its runs.
func StableID(prefix string, parts ...string) string { return prefix + "_" + digest(parts...)[:16] }

// EventID is the CloudEvents id of an event: equal for repeats, different between runs.
func EventID(run, typ, subject string) string { return digest(run, typ, subject)[:32] }

// ReportID names a report by the SHA-256 (hex) of its file, so the same file is one report.
func ReportID(sha256Hex string) string { return "rep_" + sha256Hex[:16] }

// ClaimID names a claim by report, page and normalised text (decision 9).
func ClaimID(report string, page int, text string) string {
	return StableID("clm", report, fmt.Sprint(page), NormalText(text))
}

// NormalText folds case and white space, the normalisation behind claim identity.
func NormalText(s string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "))
}

// LongestName bounds what an event says of itself: its id, run, key and path. Names of ours have some ten to a
// hundred bytes; index rows and notifications refuse more than some thousand.
const LongestName = 512

// Nameable reports whether s can be a name in every place where names stand: UTF-8 without zero bytes, of a
// length that an index row takes.
func Nameable(s string) bool {
	return len(s) <= LongestName && utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

// Subjects are stable paths. Each is unique within a run together with the event's type.

// ReportSubject is the path of an event about a report outside any run; attempt counts parses, from 1.
func ReportSubject(report string, attempt int) string {
	return fmt.Sprintf("report/%s/a%d", report, attempt)
}

// RunSubject is the path of an event about the run as a whole; parts refine it.
func RunSubject(parts ...string) string { return strings.Join(append([]string{"run"}, parts...), "/") }

// SectionSubject is the path of an event about section n, counted from 1.
func SectionSubject(n int) string { return fmt.Sprintf("section/%d", n) }

// ClaimSubject is the path of an event about a claim; parts refine it.
func ClaimSubject(claim string, parts ...string) string {
	return strings.Join(append([]string{"claim", claim}, parts...), "/")
}

// PassSubject is the path of an event about one pass over a claim: claim/<id>/i2/<parts>.
func PassSubject(claim string, iteration int, parts ...string) string {
	return ClaimSubject(claim, append([]string{fmt.Sprintf("i%d", iteration)}, parts...)...)
}

// FindingID names the n-th finding (from 0) of an agent in one pass; claim is empty for report-level work.
func FindingID(report, claim string, iteration int, agent string, n int) string {
	return StableID("fnd", report, PassSubject(claim, iteration, agent, fmt.Sprint(n)))
}

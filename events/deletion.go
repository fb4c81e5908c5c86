package events

import "fmt"

// Deletion removes a report with all that derives from it: its runs, what they led to, its files. Events are not
// taken from the log; whoever reads it passes over those of the runs, and over attempts at the file up to Attempt.
// The same file can be handed in again: its attempts count on.
type Deletion struct {
	ReportID string   `json:"report_id"`
	SHA256   string   `json:"sha256"`
	Attempt  int      `json:"attempt"` // the latest attempt at reading the file
	Runs     []string `json:"runs"`    // that there were, in ascending order
}

// RunDeletion says on a run's own topic that its report was removed.
type RunDeletion struct {
	ReportID string `json:"report_id"`
}

// DeletionSubject is the path of a report's removal after so many attempts at reading it.
func DeletionSubject(report string, attempt int) string {
	return fmt.Sprintf("report/%s/a%d/deleted", report, attempt)
}

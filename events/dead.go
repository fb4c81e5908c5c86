package events

import (
	"encoding/json"
	"fmt"
)

// DeadStatus is what has become of an event that was given up on.
type DeadStatus string

// The closed set of statuses. A retried letter that comes back is open again.
const (
	LetterOpen      DeadStatus = "open"
	LetterRetried   DeadStatus = "retried"
	LetterDiscarded DeadStatus = "discarded"
)

// DeadDecision is what a person decided about a dead letter: the letter is named by its ce_id, and Round says how
// often its event had been given up on by then. A letter of a later round is undecided, whatever the order in which
// letters and decisions are read.
//
// A decision belongs to no run, although its letter may: it changes nothing that the run has found.
type DeadDecision struct {
	Letter string `json:"letter"`
	Round  int    `json:"round"` // from 1
}

// mostRounds bounds what a decision may claim: nobody retries one event so often.
const mostRounds = 1_000_000

// UnmarshalJSON refuses a decision that can be about no letter of ours.
func (d *DeadDecision) UnmarshalJSON(data []byte) error {
	type plain DeadDecision
	if err := json.Unmarshal(data, (*plain)(d)); err != nil {
		return err
	}
	if !IsEventID(d.Letter) || d.Round < 1 || d.Round > mostRounds {
		return fmt.Errorf("it is about round %d of %.40q, which is no dead letter", d.Round, d.Letter)
	}
	return nil
}

// IsEventID reports whether s has the form that EventID gives.
func IsEventID(s string) bool {
	if len(s) != 32 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

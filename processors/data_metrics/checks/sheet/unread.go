package sheet

import (
	"fmt"

	"github.com/sibyl-project/sibyl/events/phrase"
)

// Unread are the pages of which something was not read, as a picture.
func (s *Sheet) Unread() []int {
	if s.Options.Document == nil {
		return nil
	}
	return s.Options.Document.Unread()
}

// GivesNo says that a report gives nothing of a kind; where some of it was not read, that only the rest gives none.
func GivesNo(what string, unread []int) string {
	if len(unread) == 0 {
		return "the report gives no " + what
	}
	return fmt.Sprintf("what was read of the report gives no %s; something on %s was not read, as a picture", what, phrase.Pages(unread))
}

package embedded

import (
	"errors"
	"fmt"
	"os"
)

// logAtMost is the size beyond which a child's log is set aside at the next start; one old log is kept.
const logAtMost = 4 << 20

// openLog opens a child's log for appending, also across restarts.
func openLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > logAtMost {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, fmt.Errorf("setting aside a long log: %w", err)
		}
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("looking at a log: %w", err)
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening a log: %w", err)
	}
	return log, nil
}

// readFrom is what was written to a log since a size was noted. It only ever decorates another error, so an unreadable
// log is an empty one.
func readFrom(path string, since int64) string {
	text, err := os.ReadFile(path)
	if err != nil || int64(len(text)) < since {
		return ""
	}
	return string(text[since:])
}

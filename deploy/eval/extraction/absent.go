package extraction

import "errors"

// ErrAbsent says that labels or reports are not on this machine: what needs them is passed over, with this reason.
var ErrAbsent = errors.New("they are not on this machine")

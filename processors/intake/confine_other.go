//go:build !linux

package intake

import (
	"os/exec"
	"time"
)

// confine: elsewhere the parent's limits of time and output are all there is.
func confine(time.Duration, int64) error { return nil }

func bindToUs(*exec.Cmd) {}

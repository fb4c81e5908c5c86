package stream

import (
	"errors"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
)

// Only a process that still holds the member id it committed with was fenced by another one.
func TestAFencedCommitIsFinalOnlyUnderTheSameMemberID(t *testing.T) {
	for _, c := range []struct {
		name, current string
		broker, want  error
	}{
		{"another process holds the instance id", "a-1", kerr.FencedInstanceID, errFenced},
		{"it has joined again itself", "a-2", kerr.FencedInstanceID, errMemberReplaced},
		{"it is joining again", "", kerr.FencedInstanceID, errMemberReplaced},
		{"the broker refuses for another reason", "a-2", kerr.OffsetMetadataTooLarge, kerr.OffsetMetadataTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			wr := &writer{current: func() string { return c.current }}
			err := wr.commitError(c.broker, membership{member: "a-1"}, "claims.routed", 3)
			for _, e := range []error{errFenced, errMemberReplaced, kerr.OffsetMetadataTooLarge} {
				if got, want := errors.Is(err, e), errors.Is(c.want, e); got != want {
					t.Errorf("%v: is %q %v, want %v", err, e, got, want)
				}
			}
		})
	}
}

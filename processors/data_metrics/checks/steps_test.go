package checks_test

import "testing"

func TestStepsOfTargetsWithTheYearFirst(t *testing.T) {
	for _, c := range []struct{ check, text, want string }{
		{"interim_targets", "Die Emissionen sollen bis 2027 um 50 % und bis 2030 um 42 % zurückgehen.", "asks for less"},
		{"interim_targets", "Die Emissionen sollen bis 2027 um 42 % und bis 2030 um 50 % zurückgehen.", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			expectSaid(t, c.text, c.check, c.want, func() []string { return failuresOf(said([]string{c.text}), c.check) })
		})
	}
}

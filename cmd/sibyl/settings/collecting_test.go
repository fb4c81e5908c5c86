package settings

import "testing"

func TestTheHeapGrowsByLessBeyondTheLimit(t *testing.T) {
	const mb = 1 << 20
	for live, want := range map[uint64]int{
		0: 100, 10 * mb: 100, 90 * mb: 100, 100 * mb: 80, 110 * mb: 63, 120 * mb: 50, 140 * mb: 35, 160 * mb: 35, 170 * mb: 75, 1000 * mb: 75,
	} {
		if got := growth(live, 0, 180*mb); got != want {
			t.Errorf("of %d MB that live: %d percent, want %d", live/mb, got, want)
		}
	}
}

func TestASmallHeapGrowsToTheFloor(t *testing.T) {
	const mb = 1 << 20
	for live, want := range map[uint64]int{0: 100, 4 * mb: 300, 15 * mb: 300, 20 * mb: 200, 30 * mb: 100, 50 * mb: 100, 120 * mb: 50} {
		if got := growth(live, 60*mb, 180*mb); got != want {
			t.Errorf("of %d MB that live: %d percent, want %d", live/mb, got, want)
		}
	}
}

package imagery

import (
	"math"
	"testing"
)

// TestIndexByHand: (near infrared - red) / (near infrared + red), each with its offset added first.
func TestIndexByHand(t *testing.T) {
	for _, tc := range []struct {
		name     string
		red, nir uint16
		offset   int
		want     float64 // NaN: there is none
	}{
		{"leaves", 400, 3600, 0, 0.8}, // 3200 / 4000
		{"the same leaves, shifted by 1000", 1400, 4600, -1000, 0.8},
		{"shifted and not corrected", 1400, 4600, 0, 3200.0 / 6000}, // 0.5333: a fall that is none
		{"bare ground", 2000, 3000, 0, 0.2},
		{"water", 600, 200, 0, -0.5},
		{"water, shifted", 1600, 1200, -1000, -0.5},
		{"dark red below nothing counts as nothing", 950, 2000, -1000, 1},
		{"both below nothing", 950, 990, -1000, math.NaN()},
		{"no data", 0, 3600, 0, math.NaN()},
		{"no data in the other band", 400, 0, 0, math.NaN()},
		{"the largest numbers", 65535, 65535, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := float64(index(tc.red, tc.nir, tc.offset))
			if math.IsNaN(got) != math.IsNaN(tc.want) || math.Abs(got-tc.want) > 1e-6 {
				t.Errorf("%g, want %g", got, tc.want)
			}
		})
	}
}

// TestStatisticsByHand: six pixels, one of them without a value and one beside the place.
func TestStatisticsByHand(t *testing.T) {
	values := []float32{0.8, 0.7, 0.4, 0.1, missing, -0.9}
	s := statistics(values, func(i int) bool { return i < 5 })
	// (0.8 + 0.7 + 0.4 + 0.1) / 4 = 0.5; mean of squares (0.64 + 0.49 + 0.16 + 0.01) / 4 = 0.325; sqrt(0.325 - 0.25) = 0.2739
	want := Statistics{Pixels: 5, Valid: 4, Mean: 0.5, Deviation: 0.2739, Vegetation: 0.75, Dense: 0.5}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if s := statistics(values, func(i int) bool { return i == 4 }); s.Valid != 0 || s.Mean != 0 {
		t.Errorf("of nothing: %+v", s)
	}
	edge := statistics([]float32{0.3, 0.6}, func(int) bool { return true })
	if edge.Vegetation != 0.5 || edge.Dense != 0 { // both thresholds are "more than"
		t.Errorf("at the thresholds: %+v", edge)
	}
	m := mean([][]float32{{0.2, missing, missing}, {0.4, 0.6, missing}})
	if math.Abs(float64(m[0])-0.3) > 1e-6 || math.Abs(float64(m[1])-0.6) > 1e-6 || m[2] == m[2] {
		t.Errorf("mean of two scenes: %v", m)
	}
}

func TestUncertaintyByHand(t *testing.T) {
	for _, tc := range []struct {
		before, after []float64
		want          float64
	}{
		// one scene a side: 2 sqrt(2 * 0.03^2 + 0.05^2 + 0.05^2) = 2 sqrt(0.0018 + 0.005) = 0.1649
		{[]float64{0.7}, []float64{0.5}, 0.1649},
		// two scenes 0.1 apart: variance 0.005, halved 0.0025; with 0.0025 of the other side: 2 sqrt(0.0018 + 0.005) = 0.1649
		{[]float64{0.6, 0.7}, []float64{0.5}, 0.1649},
		// three alike on both sides: 2 sqrt(0.0018) = 0.0849
		{[]float64{0.7, 0.7, 0.7}, []float64{0.5, 0.5, 0.5}, 0.0849},
	} {
		if got := uncertainty(tc.before, tc.after); got != tc.want {
			t.Errorf("%v %v: %g, want %g", tc.before, tc.after, got, tc.want)
		}
	}
}

func TestClassesThatShowTheGround(t *testing.T) {
	for class, want := range map[uint16]bool{
		0: false, 1: false, 2: false, 3: false, 4: true, 5: true, 6: true, 7: true, 8: false, 9: false, 10: false, 11: false, 255: false,
	} {
		if clear(class) != want {
			t.Errorf("class %d: %t", class, !want)
		}
	}
}

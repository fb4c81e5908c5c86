package imagery

import (
	"math"
	"testing"
)

// TestPointsStandWhereOthersPutThem compares with PROJ (pyproj 3.7.2).
func TestPointsStandWhereOthersPutThem(t *testing.T) {
	for _, tc := range []struct {
		epsg                          int
		latitude, longitude, east, no float64
	}{
		{32632, 46.95, 9.3, 522828.93421, 5199651.49057}, {32749, -7.16, 112.65, 682205.98146, 9208236.55619},
		{32631, 51.69, 4.59, 609903.48144, 5727756.76066}, {32721, -3.4653, -58.38, 346704.63349, 9616863.94274},
		{32601, 65, -177.5, 476421.86188, 7208547.82254}, {32660, 0, 177, 500000, 0},
		{32756, -33.8688, 151.2093, 334368.63365, 6250948.34539}, {32632, 46.95, 12.4, 758717.80999, 5205220.54319},
	} {
		z, err := zoneOf(tc.epsg)
		if err != nil {
			t.Fatal(err)
		}
		if e, n := z.project(tc.latitude, tc.longitude); math.Abs(e-tc.east) > 0.001 || math.Abs(n-tc.no) > 0.001 {
			t.Errorf("EPSG:%d %g %g: %.5f %.5f", tc.epsg, tc.latitude, tc.longitude, e, n)
		}
	}
	for _, epsg := range []int{0, 4326, 32600, 32661, 32700, 32761} {
		if _, err := zoneOf(epsg); err == nil {
			t.Errorf("EPSG:%d is taken for a zone", epsg)
		}
	}
}

func TestBoxes(t *testing.T) {
	b := Around(-7.16, 112.65, 2_000, 1_000)
	if h := b.Hectares(); math.Abs(h-200) > 0.5 {
		t.Errorf("%.2f ha", h)
	}
	if h := b.Wider(2).Hectares(); math.Abs(h-800) > 2 || !b.Wider(2).Holds(b) || b.Holds(b.Wider(2)) {
		t.Errorf("twice as wide: %.2f ha", h)
	}
	for _, bad := range []Box{{}, {10, 0, 9, 1}, {179, 0, 181, 1}, {0, 85, 1, 86}, {0, -82, 1, -81}} {
		if bad.valid() {
			t.Errorf("%+v can be asked for", bad)
		}
	}
	z := zone{49, true}
	r := z.around(b)
	if w, h := r.right-r.left, r.top-r.bottom; math.Abs(w-2_000) > 20 || math.Abs(h-1_000) > 20 {
		t.Errorf("%.1f by %.1f metres", w, h)
	}
}

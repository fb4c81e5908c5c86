package imagery

import "math"

// Thresholds of the index, and what may be read into a difference.
const (
	Vegetation = 0.3
	Dense      = 0.6
	Change     = 0.1

	// instrument is how far off the index of a clear scene may be (one standard deviation): reflectances of this product
	// are specified to a few per cent, and the index of vegetation inherits two to three hundredths.
	instrument = 0.03
	// seasonal is the spread between scenes of one season that is taken where there is only one scene.
	seasonal = 0.05
)

// missing marks a pixel without a value.
var missing = float32(math.NaN())

// index is the normalised difference vegetation index of one pixel: near infrared less red by their sum. Both are
// digital numbers, of which 0 means that there is none; offset is what has to be added to them. A reflectance below
// nothing is noise of a dark surface, and nothing.
func index(red, nir uint16, offset int) float32 {
	if red == 0 || nir == 0 {
		return missing
	}
	r, n := max(int(red)+offset, 0), max(int(nir)+offset, 0)
	if r+n == 0 {
		return missing
	}
	return float32(n-r) / float32(n+r)
}

// clear reports whether a class of the scene classification shows the ground: vegetation, bare soil, water, and what
// was left unclassified. The others are clouds, their shadows, snow, and pixels that are broken or not there.
func clear(class uint16) bool { return class >= 4 && class <= 7 }

// Statistics are those of the pixels of a place in one scene, or of the mean of several.
type Statistics struct {
	Pixels     int     // of the place
	Valid      int     // of them, with a value
	Mean       float64 // of the index
	Deviation  float64 // between pixels
	Vegetation float64 // share of the valid ones
	Dense      float64
}

// statistics of the pixels that are wanted.
func statistics(values []float32, wanted func(i int) bool) Statistics {
	var s Statistics
	var sum, squares float64
	var vegetation, dense int
	for i, v := range values {
		if !wanted(i) {
			continue
		}
		s.Pixels++
		if math.IsNaN(float64(v)) {
			continue
		}
		s.Valid++
		sum += float64(v)
		squares += float64(v) * float64(v)
		if v > Vegetation {
			vegetation++
		}
		if v > Dense {
			dense++
		}
	}
	if s.Valid == 0 {
		return s
	}
	n := float64(s.Valid)
	mean := sum / n
	s.Mean, s.Deviation = round(mean), round(math.Sqrt(max(squares/n-mean*mean, 0)))
	s.Vegetation, s.Dense = round(float64(vegetation)/n), round(float64(dense)/n)
	return s
}

// round keeps four places, so that machines that multiply and add in one go say the same.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// mean of rasters of one shape, pixel by pixel, over those that have a value.
func mean(rasters [][]float32) []float32 {
	out := make([]float32, len(rasters[0]))
	for i := range out {
		var sum float32
		n := 0
		for _, r := range rasters {
			if v := r[i]; v == v { // it is a number
				sum += v
				n++
			}
		}
		out[i] = missing
		if n > 0 {
			out[i] = sum / float32(n)
		}
	}
	return out
}

// spread is the standard deviation between the means of scenes, or what is taken for it of a single one.
func spread(means []float64) float64 {
	if len(means) < 2 {
		return seasonal
	}
	var sum, squares float64
	for _, m := range means {
		sum += m
	}
	middle := sum / float64(len(means))
	for _, m := range means {
		squares += (m - middle) * (m - middle)
	}
	return math.Sqrt(squares / float64(len(means)-1))
}

// uncertainty of the difference of two means of scenes, at about 95 % (two standard deviations).
func uncertainty(before, after []float64) float64 {
	b, a := spread(before), spread(after)
	return round(2 * math.Sqrt(2*instrument*instrument+b*b/float64(max(len(before), 1))+a*a/float64(max(len(after), 1))))
}

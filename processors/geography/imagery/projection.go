package imagery

import (
	"fmt"
	"math"
)

// Box is a rectangle on earth in degrees. None crosses the 180th meridian here.
type Box struct{ West, South, East, North float64 }

// perDegree is how many metres a degree of latitude has.
const perDegree = 111_320

// Around is the box of a size in metres around a point.
func Around(latitude, longitude, width, height float64) Box {
	dLat := height / 2 / perDegree
	dLong := width / 2 / (perDegree * math.Cos(latitude*math.Pi/180))
	return Box{longitude - dLong, latitude - dLat, longitude + dLong, latitude + dLat}
}

// Wider is a box with the same middle whose sides are times as long.
func (b Box) Wider(times float64) Box {
	dx, dy := (b.East-b.West)/2*(times-1), (b.North-b.South)/2*(times-1)
	return Box{b.West - dx, b.South - dy, b.East + dx, b.North + dy}
}

// Hectares is the area of a box.
func (b Box) Hectares() float64 {
	middle := (b.South + b.North) / 2 * math.Pi / 180
	return (b.East - b.West) * perDegree * math.Cos(middle) * (b.North - b.South) * perDegree / 10_000
}

// Holds reports whether another box lies within.
func (b Box) Holds(o Box) bool {
	return b.West <= o.West && b.South <= o.South && b.East >= o.East && b.North >= o.North
}

// valid reports whether satellites can be asked for a box: beyond 80 degrees the projection ends, and a box over the
// 180th meridian would be two.
func (b Box) valid() bool {
	return b.West < b.East && b.South < b.North && b.West >= -180 && b.East <= 180 && b.South >= -80 && b.North <= 84
}

// rect is a rectangle in metres of a projection.
type rect struct{ left, bottom, right, top float64 }

// zone is a strip of six degrees of the Universal Transverse Mercator projection.
type zone struct {
	number int
	south  bool
}

// zoneOf reads the code that the European Petroleum Survey Group gave a zone on WGS 84.
func zoneOf(epsg int) (zone, error) {
	switch {
	case epsg > 32600 && epsg <= 32660:
		return zone{epsg - 32600, false}, nil
	case epsg > 32700 && epsg <= 32760:
		return zone{epsg - 32700, true}, nil
	}
	return zone{}, fmt.Errorf("its projection EPSG:%d is none that is read here", epsg)
}

// The ellipsoid WGS 84 and the projection's own numbers.
const (
	axis       = 6_378_137.0
	flattening = 1 / 298.257223563
	shrink     = 0.9996
	falseEast  = 500_000.0
	falseNorth = 10_000_000.0 // in the south
)

// project gives the metres of a point by Krüger's series to the fourth order, which is exact to well below a
// millimetre within the zone.
func (z zone) project(latitude, longitude float64) (east, north float64) {
	n := flattening / (2 - flattening)
	n2, n3, n4 := n*n, n*n*n, n*n*n*n
	radius := axis / (1 + n) * (1 + n2/4 + n4/64)
	series := [...]float64{
		n/2 - 2*n2/3 + 5*n3/16 + 41*n4/180,
		13*n2/48 - 3*n3/5 + 557*n4/1440,
		61*n3/240 - 103*n4/140,
		49561 * n4 / 161280,
	}
	phi := latitude * math.Pi / 180
	lambda := (longitude - float64(z.number*6-183)) * math.Pi / 180
	e := math.Sqrt(flattening * (2 - flattening))
	t := math.Sinh(math.Atanh(math.Sin(phi)) - e*math.Atanh(e*math.Sin(phi)))
	xi, eta := math.Atan2(t, math.Cos(lambda)), math.Atanh(math.Sin(lambda)/math.Sqrt(1+t*t))
	x, y := eta, xi
	for i, a := range series {
		k := float64(2 * (i + 1))
		x += a * math.Cos(k*xi) * math.Sinh(k*eta)
		y += a * math.Sin(k*xi) * math.Cosh(k*eta)
	}
	east, north = falseEast+shrink*radius*x, shrink*radius*y
	if z.south {
		north += falseNorth
	}
	return east, north
}

// around is the smallest rectangle of the zone that holds a box: its sides are curved there, so that its corners alone
// would not do.
func (z zone) around(b Box) rect {
	r := rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	const steps = 8
	for i := range steps + 1 {
		for j := range steps + 1 {
			if i != 0 && i != steps && j != 0 && j != steps {
				continue
			}
			x, y := z.project(b.South+(b.North-b.South)*float64(i)/steps, b.West+(b.East-b.West)*float64(j)/steps)
			r.left, r.right = min(r.left, x), max(r.right, x)
			r.bottom, r.top = min(r.bottom, y), max(r.top, y)
		}
	}
	return r
}

package encoder

// packed are the weights of a linear step as the kernel in C reads them: for every eight outputs a list of steps, each of four inputs.
type packed struct {
	weights []int8   // 32 of each step: four of the first output, four of the second, and so on
	places  []uint16 // of each step: where its inputs are in a row
	ends    []int32  // of each eight outputs: the step after their last
	begins  []int32  // of each output: what its sum begins with
}

// The shape of a step, and what is added to inputs, which are then from 0 to 254.
const (
	panel     = 8
	stepOf    = 4
	middle    = 127
	mostOfTwo = 129 // sizes of two weights of one sign, at the most: 254 times as much is what 16 bits hold
)

// A step's inputs stand in a row as they are, and then with every second one turned round.
const (
	plainForm  = 0
	turnedForm = stepOf
	bothForms  = 2 * stepOf
)

// pack makes the steps of a matrix. A step takes its inputs in the form in which no two weights, the second of which is turned round with its
// input, can give a sum that is too large. Where some need one form and some the other there are two steps, each with the weights of its own:
// two that are too large in one form are small enough in the other.
func pack(r *matrix) *packed {
	p := &packed{begins: make([]int32, r.rows)}
	steps := r.rows / panel * (r.columns / stepOf)
	most := steps + steps/5 // of usual weights; there may be more
	p.weights, p.places = make([]int8, 0, stepOf*panel*most), make([]uint16, 0, most)
	var rows [panel]string
	for from := 0; from < r.rows; from += panel {
		for o := range rows {
			rows[o] = r.values[(from+o)*r.columns:][:r.columns]
		}
		begins := (*[panel]int32)(p.begins[from:])
		for k := 0; k < r.columns; k += stepOf {
			p.step(&rows, begins, k)
		}
		p.ends = append(p.ends, int32(len(p.places)))
	}
	return p
}

// step adds what eight outputs make of four inputs.
func (p *packed) step(rows *[panel]string, begins *[panel]int32, k int) {
	var plain [panel * stepOf]int8
	largestSum, largestDifference := 0, 0 // of two weights, in size
	for o := range rows {
		w := rows[o][k : k+stepOf]
		a, b, c, d := int(int8(w[0])), int(int8(w[1])), int(int8(w[2])), int(int8(w[3]))
		to := plain[o*stepOf:][:stepOf]
		to[0], to[1], to[2], to[3] = int8(a), int8(b), int8(c), int8(d)
		largestSum = max(largestSum, a+b, -a-b, c+d, -c-d)
		largestDifference = max(largestDifference, a-b, b-a, c-d, d-c)
	}
	place := bothForms / stepOf * k
	if largestSum <= mostOfTwo {
		p.add(begins, &plain, place+plainForm)
		return
	}
	var turned [panel * stepOf]int8
	for at := 0; at < len(plain); at += 2 {
		a, b := int(plain[at]), int(plain[at+1])
		if sum := max(a+b, -a-b); largestDifference <= mostOfTwo || sum > mostOfTwo {
			turned[at], turned[at+1] = int8(a), int8(-b)
			plain[at], plain[at+1] = 0, 0
		}
	}
	p.add(begins, &turned, place+turnedForm)
	if largestDifference > mostOfTwo {
		p.add(begins, &plain, place+plainForm)
	}
}

// add adds a step, and takes from the sums what it adds to the inputs.
func (p *packed) add(begins *[panel]int32, weights *[panel * stepOf]int8, place int) {
	p.weights, p.places = append(p.weights, weights[:]...), append(p.places, uint16(place))
	for o := range begins {
		w := weights[o*stepOf:][:stepOf]
		begins[o] -= middle * (int32(w[0]) + int32(w[1]) + int32(w[2]) + int32(w[3]))
	}
}

package encoder

import "slices"

// packed are the weights of a linear step as the kernel in C reads them: for every eight outputs a list of steps, each of four inputs. Those
// that come first are in pairs, whose products may be added up in sixteen bits.
type packed struct {
	weights []int8   // 32 of each step: four of the first output, four of the second, and so on
	places  []uint16 // of each step: where its inputs are in a row
	pairs   []int32  // of each eight outputs: how many pairs of steps they begin with
	ends    []int32  // of each eight outputs: the step after their last
	begins  []int32  // of each output: what its sum begins with
}

// The shape of a step, and what is added to inputs, which are then from 0 to 254.
const (
	panel        = 8
	stepOf       = 4
	middle       = 127
	mostTogether = 129 // sizes of the weights of one sign whose products are added up in 16 bits, at the most: 254 times as much is what they hold
)

// A step's inputs stand in a row as they are, and then with every second one turned round.
const (
	plainForm  = 0
	turnedForm = stepOf
	bothForms  = 2 * stepOf
)

// loads are, of each sum in 16 bits that a step adds to, how much its positive and its negative weights come to: two such sums for each output.
type loads [panel * stepOf]uint8

// form is a step as it reads its inputs, plain or turned round.
type form struct {
	weights [panel * stepOf]int8
	place   uint16
	loads   loads
	heavy   uint8 // the largest load
}

// step is four inputs of eight outputs in the forms that fit into 16 bits, one or two, the lighter one first.
type step struct {
	forms [2]form
	fit   int
}

// pack makes the steps of a matrix. A step takes its inputs in a form in which no two weights, the second of which is turned round with its
// input, can give a sum that is too large. Where some need one form and some the other there are two steps, each with the weights of its own:
// two that are too large in one form are small enough in the other.
func pack(r *matrix) *packed {
	p := &packed{begins: make([]int32, r.rows)}
	steps := r.rows / panel * (r.columns / stepOf)
	most := steps + steps/5 // of usual weights; there may be more
	p.weights, p.places = make([]int8, 0, stepOf*panel*most), make([]uint16, 0, most)
	var rows [panel]string
	var made []step
	for from := 0; from < r.rows; from += panel {
		for o := range rows {
			rows[o] = r.values[(from+o)*r.columns:][:r.columns]
		}
		made = made[:0]
		for k := 0; k < r.columns; k += stepOf {
			made = stepsOf(made, &rows, k)
		}
		p.add((*[panel]int32)(p.begins[from:]), made)
		p.ends = append(p.ends, int32(len(p.places)))
	}
	return p
}

// stepsOf adds to some steps what eight outputs make of four inputs.
func stepsOf(all []step, rows *[panel]string, k int) []step {
	place := uint16(bothForms / stepOf * k)
	plain, turned := form{place: place + plainForm}, form{place: place + turnedForm}
	for o := range rows {
		w := rows[o][k : k+stepOf]
		for i := range stepOf {
			plain.weights[o*stepOf+i], turned.weights[o*stepOf+i] = int8(w[i]), int8(w[i])
			if i%2 == 1 {
				turned.weights[o*stepOf+i] = -int8(w[i])
			}
		}
	}
	plain.weigh()
	turned.weigh()
	fits := func(f *form) bool { return f.heavy <= mostTogether }
	switch {
	case fits(&plain) && fits(&turned):
		if turned.heavy < plain.heavy {
			plain, turned = turned, plain
		}
		return append(all, step{forms: [2]form{plain, turned}, fit: 2})
	case fits(&plain):
		return append(all, step{forms: [2]form{plain}, fit: 1})
	case fits(&turned):
		return append(all, step{forms: [2]form{turned}, fit: 1})
	}
	for at := 0; at < len(plain.weights); at += 2 { // what is too large in its plain form goes to the other
		of := &turned
		if max(plain.loads[at], plain.loads[at+1]) > mostTogether {
			of = &plain
		}
		of.weights[at], of.weights[at+1] = 0, 0
	}
	plain.weigh()
	turned.weigh()
	return append(all, step{forms: [2]form{turned}, fit: 1}, step{forms: [2]form{plain}, fit: 1})
}

// weigh says what each sum of a form comes to at the most.
func (f *form) weigh() {
	f.heavy = 0
	for at := 0; at < len(f.weights); at += 2 {
		a, b := int(f.weights[at]), int(f.weights[at+1])
		up, down := uint8(max(a, 0)+max(b, 0)), uint8(max(-a, 0)+max(-b, 0))
		f.loads[at], f.loads[at+1] = up, down
		f.heavy = max(f.heavy, up, down)
	}
}

// tried is how many steps are looked at for one that a step can be paired with: of trained weights four in five find one.
const tried = 24

// add adds a panel's steps: heavy ones look among the lightest for one that they can be added up with.
func (p *packed) add(begins *[panel]int32, steps []step) {
	var alone []*form
	begin, order := len(p.places), byWeight(steps)
	for len(order) > 0 {
		heavy := &steps[order[0]]
		order = order[1:]
		var a, b *form
		for k := len(order) - 1; k >= max(0, len(order)-tried) && a == nil; k-- {
			if a, b = fitting(heavy, &steps[order[k]]); a != nil {
				order = slices.Delete(order, k, k+1)
			}
		}
		if a == nil {
			alone = append(alone, &heavy.forms[0])
			continue
		}
		p.append(begins, a)
		p.append(begins, b)
	}
	p.pairs = append(p.pairs, int32((len(p.places)-begin)/2))
	for _, f := range alone {
		p.append(begins, f)
	}
}

// byWeight are the places of steps, the heaviest first. There are few weights: they are counted, not compared.
func byWeight(steps []step) []int32 {
	var from [mostTogether + 2]int32
	for i := range steps {
		from[mostTogether-int(steps[i].forms[0].heavy)+1]++
	}
	for w := range len(from) - 1 {
		from[w+1] += from[w]
	}
	order := make([]int32, len(steps))
	for i := range steps {
		at := &from[mostTogether-int(steps[i].forms[0].heavy)]
		order[*at] = int32(i)
		*at++
	}
	return order
}

// fitting are the forms of two steps in which their sums may be added up in 16 bits, nil if there are none.
func fitting(x, y *step) (a, b *form) {
	for i := range x.fit {
		for k := range y.fit {
			if a, b = &x.forms[i], &y.forms[k]; a.loads.hold(&b.loads) {
				return a, b
			}
		}
	}
	return nil, nil
}

// hold reports whether others can be added to the loads.
func (l *loads) hold(others *loads) bool {
	for i, v := range l {
		if int(v)+int(others[i]) > mostTogether {
			return false
		}
	}
	return true
}

// append adds a step, and takes from the sums what it adds to the inputs.
func (p *packed) append(begins *[panel]int32, f *form) {
	p.weights, p.places = append(p.weights, f.weights[:]...), append(p.places, f.place)
	for o := range begins {
		w := f.weights[o*stepOf:][:stepOf]
		begins[o] -= middle * (int32(w[0]) + int32(w[1]) + int32(w[2]) + int32(w[3]))
	}
}

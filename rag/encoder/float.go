package encoder

import "math"

// The functions in this file and in kernel_amd64.c are the same, operation for operation. A product that is added to
// something is converted to float32 by name: without that, Go may fuse the two steps on some processors.

// near is added to a number and subtracted again to round it to a whole one, half to even.
const near = 12582912 // 1.5 * 2^23

// exp is e^x for x <= 0, as in Cephes: x is parted into a multiple of ln 2 and a rest, whose power is a polynomial.
// Below -87 the result is that of -87, about 1e-38.
func exp(x float32) float32 {
	if !(x > -87) {
		x = -87
	}
	n := float32(float32(x*1.44269504)+near) - near
	x -= float32(n * 0.693359375)
	x -= float32(n * -2.12194440e-4)
	p := float32(1.9875691500e-4)
	p = float32(p*x) + 1.3981999507e-3
	p = float32(p*x) + 8.3334519073e-3
	p = float32(p*x) + 4.1665795894e-2
	p = float32(p*x) + 1.6666665459e-1
	p = float32(p*x) + 5.0000001201e-1
	p = float32(float32(p*x)*x) + x
	p++
	return float32(p * math.Float32frombits(uint32(int32(n)+127)<<23))
}

// gelu is x times the share of a normal distribution that lies below x, by formula 7.1.28 of Abramowitz and Stegun,
// whose error is below 3e-7. The power may become infinite; then the tail is 0, as it should be.
func gelu(x float32) float32 {
	size := max(x, -x)
	z := float32(size * 0.70710678)
	p := float32(0.0000430638)
	p = float32(p*z) + 0.0002765672
	p = float32(p*z) + 0.0001520143
	p = float32(p*z) + 0.0092705272
	p = float32(p*z) + 0.0422820123
	p = float32(p*z) + 0.0705230784
	p = float32(p*z) + 1
	p = float32(p * p)
	p = float32(p * p)
	p = float32(p * p)
	p = float32(p * p)
	return max(x, 0) - float32(size*0.5)/p
}

// dot is made of four sums, each in order: one sum alone would wait for itself at every step.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float32(a[i] * b[i])
		s1 += float32(a[i+1] * b[i+1])
		s2 += float32(a[i+2] * b[i+2])
		s3 += float32(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float32(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// fold adds eight sums.
func fold(s *[8]float32) float32 {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// normalise gives a row mean 0 and variance 1, and then weight and bias.
func normalise(x []float32, w *norm) {
	var s [8]float32
	for i := 0; i < len(x); i += 8 {
		for j, v := range x[i : i+8 : i+8] {
			s[j] += v
		}
	}
	mean := fold(&s) / float32(len(x))
	s = [8]float32{}
	for i := 0; i < len(x); i += 8 {
		for j, v := range x[i : i+8 : i+8] {
			v -= mean
			s[j] += float32(v * v)
		}
	}
	variance := fold(&s) / float32(len(x))
	scale := 1 / float32(math.Sqrt(float64(variance+w.epsilon)))
	for i, v := range x {
		x[i] = float32(float32((v-mean)*scale)*w.weight[i]) + w.bias[i]
	}
}

// roundRow rounds a row so that its largest value becomes ±127. A row of next to nothing becomes nothing.
func roundRow(q []int16, x []float32) (scale float32) {
	var most float32
	for _, v := range x {
		most = max(most, v, -v)
	}
	if !(most >= 1e-30) {
		clear(q[:len(x)])
		return 0
	}
	by := 127 / most
	for i, v := range x {
		q[i] = int16(float32(float32(v*by)+near) - near)
	}
	return most / 127
}

// softmax turns scores into shares that are yet to be divided by what it returns. There is room for whole eights.
func softmax(scores []float32, n int) (sum float32) {
	most := scores[0]
	for _, v := range scores[1:n] {
		most = max(most, v)
	}
	var s [8]float32
	for i, v := range scores[:n] {
		scores[i] = exp(v - most)
		s[i%8] += scores[i]
	}
	return fold(&s)
}

// headScale is what the products of query and key are multiplied with.
func headScale(size int) float32 { return float32(1 / math.Sqrt(float64(size))) }

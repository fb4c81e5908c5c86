package encoder

import "testing"

// A kernel in C that writes beyond a buffer damages whatever lies behind it: the garbage collector finds out later, if anybody does.
func TestKernelsStayWithinADesk(t *testing.T) {
	const canary = 1.5
	for _, a := range []Architecture{{Width: 256, Heads: 4, Inner: 1024}, {Width: 384, Heads: 12, Inner: 1536}, {Width: 96, Heads: 12, Inner: 48}} {
		for _, k := range here() {
			d := newDesk(&a)
			guarded := func(x *[]float32) []float32 {
				all := make([]float32, len(*x)+64)
				*x = all[:len(*x)]
				behind := all[len(*x):]
				for i := range behind {
					behind[i] = canary
				}
				return behind
			}
			behind := map[string][]float32{"keys": guarded(&d.keys), "shares": guarded(&d.shares), "out": guarded(&d.out)}
			for n := 1; n <= largestGroup; n++ {
				for i := range d.looks[:n*3*a.Width] {
					d.looks[i] = float32(i%7) - 3
				}
				k.attend(d.out[len(d.out)-n*a.Width:], d.looks, n, a.Width, a.Heads, d)
			}
			for name, values := range behind {
				for _, v := range values {
					if v != canary {
						t.Fatalf("%s, width %d: written beyond the %s", k.name(), a.Width, name)
					}
				}
			}
		}
	}
}

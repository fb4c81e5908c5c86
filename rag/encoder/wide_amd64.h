/* Functions of sixteen values at a time for processors with AVX-512, operation for operation those of float.go. The processor has instructions that
   fuse a product and a sum: the compiler is told to make none of them for the whole of a file that includes this. */

#pragma GCC optimize("fp-contract=off")
#pragma STDC FP_CONTRACT OFF

#include <float.h>
#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx512f")))
#define INLINE16 WIDE static inline __attribute__((always_inline))

INLINE16 __m512 all16(float x) { return _mm512_set1_ps(x); }

/* p*x + c, rounded twice */
INLINE16 __m512 step16(__m512 p, __m512 x, float c) { return _mm512_add_ps(_mm512_mul_ps(p, x), all16(c)); }

INLINE16 __m512 exp16(__m512 x) {
	x = _mm512_max_ps(x, all16(-87));
	__m512 n = _mm512_roundscale_ps(_mm512_mul_ps(x, all16(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
	x = _mm512_sub_ps(x, _mm512_mul_ps(n, all16(0.693359375f)));
	x = _mm512_sub_ps(x, _mm512_mul_ps(n, all16(-2.12194440e-4f)));
	__m512 p = all16(1.9875691500e-4f);
	p = step16(p, x, 1.3981999507e-3f);
	p = step16(p, x, 8.3334519073e-3f);
	p = step16(p, x, 4.1665795894e-2f);
	p = step16(p, x, 1.6666665459e-1f);
	p = step16(p, x, 5.0000001201e-1f);
	p = _mm512_add_ps(_mm512_mul_ps(_mm512_mul_ps(p, x), x), x);
	p = _mm512_add_ps(p, all16(1));
	__m512i power = _mm512_slli_epi32(_mm512_add_epi32(_mm512_cvtps_epi32(n), _mm512_set1_epi32(127)), 23);
	return _mm512_mul_ps(p, _mm512_castsi512_ps(power));
}

INLINE16 __m512 gelu16(__m512 x) {
	__m512 size = _mm512_abs_ps(x);
	__m512 z = _mm512_mul_ps(size, all16(0.70710678f));
	__m512 p = all16(0.0000430638f);
	p = step16(p, z, 0.0002765672f);
	p = step16(p, z, 0.0001520143f);
	p = step16(p, z, 0.0092705272f);
	p = step16(p, z, 0.0422820123f);
	p = step16(p, z, 0.0705230784f);
	p = step16(p, z, 1);
	p = _mm512_mul_ps(p, p);
	p = _mm512_mul_ps(p, p);
	p = _mm512_mul_ps(p, p);
	p = _mm512_mul_ps(p, p);
	__m512 tail = _mm512_div_ps(_mm512_mul_ps(size, all16(0.5f)), p);
	return _mm512_sub_ps(_mm512_max_ps(x, _mm512_setzero_ps()), tail);
}

/* The largest of sixteen. */
INLINE16 float most16(__m512 s) { return _mm512_reduce_max_ps(s); }

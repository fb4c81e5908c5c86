/* Functions of eight values at a time for processors with AVX2, operation for operation those of float.go. The targets have
   no instruction that fuses a product and a sum, whatever the compiler is told from outside. */

#include <float.h>
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2,no-fma,no-fma4,no-avx512f")))
#define INLINE AVX2 static inline __attribute__((always_inline))

INLINE __m256 all(float x) { return _mm256_set1_ps(x); }

/* p*x + c, rounded twice */
INLINE __m256 step(__m256 p, __m256 x, float c) { return _mm256_add_ps(_mm256_mul_ps(p, x), all(c)); }

INLINE __m256 exp8(__m256 x) {
	x = _mm256_max_ps(x, all(-87));
	__m256 n = _mm256_round_ps(_mm256_mul_ps(x, all(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
	x = _mm256_sub_ps(x, _mm256_mul_ps(n, all(0.693359375f)));
	x = _mm256_sub_ps(x, _mm256_mul_ps(n, all(-2.12194440e-4f)));
	__m256 p = all(1.9875691500e-4f);
	p = step(p, x, 1.3981999507e-3f);
	p = step(p, x, 8.3334519073e-3f);
	p = step(p, x, 4.1665795894e-2f);
	p = step(p, x, 1.6666665459e-1f);
	p = step(p, x, 5.0000001201e-1f);
	p = _mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(p, x), x), x);
	p = _mm256_add_ps(p, all(1));
	__m256i power = _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
	return _mm256_mul_ps(p, _mm256_castsi256_ps(power));
}

INLINE __m256 size8(__m256 x) { return _mm256_andnot_ps(all(-0.0f), x); }

INLINE __m256 gelu8(__m256 x) {
	__m256 size = size8(x);
	__m256 z = _mm256_mul_ps(size, all(0.70710678f));
	__m256 p = all(0.0000430638f);
	p = step(p, z, 0.0002765672f);
	p = step(p, z, 0.0001520143f);
	p = step(p, z, 0.0092705272f);
	p = step(p, z, 0.0422820123f);
	p = step(p, z, 0.0705230784f);
	p = step(p, z, 1);
	p = _mm256_mul_ps(p, p);
	p = _mm256_mul_ps(p, p);
	p = _mm256_mul_ps(p, p);
	p = _mm256_mul_ps(p, p);
	__m256 tail = _mm256_div_ps(_mm256_mul_ps(size, all(0.5f)), p);
	return _mm256_sub_ps(_mm256_max_ps(x, _mm256_setzero_ps()), tail);
}

INLINE float fold(__m256 s) {
	__m128 h = _mm_add_ps(_mm256_castps256_ps128(s), _mm256_extractf128_ps(s, 1));
	h = _mm_add_ps(h, _mm_movehl_ps(h, h));
	return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}

INLINE float most(__m256 s) {
	__m128 h = _mm_max_ps(_mm256_castps256_ps128(s), _mm256_extractf128_ps(s, 1));
	h = _mm_max_ps(h, _mm_movehl_ps(h, h));
	return _mm_cvtss_f32(_mm_max_ss(h, _mm_shuffle_ps(h, h, 1)));
}

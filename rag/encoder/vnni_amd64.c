//go:build cgo

/* The linear step for processors whose AVX-512 multiplies unsigned by signed bytes and adds up four products in 32 bits at once (VNNI): nothing
   is cut off, so inputs stand in a row in one form, and a step is one instruction for sixteen outputs where multiply_amd64.c takes six. The
   sums are the same whole numbers. What is made of them is in floats and therefore done by functions of AVX2, whose target fuses nothing. */

#include "kernel_amd64.h"
#include "lanes_amd64.h"

#define VNNI __attribute__((target("avx512f,avx512vnni")))

/* As in multiply_amd64.c; a panel has one register of sums here. */
enum { TILE = 6, PANEL = 16, STEP = 4, MIDDLE = 127, TOGETHER = 4 };

int encoder_vnni(void) {
	__builtin_cpu_init();
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni");
}

INLINE __m128i round8(const float *x, __m256 by) {
	__m256i v = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x), by));
	return _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}

AVX2 void encoder_round_bytes(unsigned char *to, float *scales, const float *x, long n, long width) {
	for (long i = 0; i < n; i++, x += width, to += width) {
		__m256 m = _mm256_setzero_ps();
		for (long k = 0; k < width; k += 8) m = _mm256_max_ps(m, size8(_mm256_loadu_ps(x + k)));
		float largest = most(m);
		if (!(largest >= 1e-30f)) {
			memset(to, MIDDLE, width);
			scales[i] = 0;
			continue;
		}
		__m256 by = all(127 / largest);
		for (long k = 0; k < width; k += 16) {
			__m128i bytes = _mm_packs_epi16(round8(x + k, by), round8(x + k + 8, by));
			_mm_storeu_si128((__m128i *)(to + k), _mm_add_epi8(bytes, _mm_set1_epi8(MIDDLE)));
		}
		scales[i] = largest / 127;
	}
}

/* What rows become of their sums, in two halves of a panel. */
__attribute__((noinline)) AVX2 static void finish(float *y, const int *sums, const float *scales, long rows, long outputs, const float *weight_scales,
                                                  const float *bias, int bent) {
	for (long r = 0; r < rows; r++, y += outputs, sums += PANEL) {
		for (long half = 0; half < PANEL; half += 8) {
			__m256 v = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(sums + half)));
			v = _mm256_mul_ps(_mm256_mul_ps(v, all(scales[r])), _mm256_loadu_ps(weight_scales + half));
			v = _mm256_add_ps(v, _mm256_loadu_ps(bias + half));
			_mm256_storeu_ps(y + half, bent ? gelu8(v) : v);
		}
	}
}

/* The sums of ROWS rows for one panel: a compiler keeps one in each register. */
#define SUMS(ROWS)                                                                                                     \
	{                                                                                                                  \
		__m512i s[ROWS];                                                                                               \
		for (int r = 0; r < ROWS; r++) s[r] = _mm512_loadu_si512(begin);                                               \
		for (long k = 0; k < inputs; k += STEP, weights += STEP * PANEL) {                                             \
			__m512i w = _mm512_loadu_si512(weights);                                                                   \
			for (int r = 0; r < ROWS; r++) {                                                                           \
				int four;                                                                                              \
				memcpy(&four, x + r * inputs + k, STEP);                                                               \
				s[r] = _mm512_dpbusd_epi32(s[r], _mm512_set1_epi32(four), w);                                          \
			}                                                                                                          \
		}                                                                                                              \
		for (int r = 0; r < ROWS; r++) _mm512_storeu_si512(sums + r * PANEL, s[r]);                                    \
	}

VNNI static void sums_of(int *sums, const unsigned char *x, long rows, const signed char *weights, const int *begin, long inputs) {
	if (rows > TILE)
		SUMS(2 * TILE)
	else
		SUMS(TILE)
}

/* begins has a number for each output, with which its sum begins. Rows and weights are fetched from memory for several panels and rows together. */
void encoder_multiply_bytes(float *y, const unsigned char *x, const float *scales, long n, const signed char *weights, const int *begins,
                            const float *weight_scales, const float *bias, long inputs, long outputs, int bent) {
	int sums[2 * TILE * PANEL];
	for (long from = 0; from < outputs; from += TOGETHER * PANEL) {
		long to = from + TOGETHER * PANEL < outputs ? from + TOGETHER * PANEL : outputs;
		for (long i = 0, rows; i < n; i += rows) {
			rows = i + 2 * TILE <= n ? 2 * TILE : TILE;
			for (long o = from; o < to; o += PANEL) {
				sums_of(sums, x + i * inputs, rows, weights + o * inputs, begins + o, inputs);
				finish(y + i * outputs + o, sums, scales + i, rows, outputs, weight_scales + o, bias + o, bent);
			}
		}
	}
}

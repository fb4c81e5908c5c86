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

/* What rows become of their sums, eight outputs at a time. */
__attribute__((noinline)) AVX2 static void finish(float *y, const int *sums, const float *scales, long rows, long outputs, long here,
                                                  const float *weight_scales, const float *bias, int bent) {
	for (long r = 0; r < rows; r++, y += outputs) {
		for (long o = 0; o < here; o += 8, sums += 8) {
			__m256 v = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)sums));
			v = _mm256_mul_ps(_mm256_mul_ps(v, all(scales[r])), _mm256_loadu_ps(weight_scales + o));
			v = _mm256_add_ps(v, _mm256_loadu_ps(bias + o));
			_mm256_storeu_ps(y + o, bent ? gelu8(v) : v);
		}
	}
}

/* Only sums of loops that are written out stand in registers. */
#define UNROLL _Pragma("GCC unroll 16")

/* The sums of ROWS rows for PANELS panels, each in a register: what is fetched of a row is used for all panels. */
#define SUMS(ROWS, PANELS)                                                                                                     \
	{                                                                                                                          \
		__m512i s[ROWS][PANELS], w[PANELS];                                                                                    \
		UNROLL for (int r = 0; r < ROWS; r++)                                                                                  \
			UNROLL for (int p = 0; p < PANELS; p++) s[r][p] = _mm512_loadu_si512(begin + p * PANEL);                           \
		for (long k = 0; k < inputs; k += STEP, weights += STEP * PANEL) {                                                     \
			UNROLL for (int p = 0; p < PANELS; p++) w[p] = _mm512_loadu_si512(weights + p * PANEL * inputs);                   \
			UNROLL for (int r = 0; r < ROWS; r++) {                                                                            \
				int four;                                                                                                      \
				memcpy(&four, x + r * inputs + k, STEP);                                                                       \
				UNROLL for (int p = 0; p < PANELS; p++) s[r][p] = _mm512_dpbusd_epi32(s[r][p], _mm512_set1_epi32(four), w[p]); \
			}                                                                                                                  \
		}                                                                                                                      \
		UNROLL for (int r = 0; r < ROWS; r++)                                                                                  \
			UNROLL for (int p = 0; p < PANELS; p++) _mm512_storeu_si512(sums + (r * PANELS + p) * PANEL, s[r][p]);             \
		break;                                                                                                                 \
	}

/* rows are TILE or twice as many, panels one or two. */
VNNI static void sums_of(int *sums, const unsigned char *x, long rows, long panels, const signed char *weights, const int *begin, long inputs) {
	switch (rows / TILE * 2 + panels) {
	case 3: SUMS(TILE, 1)
	case 4: SUMS(TILE, 2)
	case 5: SUMS(2 * TILE, 1)
	case 6: SUMS(2 * TILE, 2)
	}
}

/* begins has a number for each output, with which its sum begins. Rows and weights are fetched from memory for several panels and rows together. */
void encoder_multiply_bytes(float *y, const unsigned char *x, const float *scales, long n, const signed char *weights, const int *begins,
                            const float *weight_scales, const float *bias, long inputs, long outputs, int bent) {
	int sums[2 * TILE * 2 * PANEL];
	for (long from = 0; from < outputs; from += TOGETHER * PANEL) {
		long to = from + TOGETHER * PANEL < outputs ? from + TOGETHER * PANEL : outputs;
		for (long i = 0, rows; i < n; i += rows) {
			rows = i + 2 * TILE <= n ? 2 * TILE : TILE;
			for (long o = from, panels; o < to; o += panels * PANEL) {
				panels = o + 2 * PANEL <= to ? 2 : 1;
				sums_of(sums, x + i * inputs, rows, panels, weights + o * inputs, begins + o, inputs);
				finish(y + i * outputs + o, sums, scales + i, rows, outputs, panels * PANEL, weight_scales + o, bias + o, bent);
			}
		}
	}
}

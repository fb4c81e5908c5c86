//go:build cgo

/* The linear step for processors whose AVX-512 multiplies unsigned by signed bytes and adds up four products in 32 bits at once (VNNI): nothing
   is cut off, so inputs stand in a row in one form, and a step is one instruction for sixteen outputs where multiply_amd64.c takes six. The
   sums are the same whole numbers. */

#include "wide_amd64.h"
#include "kernel_amd64.h"

#define VNNI __attribute__((target("avx512f,avx512vnni")))

/* As in multiply_amd64.c; a panel has one register of sums here. */
enum { TILE = 6, PANEL = 16, STEP = 4, MIDDLE = 127, TOGETHER = 4 };

int encoder_vnni(void) {
	__builtin_cpu_init();
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni");
}

WIDE void encoder_round_bytes(unsigned char *to, float *scales, const float *x, long n, long width) {
	for (long i = 0; i < n; i++, x += width, to += width) {
		__m512 m = _mm512_setzero_ps();
		for (long k = 0; k < width; k += 16) m = _mm512_max_ps(m, _mm512_abs_ps(_mm512_loadu_ps(x + k)));
		float largest = most16(m);
		if (!(largest >= 1e-30f)) {
			memset(to, MIDDLE, width);
			scales[i] = 0;
			continue;
		}
		__m512 by = all16(127 / largest);
		for (long k = 0; k < width; k += 16) {
			__m512i v = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(x + k), by));
			_mm_storeu_si128((__m128i *)(to + k), _mm512_cvtepi32_epi8(_mm512_add_epi32(v, _mm512_set1_epi32(MIDDLE))));
		}
		scales[i] = largest / 127;
	}
}

/* What rows become of their sums, sixteen outputs at a time. */
__attribute__((noinline)) WIDE static void finish(float *y, const int *sums, const float *scales, long rows, long outputs, long here,
                                                  const float *weight_scales, const float *bias, int bent) {
	for (long r = 0; r < rows; r++, y += outputs) {
		for (long o = 0; o < here; o += 16, sums += 16) {
			__m512 v = _mm512_cvtepi32_ps(_mm512_loadu_si512(sums));
			v = _mm512_mul_ps(_mm512_mul_ps(v, all16(scales[r])), _mm512_loadu_ps(weight_scales + o));
			v = _mm512_add_ps(v, _mm512_loadu_ps(bias + o));
			_mm512_storeu_ps(y + o, bent ? gelu16(v) : v);
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

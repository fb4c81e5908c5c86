//go:build cgo

/* The linear step in whole numbers of eight bits. The instruction that takes most of them at a time multiplies unsigned by signed bytes and
   adds up two products in sixteen bits, where it would cut off what does not fit. So inputs are made unsigned by adding MIDDLE, and each
   stands there in two forms: as it is, and with every second one turned round. Where two weights have one sign and could add up to too much,
   the second weight is turned round with its input: then they have two signs. Packing chooses the form for each step, and which two steps
   are small enough together to be added up in sixteen bits, so that they are widened once (packed.go). What was added to the inputs is a
   number for each output, with which its sum begins. So the sums are exact. */

#include "kernel_amd64.h"
#include "lanes_amd64.h"

/* Rows that are worked on together, outputs likewise, inputs of a step, bytes of a step's inputs in both forms. */
enum { TILE = 6, PANEL = 8, STEP = 4, FORMS = 8, MIDDLE = 127, TOGETHER = 8 };

/* Rounds 16 values of a row and writes both forms of them. */
INLINE void round16(unsigned char *forms, const float *x, __m256 by) {
	__m256i a = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x), by));
	__m256i b = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x + 8), by));
	__m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(a, b), 0xD8);
	__m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
	__m128i plain = _mm_add_epi8(bytes, _mm_set1_epi8(MIDDLE));
	__m128i turned = _mm_blendv_epi8(plain, _mm_sub_epi8(_mm_set1_epi8(MIDDLE), bytes), _mm_set1_epi16((short)0xFF00));
	_mm_storeu_si128((__m128i *)forms, _mm_unpacklo_epi32(plain, turned));
	_mm_storeu_si128((__m128i *)(forms + 16), _mm_unpackhi_epi32(plain, turned));
}

AVX2 void encoder_round(unsigned char *forms, float *scales, const float *x, long n, long width) {
	for (long i = 0; i < n; i++, x += width, forms += FORMS / STEP * width) {
		__m256 m = _mm256_setzero_ps();
		for (long k = 0; k < width; k += 8) m = _mm256_max_ps(m, size8(_mm256_loadu_ps(x + k)));
		float largest = most(m);
		if (!(largest >= 1e-30f)) {
			memset(forms, MIDDLE, FORMS / STEP * width);
			scales[i] = 0;
			continue;
		}
		__m256 by = all(127 / largest);
		for (long k = 0; k < width; k += 16) round16(forms + FORMS / STEP * k, x + k, by);
		scales[i] = largest / 127;
	}
}

/* Adds the products of a step's inputs of one row and its weights of PANEL outputs to the row's sums. */
#define ROW(R, AT)                                   \
	"vpbroadcastd (%[row]" AT ", %%ymm12\n\t"        \
	"vpmaddubsw %%ymm13, %%ymm12, %%ymm12\n\t"       \
	"vpmaddwd %[ones], %%ymm12, %%ymm12\n\t"         \
	"vpaddd %%ymm12, %%ymm" #R ", %%ymm" #R "\n\t"

/* The same of two steps whose products may be added up in sixteen bits. */
#define PAIR(R, AT)                                  \
	"vpbroadcastd (%[row]" AT ", %%ymm12\n\t"        \
	"vpbroadcastd (%[next]" AT ", %%ymm15\n\t"       \
	"vpmaddubsw %%ymm13, %%ymm12, %%ymm12\n\t"       \
	"vpmaddubsw %%ymm14, %%ymm15, %%ymm15\n\t"       \
	"vpaddw %%ymm15, %%ymm12, %%ymm12\n\t"           \
	"vpmaddwd %[ones], %%ymm12, %%ymm12\n\t"         \
	"vpaddd %%ymm12, %%ymm" #R ", %%ymm" #R "\n\t"

#define THREE(KIND, A, B, C) KIND(A, ")") KIND(B, ",%[length])") KIND(C, ",%[length],2)")
#define BELOW "add %[three], %[row]\n\t"
#define BOTH_BELOW BELOW "add %[three], %[next]\n\t"
#define BEGIN(R) "vmovdqa %%ymm0, %%ymm" #R "\n\t"
#define END(R) "vmovdqu %%ymm" #R ", 32*" #R "(%[sums])\n\t"

/* All steps of a tile, written out because compilers run out of registers for the sums of rows: each row is in one. */
#define STEPS(PAIRS, ROWS, BEGINS, ENDS)                                                                                           \
	__asm__ volatile("vmovdqu (%[begin]), %%ymm0\n\t" BEGINS                                                                       \
	                 "test %[pairs], %[pairs]\n\t"                                                                                 \
	                 "jz 2f\n\t"                                                                                                   \
	                 "1:\n\t"                                                                                                      \
	                 "movzwl (%[places]), %k[row]\n\t"                                                                             \
	                 "movzwl 2(%[places]), %k[next]\n\t"                                                                           \
	                 "vmovdqu (%[weights]), %%ymm13\n\t"                                                                           \
	                 "vmovdqu 32(%[weights]), %%ymm14\n\t"                                                                         \
	                 "add %[x], %[row]\n\t"                                                                                        \
	                 "add %[x], %[next]\n\t"                                                                                       \
	                 "add $4, %[places]\n\t"                                                                                       \
	                 "add $64, %[weights]\n\t" PAIRS                                                                               \
	                 "dec %[pairs]\n\t"                                                                                            \
	                 "jnz 1b\n\t"                                                                                                  \
	                 "2:\n\t"                                                                                                      \
	                 "test %[steps], %[steps]\n\t"                                                                                 \
	                 "jz 4f\n\t"                                                                                                   \
	                 "3:\n\t"                                                                                                      \
	                 "movzwl (%[places]), %k[row]\n\t"                                                                             \
	                 "vmovdqu (%[weights]), %%ymm13\n\t"                                                                           \
	                 "add %[x], %[row]\n\t"                                                                                        \
	                 "add $2, %[places]\n\t"                                                                                       \
	                 "add $32, %[weights]\n\t" ROWS                                                                                \
	                 "dec %[steps]\n\t"                                                                                            \
	                 "jnz 3b\n\t"                                                                                                  \
	                 "4:\n\t" ENDS                                                                                                 \
	                 : [places] "+r"(places), [weights] "+r"(weights), [pairs] "+r"(pairs), [steps] "+r"(steps), [row] "=&r"(row),   \
	                   [next] "=&r"(next)                                                                                          \
	                 : [x] "r"(x), [length] "r"(length), [three] "r"(3 * length), [begin] "r"(begin), [sums] "r"(sums), [ones] "m"(ones) \
	                 : "ymm0", "ymm1", "ymm2", "ymm3", "ymm4", "ymm5", "ymm6", "ymm7", "ymm8", "ymm9", "ymm10", "ymm11", "ymm12",  \
	                   "ymm13", "ymm14", "ymm15", "memory", "cc")

INLINE void six_rows(int *sums, const unsigned char *x, long length, const signed char *weights, const unsigned short *places, long pairs,
                     long steps, const int *begin, __m256i ones) {
	long row, next;
	STEPS(THREE(PAIR, 0, 1, 2) BOTH_BELOW THREE(PAIR, 3, 4, 5), THREE(ROW, 0, 1, 2) BELOW THREE(ROW, 3, 4, 5),
	      BEGIN(1) BEGIN(2) BEGIN(3) BEGIN(4) BEGIN(5), END(0) END(1) END(2) END(3) END(4) END(5));
}

INLINE void twelve_rows(int *sums, const unsigned char *x, long length, const signed char *weights, const unsigned short *places, long pairs,
                        long steps, const int *begin, __m256i ones) {
	long row, next;
	STEPS(THREE(PAIR, 0, 1, 2) BOTH_BELOW THREE(PAIR, 3, 4, 5) BOTH_BELOW THREE(PAIR, 6, 7, 8) BOTH_BELOW THREE(PAIR, 9, 10, 11),
	      THREE(ROW, 0, 1, 2) BELOW THREE(ROW, 3, 4, 5) BELOW THREE(ROW, 6, 7, 8) BELOW THREE(ROW, 9, 10, 11),
	      BEGIN(1) BEGIN(2) BEGIN(3) BEGIN(4) BEGIN(5) BEGIN(6) BEGIN(7) BEGIN(8) BEGIN(9) BEGIN(10) BEGIN(11),
	      END(0) END(1) END(2) END(3) END(4) END(5) END(6) END(7) END(8) END(9) END(10) END(11));
}

INLINE void finish(float *y, const int *sums, float scale, __m256 weight_scales, __m256 bias, int bent) {
	__m256 v = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)sums));
	v = _mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(v, all(scale)), weight_scales), bias);
	_mm256_storeu_ps(y, bent ? gelu8(v) : v);
}

/* All panels from..to of the rows i..i+rows of y, which are TILE or twice as many. */
INLINE void rows_of_panels(float *y, const unsigned char *x, const float *scales, long rows, const signed char *weights,
                           const unsigned short *places, const int *pairs, const int *ends, const int *begins,
                           const float *weight_scales, const float *bias, long length, long outputs, long from, long to, int bent) {
	const __m256i ones = _mm256_set1_epi16(1);
	int sums[2 * TILE * PANEL];
	for (long p = from; p < to; p++) {
		long o = p * PANEL, begin = p ? ends[p - 1] : 0, steps = ends[p] - begin - 2 * (long)pairs[p];
		__m256 by = _mm256_loadu_ps(weight_scales + o), and = _mm256_loadu_ps(bias + o);
		if (rows > TILE)
			twelve_rows(sums, x, length, weights + STEP * PANEL * begin, places + begin, pairs[p], steps, begins + o, ones);
		else
			six_rows(sums, x, length, weights + STEP * PANEL * begin, places + begin, pairs[p], steps, begins + o, ones);
		for (long r = 0; r < rows; r++) finish(y + r * outputs + o, sums + r * PANEL, scales[r], by, and, bent);
	}
}

/* ends[p] is the step after the last of panel p, which begins with pairs[p] pairs of steps; begins has a number for each output. Rows and weights are fetched from memory for several
   panels and rows together. */
AVX2 void encoder_multiply(float *y, const unsigned char *x, const float *scales, long n, const signed char *weights,
                           const unsigned short *places, const int *pairs, const int *ends, const int *begins, const float *weight_scales,
                           const float *bias, long inputs, long outputs, int bent) {
	const long length = FORMS / STEP * inputs, panels = outputs / PANEL;
	for (long from = 0; from < panels; from += TOGETHER) {
		long to = from + TOGETHER < panels ? from + TOGETHER : panels;
		for (long i = 0; i < n;) {
			long rows = i + 2 * TILE <= n ? 2 * TILE : TILE;
			rows_of_panels(y + i * outputs, x + i * length, scales + i, rows, weights, places, pairs, ends, begins, weight_scales, bias, length,
			               outputs, from, to, bent);
			i += rows;
		}
	}
}

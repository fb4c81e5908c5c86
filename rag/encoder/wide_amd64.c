//go:build cgo

/* Attention and products for processors with AVX-512, operation for operation those of portable.go and float.go: see kernel.go. Sixteen values at a
   time instead of eight, and several queries or rows together, so that what is fetched is used more than once and no sum waits for itself. */

#include "wide_amd64.h"
#include "kernel_amd64.h"

/* How many queries look at keys together: shares have room for so many ("together" in layers.go). */
enum { QUERIES = 4 };

#define UNROLL _Pragma("GCC unroll 8")

/* Scores of COUNT queries with BLOCKS times sixteen keys. A sum is added up in the order of a head's values. */
#define SCORES(COUNT, BLOCKS)                                                                                                           \
	{                                                                                                                                   \
		__m512 s[COUNT][BLOCKS];                                                                                                        \
		UNROLL for (int i = 0; i < COUNT; i++)                                                                                          \
			UNROLL for (int b = 0; b < BLOCKS; b++) s[i][b] = _mm512_setzero_ps();                                                      \
		for (long k = 0; k < size; k++) {                                                                                               \
			__m512 key[BLOCKS];                                                                                                         \
			UNROLL for (int b = 0; b < BLOCKS; b++) key[b] = _mm512_loadu_ps(keys + k * room + j + 16 * b);                             \
			UNROLL for (int i = 0; i < COUNT; i++) {                                                                                    \
				__m512 q = all16(query[i * row + k]);                                                                                   \
				UNROLL for (int b = 0; b < BLOCKS; b++) s[i][b] = _mm512_add_ps(s[i][b], _mm512_mul_ps(q, key[b]));                     \
			}                                                                                                                           \
		}                                                                                                                               \
		UNROLL for (int i = 0; i < COUNT; i++)                                                                                          \
			UNROLL for (int b = 0; b < BLOCKS; b++) _mm512_storeu_ps(shares + i * room + j + 16 * b, _mm512_mul_ps(s[i][b], all16(scale))); \
	}

/* What sixteen values of a head, or the first eight of them, become for COUNT queries. A sum is added up in the order of the tokens. */
#define VALUES(COUNT)                                                                                                   \
	{                                                                                                                   \
		__m512 s[COUNT];                                                                                                \
		UNROLL for (int i = 0; i < COUNT; i++) s[i] = _mm512_setzero_ps();                                              \
		for (long j = 0; j < n; j++) {                                                                                  \
			__m512 v = _mm512_maskz_loadu_ps(here, value + j * row + k);                                                \
			UNROLL for (int i = 0; i < COUNT; i++) s[i] = _mm512_add_ps(s[i], _mm512_mul_ps(all16(shares[i * room + j]), v)); \
		}                                                                                                               \
		UNROLL for (int i = 0; i < COUNT; i++)                                                                          \
			_mm512_mask_storeu_ps(out + i * width + k, here, _mm512_div_ps(s[i], all16(sums[i])));                      \
	}

WIDE static inline void scores(float *shares, const float *query, const float *keys, long count, long row, long size, long room, float scale) {
	long j = 0;
	if (count == QUERIES) {
		for (; j + 32 <= room; j += 32) SCORES(QUERIES, 2)
		for (; j < room; j += 16) SCORES(QUERIES, 1)
		return;
	}
	for (; j < room; j += 16) SCORES(1, 1)
}

WIDE static inline void values(float *out, const float *shares, const float *sums, const float *value, long count, long n, long row, long size,
                               long room, long width) {
	for (long k = 0; k < size; k += 16) {
		__mmask16 here = k + 16 <= size ? 0xffff : 0xff;
		if (count == QUERIES) VALUES(QUERIES)
		else VALUES(1)
	}
}

/* There is room for whole sixteens; the sum is eight, of every eighth share each. What is beyond the last is masked where it stands in registers: a
   single value written between wide ones would have the next wide one wait. */
WIDE static inline float softmax(float *scores, long n, long room) {
	__mmask16 last = 0xffff >> (room - n);
	__m512 m = _mm512_mask_loadu_ps(all16(-FLT_MAX), last, scores + room - 16);
	for (long j = 0; j + 16 < room; j += 16) m = _mm512_max_ps(m, _mm512_loadu_ps(scores + j));
	m = all16(most16(m));
	__m256 s = _mm256_setzero_ps();
	for (long j = 0; j < room; j += 16) {
		__m512 e = exp16(_mm512_sub_ps(_mm512_loadu_ps(scores + j), m));
		if (j + 16 == room) e = _mm512_maskz_mov_ps(last, e);
		_mm512_storeu_ps(scores + j, e);
		s = _mm256_add_ps(s, _mm512_castps512_ps256(e));
		s = _mm256_add_ps(s, _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(e), 1)));
	}
	__m128 h = _mm_add_ps(_mm256_castps256_ps128(s), _mm256_extractf128_ps(s, 1));
	h = _mm_add_ps(h, _mm_movehl_ps(h, h));
	return _mm_cvtss_f32(_mm_add_ss(h, _mm_shuffle_ps(h, h, 1)));
}

/* Eight values of eight keys, turned; keys beyond the last are nothing. */
WIDE static inline void turn8(float *to, long room, const float *from, long row, long n) {
	__m256 r[8], p[8];
	UNROLL for (int j = 0; j < 8; j++) r[j] = j < n ? _mm256_loadu_ps(from + j * row) : _mm256_setzero_ps();
	UNROLL for (int j = 0; j < 8; j += 2) p[j] = _mm256_unpacklo_ps(r[j], r[j + 1]), p[j + 1] = _mm256_unpackhi_ps(r[j], r[j + 1]);
	UNROLL for (int j = 0; j < 8; j += 4) {
		r[j] = _mm256_shuffle_ps(p[j], p[j + 2], 0x44), r[j + 1] = _mm256_shuffle_ps(p[j], p[j + 2], 0xee);
		r[j + 2] = _mm256_shuffle_ps(p[j + 1], p[j + 3], 0x44), r[j + 3] = _mm256_shuffle_ps(p[j + 1], p[j + 3], 0xee);
	}
	UNROLL for (int k = 0; k < 4; k++) {
		_mm256_storeu_ps(to + k * room, _mm256_permute2f128_ps(r[k], r[k + 4], 0x20));
		_mm256_storeu_ps(to + (k + 4) * room, _mm256_permute2f128_ps(r[k], r[k + 4], 0x31));
	}
}

WIDE void encoder_attend_wide(float *out, const float *looks, long n, long width, long heads, float scale, float *keys, float *shares) {
	long size = width / heads, row = 3 * width, room = (n + 15) / 16 * 16;
	for (long h = 0; h < heads; h++) {
		for (long j = 0; j < room; j += 8)
			for (long k = 0; k < size; k += 8) turn8(keys + k * room + j, room, looks + j * row + width + h * size + k, row, n - j);
		for (long i = 0, count; i < n; i += count) {
			count = i + QUERIES <= n ? QUERIES : 1;
			float sums[QUERIES];
			scores(shares, looks + i * row + h * size, keys, count, row, size, room, scale);
			for (long q = 0; q < count; q++) sums[q] = softmax(shares + q * room, n, room);
			values(out + i * width + h * size, shares, sums, looks + 2 * width + h * size, count, n, row, size, room, width);
		}
	}
}

/* The last step of a product: a row's four sums, with what is left over for the first of them. */
WIDE static inline float four(__m128 s, const float *row, const float *x, long k, long width) {
	for (; k < width; k++) s = _mm_add_ss(s, _mm_mul_ss(_mm_load_ss(row + k), _mm_load_ss(x + k)));
	__m128 pairs = _mm_add_ps(s, _mm_movehdup_ps(s));
	return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_movehl_ps(pairs, pairs)));
}

/* Four rows of weights and COUNT of x. */
#define PRODUCTS(COUNT)                                                                                                  \
	{                                                                                                                    \
		__m512 s[COUNT];                                                                                                 \
		UNROLL for (int i = 0; i < COUNT; i++) s[i] = _mm512_setzero_ps();                                               \
		long k = 0;                                                                                                      \
		for (; k + 4 <= width; k += 4) {                                                                                 \
			__m512 rows = _mm512_castps128_ps512(_mm_loadu_ps(w + k));                                                   \
			rows = _mm512_insertf32x4(rows, _mm_loadu_ps(w + width + k), 1);                                             \
			rows = _mm512_insertf32x4(rows, _mm_loadu_ps(w + 2 * width + k), 2);                                         \
			rows = _mm512_insertf32x4(rows, _mm_loadu_ps(w + 3 * width + k), 3);                                         \
			UNROLL for (int i = 0; i < COUNT; i++)                                                                       \
				s[i] = _mm512_add_ps(s[i], _mm512_mul_ps(rows, _mm512_broadcast_f32x4(_mm_loadu_ps(x + i * width + k)))); \
		}                                                                                                                \
		UNROLL for (int i = 0; i < COUNT; i++) {                                                                         \
			out[i * stride] = four(_mm512_castps512_ps128(s[i]), w, x + i * width, k, width);                            \
			out[i * stride + 1] = four(_mm512_extractf32x4_ps(s[i], 1), w + width, x + i * width, k, width);             \
			out[i * stride + 2] = four(_mm512_extractf32x4_ps(s[i], 2), w + 2 * width, x + i * width, k, width);         \
			out[i * stride + 3] = four(_mm512_extractf32x4_ps(s[i], 3), w + 3 * width, x + i * width, k, width);         \
		}                                                                                                                \
	}

WIDE static void products_of_eight(float *out, long stride, const float *w, const float *x, long width) PRODUCTS(8)

WIDE static void products_of_four(float *out, long stride, const float *w, const float *x, long width) PRODUCTS(4)

/* What is left over of rows and of x is for the kernel of AVX2. */
void encoder_products_wide(float *out, const float *weights, long rows, const float *x, long n, long width) {
	long whole = rows / 4 * 4, j = 0;
	for (long count; j + 4 <= n; j += count) {
		count = j + 8 <= n ? 8 : 4;
		for (long i = 0; i < whole; i += 4)
			(count == 8 ? products_of_eight : products_of_four)(out + j * rows + i, rows, weights + i * width, x + j * width, width);
	}
	if (whole < rows) encoder_products(out + whole, rows, weights + whole * width, rows - whole, x, j, width);
	encoder_products(out + j * rows, rows, weights, rows, x + j * width, n - j, width);
}

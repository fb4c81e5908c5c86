//go:build cgo

/* The steps of portable.go and float.go for processors with AVX2, operation for operation: see kernel.go. The linear step is in
   multiply_amd64.c. */

#include "kernel_amd64.h"
#include "lanes_amd64.h"

int encoder_avx2(void) {
	__builtin_cpu_init();
	return __builtin_cpu_supports("avx2");
}

AVX2 void encoder_normalise(float *x, const float *added, long n, long width, const float *weight, const float *bias, float epsilon) {
	for (long i = 0; i < n; i++, x += width) {
		__m256 s = _mm256_setzero_ps();
		for (long k = 0; k < width; k += 8) {
			__m256 v = _mm256_loadu_ps(x + k);
			if (added) {
				v = _mm256_add_ps(v, _mm256_loadu_ps(added + i * width + k));
				_mm256_storeu_ps(x + k, v);
			}
			s = _mm256_add_ps(s, v);
		}
		__m256 mean = all(fold(s) / (float)width);
		s = _mm256_setzero_ps();
		for (long k = 0; k < width; k += 8) {
			__m256 v = _mm256_sub_ps(_mm256_loadu_ps(x + k), mean);
			s = _mm256_add_ps(s, _mm256_mul_ps(v, v));
		}
		float variance = fold(s) / (float)width;
		__m256 scale = all(1 / _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(variance + epsilon))));
		for (long k = 0; k < width; k += 8) {
			__m256 v = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(x + k), mean), scale);
			v = _mm256_add_ps(_mm256_mul_ps(v, _mm256_loadu_ps(weight + k)), _mm256_loadu_ps(bias + k));
			_mm256_storeu_ps(x + k, v);
		}
	}
}

/* Scores of 8*N keys at a time. */
#define SCORES(N)                                                                                       \
	{                                                                                                   \
		__m256 s[N];                                                                                    \
		for (int b = 0; b < N; b++) s[b] = _mm256_setzero_ps();                                         \
		for (long k = 0; k < size; k++) {                                                               \
			__m256 q = all(query[k]);                                                                   \
			for (int b = 0; b < N; b++)                                                                 \
				s[b] = _mm256_add_ps(s[b], _mm256_mul_ps(q, _mm256_loadu_ps(keys + k * room + j + 8 * b))); \
		}                                                                                               \
		for (int b = 0; b < N; b++) _mm256_storeu_ps(shares + j + 8 * b, _mm256_mul_ps(s[b], all(scale))); \
	}

/* What 8*N values of a head become. */
#define VALUES(N)                                                                                                    \
	{                                                                                                                \
		__m256 s[N];                                                                                                 \
		for (int b = 0; b < N; b++) s[b] = _mm256_setzero_ps();                                                      \
		for (long j = 0; j < n; j++) {                                                                               \
			__m256 share = all(shares[j]);                                                                           \
			for (int b = 0; b < N; b++)                                                                              \
				s[b] = _mm256_add_ps(s[b], _mm256_mul_ps(share, _mm256_loadu_ps(value + j * row + k + 8 * b)));      \
		}                                                                                                            \
		for (int b = 0; b < N; b++) _mm256_storeu_ps(out + i * width + h * size + k + 8 * b, _mm256_div_ps(s[b], sum)); \
	}

INLINE float softmax(float *scores, long n, long room) {
	for (long j = n; j < room; j++) scores[j] = -FLT_MAX;
	__m256 m = all(-FLT_MAX);
	for (long j = 0; j < room; j += 8) m = _mm256_max_ps(m, _mm256_loadu_ps(scores + j));
	m = all(most(m));
	for (long j = 0; j < room; j += 8) _mm256_storeu_ps(scores + j, exp8(_mm256_sub_ps(_mm256_loadu_ps(scores + j), m)));
	for (long j = n; j < room; j++) scores[j] = 0;
	__m256 s = _mm256_setzero_ps();
	for (long j = 0; j < room; j += 8) s = _mm256_add_ps(s, _mm256_loadu_ps(scores + j));
	return fold(s);
}

AVX2 void encoder_attend(float *out, const float *looks, long n, long width, long heads, float scale, float *keys, float *shares) {
	long size = width / heads, row = 3 * width, room = (n + 7) / 8 * 8;
	for (long h = 0; h < heads; h++) {
		for (long k = 0; k < size; k++) {
			for (long j = 0; j < n; j++) keys[k * room + j] = looks[j * row + width + h * size + k];
			for (long j = n; j < room; j++) keys[k * room + j] = 0;
		}
		const float *value = looks + 2 * width + h * size;
		for (long i = 0; i < n; i++) {
			const float *query = looks + i * row + h * size;
			long j = 0, k = 0;
			for (; j + 32 <= room; j += 32) SCORES(4)
			for (; j < room; j += 8) SCORES(1)
			__m256 sum = all(softmax(shares, n, room));
			for (; k + 32 <= size; k += 32) VALUES(4)
			for (; k < size; k += 8) VALUES(1)
		}
	}
}

/* The last step of a product: a row's four sums, with what is left over for the first of them. */
INLINE float four(__m128 s, const float *row, const float *x, long k, long width) {
	for (; k < width; k++) s = _mm_add_ss(s, _mm_mul_ss(_mm_load_ss(row + k), _mm_load_ss(x + k)));
	__m128 pairs = _mm_hadd_ps(s, s);
	return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

INLINE __m128 low(__m256 s) { return _mm256_castps256_ps128(s); }

INLINE __m128 high(__m256 s) { return _mm256_extractf128_ps(s, 1); }

/* Four values of two rows. */
INLINE __m256 pair(const float *row, const float *next) {
	return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row)), _mm_loadu_ps(next), 1);
}

INLINE __m128 more(__m128 s, __m128 w, const float *x) { return _mm_add_ps(s, _mm_mul_ps(w, _mm_loadu_ps(x))); }

INLINE __m256 more_of_two(__m256 s, __m256 rows, const float *x) {
	return _mm256_add_ps(s, _mm256_mul_ps(rows, _mm256_broadcast_ps((const __m128 *)x)));
}

/* Two rows of weights and four of x, whose sums do not wait for one another. */
INLINE void products_tile(float *out, const float *w, const float *x, long stride, long width) {
	const float *v = w + width;
	__m256 s[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
	long k = 0;
	for (; k + 4 <= width; k += 4) {
		__m256 both = pair(w + k, v + k);
		for (int i = 0; i < 4; i++) s[i] = more_of_two(s[i], both, x + i * width + k);
	}
	for (int i = 0; i < 4; i++) {
		out[i * stride] = four(low(s[i]), w, x + i * width, k, width);
		out[i * stride + 1] = four(high(s[i]), v, x + i * width, k, width);
	}
}

/* Four rows of weights and one of x. */
INLINE void products_column(float *out, const float *w, const float *x, long width) {
	const float *w1 = w + width, *w2 = w1 + width, *w3 = w2 + width;
	__m128 a = _mm_setzero_ps(), b = a, c = a, d = a;
	long k = 0;
	for (; k + 4 <= width; k += 4) {
		__m128 v = _mm_loadu_ps(x + k);
		a = more(a, v, w + k), b = more(b, v, w1 + k), c = more(c, v, w2 + k), d = more(d, v, w3 + k);
	}
	out[0] = four(a, w, x, k, width), out[1] = four(b, w1, x, k, width);
	out[2] = four(c, w2, x, k, width), out[3] = four(d, w3, x, k, width);
}

INLINE float products_one(const float *w, const float *x, long width) {
	__m128 a = _mm_setzero_ps();
	long k = 0;
	for (; k + 4 <= width; k += 4) a = more(a, _mm_loadu_ps(w + k), x + k);
	return four(a, w, x, k, width);
}

AVX2 void encoder_products(float *out, long stride, const float *weights, long rows, const float *x, long n, long width) {
	long j = 0;
	for (; j + 4 <= n; j += 4) {
		long i = 0;
		for (; i + 2 <= rows; i += 2) products_tile(out + j * stride + i, weights + i * width, x + j * width, stride, width);
		for (; i < rows; i++)
			for (long m = j; m < j + 4; m++) out[m * stride + i] = products_one(weights + i * width, x + m * width, width);
	}
	for (; j < n; j++) {
		long i = 0;
		for (; i + 4 <= rows; i += 4) products_column(out + j * stride + i, weights + i * width, x + j * width, width);
		for (; i < rows; i++) out[j * stride + i] = products_one(weights + i * width, x + j * width, width);
	}
}

/* Outputs of one row of inputs, COUNT times eight of them. Each sum is added up in the order of the inputs. */
#define LAYER(COUNT)                                                                                          \
	for (; h + 8 * COUNT <= outputs; h += 8 * COUNT) {                                                        \
		__m256 s[COUNT];                                                                                      \
		for (int b = 0; b < COUNT; b++) s[b] = _mm256_loadu_ps(bias + h + 8 * b);                              \
		const float *w = weights + h;                                                                         \
		for (long i = 0; i < inputs; i++, w += outputs) {                                                     \
			__m256 v = all(x[i]);                                                                             \
			for (int b = 0; b < COUNT; b++) s[b] = _mm256_add_ps(s[b], _mm256_mul_ps(_mm256_loadu_ps(w + 8 * b), v)); \
		}                                                                                                     \
		for (int b = 0; b < COUNT; b++) _mm256_storeu_ps(out + h + 8 * b, s[b]);                               \
	}

AVX2 void encoder_layer(float *out, const float *weights, const float *bias, long outputs, const float *x, long n, long inputs) {
	for (; n > 0; n--, x += inputs, out += outputs) {
		long h = 0;
		LAYER(8)
		LAYER(1)
		for (; h < outputs; h++) {
			float s = bias[h];
			for (long i = 0; i < inputs; i++) s += weights[i * outputs + h] * x[i];
			out[h] = s;
		}
	}
}

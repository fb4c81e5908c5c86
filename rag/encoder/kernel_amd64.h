int encoder_avx2(void);
int encoder_vnni(void);
void encoder_round(unsigned char *forms, float *scales, const float *x, long n, long width);
void encoder_multiply(float *y, const unsigned char *x, const float *scales, long n, const signed char *weights,
                      const unsigned short *places, const int *pairs, const int *ends, const int *begins, const float *weight_scales,
                      const float *bias, long inputs, long outputs, int bent);
void encoder_round_bytes(unsigned char *to, float *scales, const float *x, long n, long width);
void encoder_multiply_bytes(float *y, const unsigned char *x, const float *scales, long n, const signed char *weights, const int *begins,
                            const float *weight_scales, const float *bias, long inputs, long outputs, int bent);
void encoder_normalise(float *x, const float *added, long n, long width, const float *weight, const float *bias, float epsilon);
void encoder_attend(float *out, const float *looks, long n, long width, long heads, float scale, float *keys, float *shares);
void encoder_layer(float *out, const float *weights, const float *bias, long outputs, const float *x, long n, long inputs);
void encoder_products(float *out, long stride, const float *weights, long rows, const float *x, long n, long width);
void encoder_attend_wide(float *out, const float *looks, long n, long width, long heads, float scale, float *keys, float *shares);
void encoder_products_wide(float *out, const float *weights, long rows, const float *x, long n, long width);

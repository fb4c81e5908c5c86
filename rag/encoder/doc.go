// Package encoder computes token vectors with a BERT encoder: the architecture of all-MiniLM-L6-v2, without its pooler.
//
// Read makes a Model of a file (see file.go for its format) and Encode turns sequences of piece ids into one vector for
// each piece. Layers, width, heads and vocabulary are what the file says. What heads are put on top, and what their
// tensors mean, is the caller's: Tensor and Meta hand over what the file has of them.
//
// Weights are whole numbers of eight bits, a scale for each row, and what goes into a product is rounded to eight bits,
// too. The sums of products are therefore exact, and everything else is done in float32 in one stated order, without
// fused steps. There are kernels in C for processors with AVX2 and with VNNI, and one in Go for all others; all give the
// same bits, and a sequence has the same vectors alone, in company and on every machine.
//
// A Model is safe for concurrent use, keeps no goroutine and needs no closing. However many callers there are, no more
// than GOMAXPROCS groups of sequences are worked on at a time.
package encoder

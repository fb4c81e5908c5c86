//go:build !cgo || !amd64

package encoder

func kernels() []kernel { return []kernel{portable{}} }

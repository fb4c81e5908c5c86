//go:build !cgo || !amd64

package encoder

func fastest() kernel { return portable{} }

//go:build !linux

package embedded

func fileHandle(string) string { return "" }

func handleGone(string, string) bool { return false }

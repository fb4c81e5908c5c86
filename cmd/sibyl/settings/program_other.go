//go:build !linux

package settings

// SpareProgram does nothing here: see program_linux.go.
func SpareProgram() {}

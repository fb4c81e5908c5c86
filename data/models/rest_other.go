//go:build !linux

package models

// Rest does nothing here: see rest_linux.go.
func Rest() {}

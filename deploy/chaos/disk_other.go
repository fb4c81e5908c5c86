//go:build !linux

package main

import (
	"context"
	"errors"
)

func smallDisk(context.Context, string) (string, func() error, error) {
	return "", nil, errors.New("a disk is filled on Linux only")
}

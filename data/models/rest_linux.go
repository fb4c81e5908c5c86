package models

import (
	"os"
	"syscall"
	"unsafe"
)

// Rest tells the kernel that the statement model is not read for a while: its pages no longer count as this process's memory.
// They are the program's file and are mapped again when they are read, which takes a millisecond for all of them.
func Rest() {
	page := os.Getpagesize()
	all := unsafe.Slice(unsafe.StringData(Statement), len(Statement))
	if len(all) < 2*page {
		return
	}
	first := -int(uintptr(unsafe.Pointer(unsafe.StringData(Statement)))) & (page - 1) // only whole pages: others have neighbours
	whole := all[first : first+(len(all)-first)/page*page]
	_ = syscall.Madvise(whole, syscall.MADV_DONTNEED) // advice: nothing depends on it
}

package embedded

import (
	"encoding/base64"
	"encoding/binary"
	"errors"

	"golang.org/x/sys/unix"
)

// fileHandle names a file within its file system, wherever it is moved to; empty where the file system has no such names.
func fileHandle(path string) string {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, path, 0)
	if err != nil {
		return ""
	}
	raw := binary.LittleEndian.AppendUint32(nil, uint32(handle.Type()))
	return base64.StdEncoding.EncodeToString(append(raw, handle.Bytes()...))
}

// handleGone reports whether no file of the name is left on the file system of beside.
func handleGone(beside, name string) bool {
	raw, err := base64.StdEncoding.DecodeString(name)
	if err != nil || len(raw) < 4 {
		return false
	}
	at, err := unix.Open(beside, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(at)
	file, err := unix.OpenByHandleAt(at, unix.NewFileHandle(int32(binary.LittleEndian.Uint32(raw)), raw[4:]), unix.O_RDONLY|unix.O_CLOEXEC)
	if err != nil {
		return errors.Is(err, unix.ESTALE)
	}
	defer unix.Close(file)
	var stat unix.Stat_t
	return unix.Fstat(file, &stat) == nil && stat.Nlink == 0
}

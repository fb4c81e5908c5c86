package parse

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownBytes is what the program itself takes beside its data: its code and constants, which are shared with
// the parent and not counted by RLIMIT_DATA, but are resident all the same.
const ownBytes = 64 << 20

// scratchBytes is what tesseract may write to a file: it keeps the picture it is handed in one.
const scratchBytes = 64 << 20

// confine puts this process under limits that the kernel enforces. RLIMIT_DATA counts what is really
// writable, so it holds MuPDF without tripping over the address space that Go reserves and never uses. A
// process that a hostile file has taken over can write no file and gain no rights.
func confine(l Limits, ocr *recognition) error {
	set := func(name string, which int, value uint64) error {
		if err := syscall.Setrlimit(which, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("limiting the parser's %s: %w", name, err)
		}
		return nil
	}
	if err := set("core files", syscall.RLIMIT_CORE, 0); err != nil {
		return err
	}
	files, cpu := uint64(0), l.CPU
	if ocr != nil {
		files, cpu = scratchBytes, cpu+ocr.Time // tesseract lives under the same limits, and drawing pages takes time
	}
	if err := set("files", syscall.RLIMIT_FSIZE, files); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("limiting the parser's rights: %w", err)
	}
	if l.CPU > 0 {
		// Go passes over the signal of the soft limit; only the hard one ends the process.
		if err := set("processor time", syscall.RLIMIT_CPU, uint64(math.Ceil(cpu.Seconds()))); err != nil {
			return err
		}
	}
	if l.Memory > 0 {
		return set("memory", syscall.RLIMIT_DATA, uint64(max(l.Memory-ownBytes, l.Memory/2)))
	}
	return nil
}

// bindToUs has the kernel end the child when the thread that started it ends: see ChildParser.run.
func bindToUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// nearlyFull reports whether this process has used more than half of its memory: what then fails to be read
// failed for the want of more. MuPDF says nothing of it; it doubles its buffers until it gets no more.
func nearlyFull(l Limits) bool {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || l.Memory <= 0 {
		return false
	}
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return false
	}
	kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return err == nil && kilobytes<<10 > l.Memory/2
}

package intake

import (
	"fmt"
	"math"
	"os/exec"
	"syscall"
	"time"
)

// confine puts this process under limits that the kernel enforces. RLIMIT_DATA counts what is really
// writable, so it holds MuPDF without tripping over the address space that Go reserves and never uses.
func confine(cpu time.Duration, memory int64) error {
	set := func(name string, which int, value uint64) error {
		if err := syscall.Setrlimit(which, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("limiting the parser's %s: %w", name, err)
		}
		return nil
	}
	if err := set("core files", syscall.RLIMIT_CORE, 0); err != nil {
		return err
	}
	if cpu > 0 {
		// Go passes over the signal of the soft limit; only the hard one ends the process.
		if err := set("processor time", syscall.RLIMIT_CPU, uint64(math.Ceil(cpu.Seconds()))); err != nil {
			return err
		}
	}
	if memory > 0 {
		return set("memory", syscall.RLIMIT_DATA, uint64(memory))
	}
	return nil
}

// bindToUs has the kernel end the child when the thread that started it ends: see ChildParser.run.
func bindToUs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

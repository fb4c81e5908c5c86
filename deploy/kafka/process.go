package kafka

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// process is a child that is reaped when it ends.
type process struct {
	cmd  *exec.Cmd
	gone context.Context // done when the child has ended
}

// launch starts a child from a thread of its own, which lasts as long as the child does: on Linux the child
// dies with the thread that started it.
func launch(cmd *exec.Cmd) (*process, error) {
	gone, over := context.WithCancel(context.Background())
	p := &process{cmd: cmd, gone: gone}
	cmd.SysProcAttr = dieWithParent()
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is in its log; that it ended is what counts
		}
		over()
	}()
	return p, <-started
}

func (p *process) signal(s syscall.Signal) error {
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// kill ends the child at once and waits until it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // fails only if it has ended already
	<-p.gone.Done()
}

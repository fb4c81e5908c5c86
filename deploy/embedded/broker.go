package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// DefaultGrace is how long a broker outlives the process that used it. It is longer than a transaction's timeout, so a
// broker that stops by itself has none open.
const DefaultGrace = 20 * time.Second

// BrokerOptions say how to run a broker.
type BrokerOptions struct {
	Data  *DataDir      // whose log it serves; required
	Port  int           // 0: the port of the last time if it is free, else a free one
	Exe   string        // the program that is the broker's process; default: this program
	Args  []string      // its first arguments, which must lead to BrokerMain; default: broker-child
	Grace time.Duration // default: DefaultGrace
}

// Broker is a running broker process.
type Broker struct {
	Addr    string // host:port
	PID     int
	Adopted bool // it had outlived an earlier process

	// Unclean says that a broker of this data directory was lost and nobody has dealt with it: transactions may have
	// been torn, and unfinished runs cannot be trusted. Every start says so until Settle.
	Unclean bool

	dir     string
	ended   chan struct{}
	lost    chan error
	asked   chan struct{}
	stop    sync.Once
	stopErr error
}

// StartBroker starts a broker for a data directory, or adopts the one that still runs.
func StartBroker(ctx context.Context, o BrokerOptions) (*Broker, error) {
	if o.Data == nil {
		return nil, errors.New("starting a broker: no data directory given")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, errors.New("the broker was not ready in time"))
	defer cancel()
	dir := o.Data.Path
	running, err := isHeld(alivePath(dir))
	if err != nil {
		return nil, fmt.Errorf("looking for a running broker: %w", err)
	}
	if running {
		b, err := adoptBroker(ctx, dir)
		if !errors.Is(err, errBrokerEnded) && (err != nil || o.Port == 0 || b.Port() == o.Port) {
			return b, err
		}
		if err == nil {
			// It is on another port than the one that is now asked for.
			if err := b.Stop(ctx); err != nil {
				return nil, err
			}
		}
	}
	return o.spawn(ctx, dir)
}

var errBrokerEnded = errors.New("the broker ended")

// adoptBroker connects to a broker that another process started, waiting for it if it is not yet ready.
func adoptBroker(ctx context.Context, dir string) (*Broker, error) {
	at, err := awaitAddress(ctx, dir, func() (bool, error) { return isHeld(alivePath(dir)) })
	if err != nil {
		return nil, err
	}
	b, err := reachBroker(ctx, dir, at)
	if err != nil {
		// A broker that was killed leaves its address behind.
		if held, heldErr := isHeld(alivePath(dir)); heldErr == nil && !held {
			err = errors.Join(errBrokerEnded, err)
		}
		return nil, err
	}
	b.Adopted = true
	go b.watch(nil)
	return b, nil
}

// spawn starts a process of its own session: a Ctrl-C meant for us, or our end, does not touch it.
func (o BrokerOptions) spawn(ctx context.Context, dir string) (*Broker, error) {
	exe := o.Exe
	if exe == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("finding this program to start the broker: %w", err)
		}
		exe = self
	}
	args := o.Args
	if len(args) == 0 {
		args = []string{"broker-child"}
	}
	grace := cmp.Or(o.Grace, DefaultGrace)
	home, err := PostgresHome(dir)
	if err != nil {
		return nil, err
	}
	// What the last broker announced must not be taken for this one's word.
	if err := durable.Remove(addressPath(dir)); err != nil {
		return nil, err
	}
	log, err := openLog(brokerLog(dir))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	before, err := log.Seek(0, 2)
	if err != nil {
		return nil, fmt.Errorf("opening the broker's log: %w", err)
	}
	cmd := exec.Command(exe, append(append([]string{}, args...),
		"--dir", dir, "--port", strconv.Itoa(o.Port), "--grace", grace.String(), "--postgres", filepath.Join(home, "data"))...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = "/", childEnv(), log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the broker: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	at, err := awaitAddress(ctx, dir, func() (bool, error) {
		select {
		case err := <-ended:
			ended <- err
			return false, nil
		default:
			return true, nil
		}
	})
	var b *Broker
	if err == nil {
		b, err = reachBroker(ctx, dir, at)
	}
	if err != nil {
		abandonChild(cmd, ended)
		return nil, fmt.Errorf("starting the broker: %w (%s says: %s)", err, brokerLog(dir), lastLines(readFrom(brokerLog(dir), before), 3))
	}
	go b.watch(ended)
	return b, nil
}

// abandonChild ends a broker that did not become ready in time: in order if it can, so that giving up early, say by a
// Ctrl-C, does not look like a loss to the next start.
func abandonChild(cmd *exec.Cmd, ended chan error) {
	if send(cmd.Process.Pid, syscall.SIGTERM) == nil {
		select {
		case err := <-ended:
			ended <- err
			return
		case <-time.After(forceWithin):
		}
	}
	// Its end is noticed by the next start, which finds its life unfinished; there is nothing more to do with an error.
	_ = cmd.Process.Kill()
}

// awaitAddress waits until the broker has announced where it listens.
func awaitAddress(ctx context.Context, dir string, running func() (bool, error)) (address, error) {
	var at address
	err := await(ctx, "waiting for the broker", func() (bool, error) {
		found, err := durable.ReadJSON(addressPath(dir), &at)
		if err != nil || found {
			return found, err
		}
		up, err := running()
		if err == nil && !up {
			err = errBrokerEnded
		}
		return false, err
	})
	return at, err
}

// reachBroker makes sure that the broker answers.
func reachBroker(ctx context.Context, dir string, at address) (*Broker, error) {
	b := &Broker{
		Addr: net.JoinHostPort("127.0.0.1", strconv.Itoa(at.Port)), PID: at.PID, dir: dir,
		ended: make(chan struct{}), lost: make(chan error, 1), asked: make(chan struct{}),
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Addr), kgo.RetryTimeout(pingWithin))
	if err != nil {
		return nil, fmt.Errorf("connecting to the broker at %s: %w", b.Addr, err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	if err := client.Ping(ctx); err != nil {
		return nil, fmt.Errorf("connecting to the broker at %s (process %d): %w", b.Addr, b.PID, err)
	}
	if b.Unclean, err = unsettled(dir); err != nil {
		return nil, err
	}
	return b, nil
}

const pingWithin = 10 * time.Second

// Port is the number in Addr.
func (b *Broker) Port() int {
	_, port, err := net.SplitHostPort(b.Addr)
	if err != nil {
		return 0 // Addr is always made by JoinHostPort
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return 0
	}
	return n
}

// watch notices the broker's end, by the lock that the kernel then takes from it. A child of ours is also reaped.
func (b *Broker) watch(child <-chan error) {
	err := awaitFree(alivePath(b.dir))
	if child != nil {
		err = errors.Join(err, <-child)
	} else {
		// The lock goes a moment before the process does.
		ctx, cancel := context.WithTimeout(context.Background(), forceWithin)
		err = errors.Join(err, awaitEnd(ctx, b.PID))
		cancel()
	}
	select {
	case <-b.asked:
	default:
		b.lost <- fmt.Errorf("the broker (process %d) ended though nobody asked it to: %w", b.PID, errors.Join(errBrokerEnded, err))
	}
	close(b.ended)
}

// Lost yields once if the broker ends without Stop. Start it again: the new one says Unclean.
func (b *Broker) Lost() <-chan error { return b.lost }

// Settle says that the loss has been dealt with: the runs that were unfinished have been ended.
func (b *Broker) Settle() error {
	if err := durable.Remove(lostPath(b.dir)); err != nil {
		return fmt.Errorf("settling the lost broker: %w", err)
	}
	return nil
}

// Stop has the broker save everything and end, and waits for it. Close producers and consumers first.
func (b *Broker) Stop(ctx context.Context) error {
	b.stop.Do(func() {
		close(b.asked)
		b.stopErr = b.shut(ctx)
	})
	return b.stopErr
}

func (b *Broker) shut(ctx context.Context) error {
	select {
	case <-b.ended:
		return nil
	default:
	}
	if err := send(b.PID, syscall.SIGTERM); err != nil {
		return fmt.Errorf("stopping the broker (process %d): %w", b.PID, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, errors.New("it did not stop in time"))
	defer cancel()
	select {
	case <-b.ended:
	case <-ctx.Done():
		return fmt.Errorf("stopping the broker (process %d): %w", b.PID, context.Cause(ctx))
	}
	var last life
	found, err := durable.ReadJSON(lifePath(b.dir), &last)
	if err != nil {
		return err
	}
	if !found || last.State != lifeStopped {
		return fmt.Errorf("stopping the broker (process %d): it ended without having saved everything; see %s", b.PID, brokerLog(b.dir))
	}
	return nil
}

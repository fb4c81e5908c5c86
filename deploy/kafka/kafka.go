package kafka

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Options say which broker to run.
type Options struct {
	SASL bool // clients have to name themselves (SCRAM-SHA-256)
	TLS  bool // clients talk over TLS
}

const (
	startWithin = 90 * time.Second // four seconds on an idle machine
	stopWithin  = 60 * time.Second
	heap        = "-Xmx512m"
)

// Kafka is a broker of our own.
type Kafka struct {
	options   Options
	libraries string
	dir       string
	ports     ports
	access    Access
	process   *process
}

// Start obtains Kafka if need be, starts it with an empty log and returns when it answers.
func Start(ctx context.Context, o Options) (*Kafka, error) {
	libraries, err := Libraries(ctx)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		k, err := start(ctx, o, libraries)
		if err == nil || attempt == 3 || ctx.Err() != nil || !errors.Is(err, errEnded) {
			return k, err
		}
	}
}

func start(ctx context.Context, o Options, libraries string) (k *Kafka, err error) {
	dir, err := os.MkdirTemp("", "sibyl-kafka-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for Kafka's log: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	k = &Kafka{options: o, libraries: libraries, dir: dir}
	if k.ports, err = freePorts(); err != nil {
		return nil, err
	}
	k.access.Brokers = []string{net.JoinHostPort("127.0.0.1", strconv.Itoa(k.ports.client))}
	if o.TLS {
		var keystore []byte
		if k.access.Certificate, keystore, err = newCertificate(time.Now()); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "broker.pem"), keystore, 0o600); err != nil {
			return nil, fmt.Errorf("writing the broker's certificate: %w", err)
		}
	}
	if err := os.WriteFile(k.file(), []byte(o.settings(dir, k.ports)), 0o600); err != nil {
		return nil, fmt.Errorf("writing Kafka's settings: %w", err)
	}
	if err := k.format(ctx); err != nil {
		return nil, err
	}
	return k, k.Restart(ctx)
}

func (k *Kafka) file() string { return filepath.Join(k.dir, "server.properties") }

// Log is the file with what the broker says.
func (k *Kafka) Log() string { return filepath.Join(k.dir, "kafka.log") }

// Access is how to reach the broker, as plain data.
func (k *Kafka) Access() Access { return k.access }

// Client are the options of a client that reaches the broker.
func (k *Kafka) Client() []kgo.Opt {
	return append(k.access.Options(), kgo.SeedBrokers(k.access.Brokers...))
}

// format prepares the folder of the log, with the user that clients are.
func (k *Kafka) format(ctx context.Context) error {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return fmt.Errorf("drawing a cluster id: %w", err)
	}
	id[0] &= 0x7f // an id that begins with a dash would be taken for an option
	args := []string{"kafka.tools.StorageTool", "format", "-t", base64.RawURLEncoding.EncodeToString(id), "-c", k.file()}
	if k.options.SASL {
		password := make([]byte, 18)
		if _, err := rand.Read(password); err != nil {
			return fmt.Errorf("drawing a password: %w", err)
		}
		k.access.User, k.access.Password = user, base64.RawURLEncoding.EncodeToString(password)
		args = append(args, "--add-scram", fmt.Sprintf("SCRAM-SHA-256=[name=%s,password=%s]", user, k.access.Password))
	}
	if out, err := k.java(ctx, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("formatting Kafka's log: %w\n%s", err, out)
	}
	return nil
}

func (k *Kafka) java(ctx context.Context, args ...string) *exec.Cmd {
	// The collector for small heaps starts fewer threads; tests share their machine.
	return exec.CommandContext(ctx, "java", append([]string{
		heap, "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-Dorg.slf4j.simpleLogger.showDateTime=true",
		"-cp", filepath.Join(k.libraries, "*"),
	}, args...)...)
}

// Restart starts the broker again on the same log and ports, after Stop or Kill.
func (k *Kafka) Restart(ctx context.Context) error {
	log, err := os.OpenFile(k.Log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("opening Kafka's own log: %w", err)
	}
	defer log.Close()
	cmd := k.java(context.WithoutCancel(ctx), "kafka.Kafka", k.file())
	cmd.Stdout, cmd.Stderr = log, log
	if k.process, err = launch(cmd); err != nil {
		return fmt.Errorf("starting Kafka: %w", err)
	}
	if err := k.awaitAnswer(ctx); err != nil {
		k.process.kill()
		said, readErr := os.ReadFile(k.Log())
		if readErr != nil {
			said = []byte(readErr.Error())
		}
		return fmt.Errorf("starting Kafka: %w; it says:\n%s", err, said[max(0, len(said)-2000):])
	}
	return nil
}

var errEnded = errors.New("the broker's process ended")

// awaitAnswer waits until clients are answered as clients are: through all that they have to prove.
func (k *Kafka) awaitAnswer(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, fmt.Errorf("it did not answer within %v", startWithin))
	defer cancel()
	ctx, ended := context.WithCancelCause(ctx)
	defer ended(nil)
	stop := context.AfterFunc(k.process.gone, func() { ended(errEnded) })
	defer stop()
	client, err := kgo.NewClient(append(k.Client(), kgo.RetryBackoffFn(func(int) time.Duration { return 50 * time.Millisecond }), kgo.RequestRetries(5))...)
	if err != nil {
		return fmt.Errorf("making a client: %w", err)
	}
	defer client.Close()
	for {
		err := client.Ping(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// Stop ends the broker in order and removes its log.
func (k *Kafka) Stop() error {
	return errors.Join(k.Shut(), os.RemoveAll(k.dir))
}

// Shut ends the broker in order and keeps its log for Restart.
func (k *Kafka) Shut() error {
	if err := k.process.signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stopping Kafka: %w", err)
	}
	select {
	case <-k.process.gone.Done():
		return nil
	case <-time.After(stopWithin):
		k.process.kill()
		return fmt.Errorf("stopping Kafka: it did not end within %v and was killed", stopWithin)
	}
}

// Kill ends the broker as kill -9 does and returns when it is gone. Its log stays for Restart.
func (k *Kafka) Kill() { k.process.kill() }

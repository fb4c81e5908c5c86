package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// DataDir is a data directory that this process has to itself until Close.
type DataDir struct {
	Path string
	ID   string // random, made once

	lock     *lock
	lifeline *lock
	close    sync.Once
	closeErr error
}

// Info is what the process that has a data directory tells others.
type Info struct {
	PID      int       `json:"pid"`
	API      string    `json:"api"`      // host:port
	Kafka    string    `json:"kafka"`    // host:port
	Database string    `json:"database"` // DSN; without a password, since the socket's folder is the protection
	Since    time.Time `json:"since"`
}

// InUseError says that another process has the data directory. Info is nil while that process is still starting.
type InUseError struct {
	Dir  string
	Info *Info
}

func (e *InUseError) Error() string {
	if e.Info == nil {
		return fmt.Sprintf("the data directory %s is in use by a process that is still starting", e.Dir)
	}
	return fmt.Sprintf("the data directory %s is in use by process %d, whose API is at http://%s", e.Dir, e.Info.PID, e.Info.API)
}

// DefaultDir is SIBYL_DATA_DIR, else sibyl below XDG_DATA_HOME, else ~/.local/share/sibyl.
func DefaultDir() (string, error) {
	if dir := os.Getenv("SIBYL_DATA_DIR"); dir != "" {
		return dir, nil
	}
	// The specification says that a relative path is to be ignored.
	if home := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, "sibyl"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding a place for data: %w; set SIBYL_DATA_DIR", err)
	}
	return filepath.Join(home, ".local", "share", "sibyl"), nil
}

// settleWithin bounds the wait for a broker that is stopping because its grace has just ended.
const settleWithin = 60 * time.Second

// Open creates the directory if necessary and locks it for this process. If another process has it, the error is an
// *InUseError.
func Open(dir string) (*DataDir, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening data directory %s: %w", dir, err)
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("opening data directory %s: %w", path, err)
	}
	held, err := takeDir(path)
	if err != nil {
		return nil, err
	}
	d := &DataDir{Path: path, lock: held}
	if err := d.settle(); err != nil {
		return nil, errors.Join(fmt.Errorf("opening data directory %s: %w", path, err), d.Close())
	}
	return d, nil
}

// takeDir takes the directory's lock. A process that waits for an announcement takes the lock for a moment to see
// whether its holder runs, so a lock without an announcement is tried for a little longer than that.
func takeDir(path string) (*lock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
	defer cancel()
	var held *lock
	err := await(ctx, "opening data directory "+path, func() (bool, error) {
		l, err := tryLock(filepath.Join(path, "lock"))
		if held = l; err != nil || held != nil {
			return true, err
		}
		info, err := Announced(path)
		if err == nil && info != nil {
			err = &InUseError{Dir: path, Info: info}
		}
		return false, err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = &InUseError{Dir: path}
	}
	return held, err
}

const lookWithin = 10 * pollEvery

// settle removes the announcement of the previous process and takes the lifeline, which tells a surviving broker that
// it is still needed. A broker that is stopping holds the lifeline itself until it has ended.
func (d *DataDir) settle() (err error) {
	if err := durable.Remove(d.announcement()); err != nil {
		return err
	}
	if d.ID, err = identify(d.Path); err != nil {
		return err
	}
	if err := os.MkdirAll(brokerDir(d.Path), 0o700); err != nil {
		return fmt.Errorf("making the broker's folder: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), settleWithin)
	defer cancel()
	d.lifeline, err = takeLock(ctx, lifelinePath(d.Path))
	return err
}

// Instance names this installation among others that use the same broker: SIBYL_INSTANCE, or the directory's id.
func (d *DataDir) Instance() string {
	if name := os.Getenv("SIBYL_INSTANCE"); name != "" {
		return name
	}
	return d.ID
}

// Announce tells others, who will find the directory in use, where to turn.
func (d *DataDir) Announce(info Info) error {
	info.PID = os.Getpid()
	if err := durable.WriteJSON(d.announcement(), info); err != nil {
		return fmt.Errorf("announcing the addresses of %s: %w", d.Path, err)
	}
	return nil
}

// Announced reads what the process that has the directory has announced; nil if it has not, or is gone.
func Announced(dir string) (*Info, error) {
	var info Info
	found, err := durable.ReadJSON(filepath.Join(dir, "announcement.json"), &info)
	if err != nil || !found || !alive(info.PID) {
		return nil, err
	}
	return &info, nil
}

// AwaitAnnounced waits until the process that has the directory has announced itself. It fails if the directory becomes
// free instead.
func AwaitAnnounced(ctx context.Context, dir string) (Info, error) {
	var announced Info
	err := await(ctx, "waiting for the process that uses "+dir, func() (bool, error) {
		info, err := Announced(dir)
		if err != nil {
			return false, err
		}
		if info != nil {
			announced = *info
			return true, nil
		}
		held, err := isHeld(filepath.Join(dir, "lock"))
		if err == nil && !held {
			err = errors.New("it has ended")
		}
		return false, err
	})
	return announced, err
}

func (d *DataDir) announcement() string { return filepath.Join(d.Path, "announcement.json") }

// Close lets others have the directory. Stop what runs on it first: a broker that still runs waits out its grace.
func (d *DataDir) Close() error {
	d.close.Do(func() {
		errs := []error{durable.Remove(d.announcement())}
		for _, l := range []*lock{d.lifeline, d.lock} {
			if l != nil {
				errs = append(errs, l.release())
			}
		}
		d.closeErr = errors.Join(errs...)
	})
	return d.closeErr
}

package embedded

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/installed"
)

// startWithin bounds a start when the caller's context does not: recovery after a crash replays at most max_wal_size.
const startWithin = 60 * time.Second

// Postgres is a running private cluster.
type Postgres struct {
	Version   string // of the programs that serve it
	HasVector bool   // the vector extension is there and created
	Adopted   bool   // it had outlived an earlier process

	home    string
	sockets string
	pid     int
	ended   chan struct{} // closed when the server has ended
	lost    chan error
	stop    sync.Once
	stopErr error
	asked   chan struct{} // closed when Stop was called: the end is then no loss
}

// PostgresOptions are for callers with other needs than a data directory's database.
type PostgresOptions struct {
	Home      string // the folder of the cluster; its parent must be open to the user the server runs as
	Throwaway bool   // for tests: fast, and not expected to survive a crash of the machine
}

// StartPostgres starts the database of a data directory, or adopts it if it still runs. The first start creates it.
func StartPostgres(ctx context.Context, dir string) (*Postgres, error) {
	home, err := PostgresHome(dir)
	if err != nil {
		return nil, err
	}
	if err := claimHome(dir, home); err != nil {
		return nil, err
	}
	return PostgresOptions{Home: home}.Start(ctx)
}

// Start is StartPostgres for a cluster in a place of the caller's choice.
func (o PostgresOptions) Start(ctx context.Context) (*Postgres, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startWithin, errors.New("PostgreSQL was not ready in time"))
	defer cancel()
	data, _ := clusterAt(o.Home)
	bin, err := installed.ForCluster(ctx, data)
	if err != nil {
		return nil, err
	}
	p, err := o.reach(ctx, bin, data)
	if err != nil {
		return nil, err
	}
	if err := settle(o.Home); err != nil {
		if !p.Adopted {
			err = errors.Join(err, p.Stop(context.WithoutCancel(ctx)))
		}
		return nil, err
	}
	return p, nil
}

// reach adopts the surviving server or starts one. It waits for a survivor that is shutting down, which happens if its
// grace period ends just when we start.
func (o PostgresOptions) reach(ctx context.Context, bin installed.Binaries, data string) (*Postgres, error) {
	for {
		old, err := survivor(data)
		if err != nil {
			return nil, err
		}
		if old == nil {
			return o.launch(ctx, bin, data)
		}
		p := newPostgres(o.Home, bin, old.pid, old.sockets)
		p.Adopted = true
		switch err := p.awaitReady(ctx, alive); {
		case err == nil:
			go p.watchSurvivor()
			return p, nil
		case errors.Is(err, errServerEnded):
			continue
		case errors.Is(err, os.ErrNotExist):
			// Its socket was deleted with other old temporary files: the server cannot be reached any more.
			if err := stopPostmaster(ctx, old.pid); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
}

// launch creates the cluster if need be and starts its server.
func (o PostgresOptions) launch(ctx context.Context, bin installed.Binaries, data string) (*Postgres, error) {
	who, err := chooseAccount(o.Home)
	if err != nil {
		return nil, err
	}
	if err := makeHome(o.Home, who); err != nil {
		return nil, err
	}
	if err := makeCluster(ctx, bin, o.Home, who, o.Throwaway); err != nil {
		return nil, err
	}
	for {
		p, err := o.spawn(ctx, bin, data, who)
		// After a kill -9 of the old server its sessions end a moment later, and until then their shared memory keeps
		// a new one out.
		if errors.Is(err, errStillHeld) && ctx.Err() == nil {
			continue
		}
		return p, err
	}
}

var (
	errServerEnded = errors.New("the database server ended")
	errStillHeld   = errors.New("the sessions of the previous database server are still ending")
)

// spawn starts one server process and waits until it takes connections.
func (o PostgresOptions) spawn(ctx context.Context, bin installed.Binaries, data string, who account) (*Postgres, error) {
	sockets, err := makeSockets(who)
	if err != nil {
		return nil, err
	}
	_, logPath := clusterAt(o.Home)
	log, err := openLog(logPath)
	if err != nil {
		removeSockets(sockets)
		return nil, err
	}
	defer log.Close()
	before, err := log.Seek(0, 2)
	if err != nil {
		removeSockets(sockets)
		return nil, fmt.Errorf("opening %s: %w", logPath, err)
	}
	args := []string{"-D", data}
	for _, setting := range serverSettings(sockets, o.Throwaway) {
		args = append(args, "-c", setting)
	}
	// No CommandContext: the context is for starting, and the server must outlive it.
	cmd := exec.Command(filepath.Join(bin.Dir, "postgres"), args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = o.Home, childEnv(), who.attributes()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		removeSockets(sockets)
		return nil, fmt.Errorf("starting PostgreSQL from %s: %w", bin.Dir, err)
	}
	p := newPostgres(o.Home, bin, cmd.Process.Pid, sockets)
	go p.watchChild(cmd)
	running := func(int) bool {
		select {
		case <-p.ended:
			return false
		default:
			return true
		}
	}
	err = p.awaitReady(ctx, running)
	if err == nil {
		return p, nil
	}
	err = errors.Join(err, p.Stop(context.WithoutCancel(ctx)))
	said := readFrom(logPath, before)
	if strings.Contains(said, "pre-existing shared memory block") || strings.Contains(said, `lock file "postmaster.pid" already exists`) {
		return nil, fmt.Errorf("%w: %w", errStillHeld, err)
	}
	return nil, fmt.Errorf("starting PostgreSQL %s: %w (%s says: %s)", bin.Version, err, logPath, lastLines(said, 3))
}

func newPostgres(home string, bin installed.Binaries, pid int, sockets string) *Postgres {
	return &Postgres{
		Version: bin.Version, home: home, pid: pid, sockets: sockets,
		ended: make(chan struct{}), lost: make(chan error, 1), asked: make(chan struct{}),
	}
}

// watchChild reaps the server that we started.
func (p *Postgres) watchChild(cmd *exec.Cmd) {
	err := cmd.Wait()
	p.end(err)
}

// watchSurvivor notices the end of a server that is not our child.
func (p *Postgres) watchSurvivor() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for alive(p.pid) {
		<-tick.C
	}
	p.end(nil)
}

// watchEvery paces the look at processes that are not our children.
const watchEvery = 200 * time.Millisecond

func (p *Postgres) end(err error) {
	select {
	case <-p.asked:
	default:
		p.lost <- fmt.Errorf("PostgreSQL (process %d) ended though nobody asked it to: %w", p.pid, errors.Join(errServerEnded, err))
	}
	close(p.ended)
}

// DSN addresses the database as its owner.
func (p *Postgres) DSN() string { return p.DatabaseDSN(databaseName) }

// DatabaseDSN addresses another database of the cluster.
func (p *Postgres) DatabaseDSN(name string) string {
	u := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + name}
	u.RawQuery = url.Values{"host": {p.sockets}, "port": {"5432"}, "sslmode": {"disable"}}.Encode()
	return u.String()
}

// PID is the server's process.
func (p *Postgres) PID() int { return p.pid }

// Lost yields once if the server ends without Stop. What was committed is on disk; starting again recovers it.
func (p *Postgres) Lost() <-chan error { return p.lost }

// Stop ends all sessions, stops the server and waits for it.
func (p *Postgres) Stop(ctx context.Context) error {
	p.stop.Do(func() {
		close(p.asked)
		p.stopErr = p.shut(ctx)
	})
	return p.stopErr
}

func (p *Postgres) shut(ctx context.Context) error {
	select {
	case <-p.ended:
	default:
		if err := stopPostmaster(ctx, p.pid); err != nil {
			return err
		}
	}
	removeSockets(p.sockets)
	return nil
}

// SocketDir is the folder of the server's unix socket.
func (p *Postgres) SocketDir() string { return p.sockets }

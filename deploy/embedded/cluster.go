package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
	"github.com/sibyl-project/sibyl/deploy/embedded/installed"
)

// superuser is the cluster's only role: it owns the database and may create the vector extension.
const superuser = "sibyl"

// databaseName is the database inside the cluster.
const databaseName = "sibyl"

// rootHome holds the clusters of data directories used by root, one folder for each data directory's id: the user that
// the server runs as cannot enter /root.
const rootHome = "/var/lib/sibyl"

// PostgresHome is the folder that holds the database of a data directory: inside it, or for root below /var/lib/sibyl.
func PostgresHome(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("locating the database of %s: %w", dir, err)
	}
	id, err := identify(dir)
	if err != nil {
		return "", err
	}
	if os.Geteuid() == 0 {
		return filepath.Join(rootHome, id), nil
	}
	return filepath.Join(dir, "postgres"), nil
}

// clusterAt names the files of a cluster in its home.
func clusterAt(home string) (data, log string) {
	return filepath.Join(home, "data"), filepath.Join(home, "postgres.log")
}

// makeHome makes the folder that the server's user owns and only it can enter.
func makeHome(home string, who account) error {
	if err := os.MkdirAll(filepath.Dir(home), 0o755); err != nil {
		return fmt.Errorf("making a place for the database: %w", err)
	}
	if err := os.Mkdir(home, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("making a place for the database: %w", err)
	}
	return who.own(home)
}

// makeCluster copies this machine's template, unless there is a cluster already: making one with initdb takes seconds. Until settle has
// run, a mark beside the cluster says that a crash of the machine may have torn it; one that has not been started for anybody since is
// made anew.
func makeCluster(ctx context.Context, bin installed.Binaries, home string, who account, throwaway bool) error {
	data, _ := clusterAt(home)
	unsettled, err := exists(unsettledMark(home))
	if err != nil {
		return err
	}
	if made, err := exists(filepath.Join(data, "PG_VERSION")); err != nil || made && !unsettled {
		return err
	}
	// In a folder beside, and renamed: a copy that was cut short leaves no half cluster that looks like a whole one.
	fresh := data + ".new"
	err = os.RemoveAll(fresh)
	if unsettled {
		err = errors.Join(err, os.RemoveAll(data))
	}
	if err != nil {
		return fmt.Errorf("removing an unfinished database: %w", err)
	}
	template, err := templateFor(ctx, bin, who)
	switch {
	case err != nil:
		return err
	case template == "":
		err = newCluster(ctx, bin, fresh, who)
	default:
		err = durable.CopyTree(template, fresh, who.own)
	}
	if err != nil {
		return err
	}
	if !throwaway {
		if err := durable.WriteJSON(unsettledMark(home), time.Now()); err != nil {
			return err
		}
	}
	if err := os.Rename(fresh, data); err != nil {
		return fmt.Errorf("putting the new database in place: %w", err)
	}
	return nil
}

// unsettledMark is there while a new cluster is not safely on disk.
func unsettledMark(home string) string { return filepath.Join(home, "unsettled") }

// settle puts a new cluster safely on disk, while its server runs. Nothing may be entrusted to it before.
func settle(home string) error {
	unsettled, err := exists(unsettledMark(home))
	if err != nil || !unsettled {
		return err
	}
	data, _ := clusterAt(home)
	if err := durable.SyncTree(data); err != nil {
		return err
	}
	return durable.Remove(unsettledMark(home))
}

func exists(path string) (bool, error) {
	_, err := os.Stat(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, fmt.Errorf("looking for %s: %w", path, err)
	}
	return err == nil, nil
}

// templateFor is an empty cluster of this version with our database in it, made once on a machine; none if there is no place for it.
func templateFor(ctx context.Context, bin installed.Binaries, who account) (string, error) {
	above := rootHome
	if !who.lowered {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", nil //nolint:nilerr // a user without a home
		}
		above = filepath.Join(cache, "sibyl")
	}
	template := filepath.Join(above, "template-"+templateForm+"-"+bin.Version)
	made, err := exists(template)
	if made {
		return template, nil
	}
	if err == nil {
		err = os.MkdirAll(above, 0o755)
	}
	fresh := ""
	if err == nil {
		fresh, err = os.MkdirTemp(above, "making-template-")
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("making the template of databases: %w", err)
	}
	defer os.RemoveAll(fresh)
	if err := who.own(fresh); err != nil {
		return "", err
	}
	data, _ := clusterAt(fresh)
	if err := newCluster(ctx, bin, data, who); err != nil {
		return "", err
	}
	err = os.Rename(data, template)
	if made, look := exists(template); err != nil && made && look == nil {
		return template, nil // another process was faster
	}
	if err == nil {
		err = durable.SyncDir(above)
	}
	if err != nil {
		return "", fmt.Errorf("putting the template of databases in place: %w", err)
	}
	return template, nil
}

// templateForm changes with whatever newCluster does otherwise.
const templateForm = "2"

// newCluster runs initdb and makes its databases ours and the template of further ones, which are what anybody connects to: each database is
// 300 files, which every data directory copies and puts safely on disk when it is made.
func newCluster(ctx context.Context, bin installed.Binaries, data string, who account) error {
	// Text sorts by code point, whatever the machine's language: rebuilt read models must be identical everywhere. Case
	// mapping knows all of Unicode where the system has such a locale, ASCII where it has not.
	err := initdb(ctx, bin, data, who, "--lc-ctype=C.UTF-8")
	var failed *initdbError
	if errors.As(err, &failed) && strings.Contains(failed.said, "locale") {
		if err := os.RemoveAll(data); err != nil {
			return fmt.Errorf("removing an unfinished database: %w", err)
		}
		err = initdb(ctx, bin, data, who, "--lc-ctype=C")
	}
	if err != nil {
		return err
	}
	single := who.command(ctx, bin, "postgres", filepath.Dir(data), "--single", "-D", data, "template1")
	single.Stdin = strings.NewReader("ALTER DATABASE postgres RENAME TO " + databaseName + "\n" +
		"UPDATE pg_database SET datistemplate = false WHERE datname = 'template0'\nDROP DATABASE template0\n")
	if said, err := single.CombinedOutput(); err != nil {
		return fmt.Errorf("naming database %s: %w: %s", databaseName, err, lastLines(string(said), 2))
	}
	return durable.SyncTree(data)
}

// command is one of PostgreSQL's programs, run as the account.
func (a account) command(ctx context.Context, bin installed.Binaries, program, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin.Dir, program), args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Env = dir, a.attributes(), childEnv()
	return cmd
}

func initdb(ctx context.Context, bin installed.Binaries, data string, who account, ctype string) error {
	said, err := who.command(ctx, bin, "initdb", filepath.Dir(data),
		"--pgdata="+data, "--username="+superuser, "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8",
		"--locale=C", ctype, "--data-checksums", "--wal-segsize=4", "--no-instructions", "--no-sync").CombinedOutput()
	if err != nil {
		return &initdbError{err: err, said: strings.TrimSpace(string(said))}
	}
	return nil
}

// initdbError keeps what initdb printed, of which the last line says why.
type initdbError struct {
	err  error
	said string
}

func (e *initdbError) Error() string {
	return fmt.Sprintf("creating the database with initdb: %v: %s", e.err, lastLines(e.said, 2))
}

func (e *initdbError) Unwrap() error { return e.err }

// inherited are the settings that children get of our environment. The others stay with us: the secrets among them are
// none of a database's business, which may run as a user whom others share, and PG* and LC_* would change its behaviour
// and the language of the messages we look for.
var inherited = []string{
	"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GODEBUG", "GOCOVERDIR",
}

func childEnv() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range inherited {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// serverSettings are given on the command line, not in postgresql.conf, so that a newer Sibyl's settings take effect on
// an older database. A throwaway cluster trades what survives a crash for speed.
func serverSettings(sockets string, throwaway bool) []string {
	settings := []string{
		"listen_addresses=", "unix_socket_directories=" + sockets, "unix_socket_permissions=0700", "port=5432",
		// Small: the machine also holds the broker, the processors and a browser.
		"shared_buffers=64MB", "work_mem=8MB", "maintenance_work_mem=64MB", "max_connections=100",
		"max_parallel_workers_per_gather=0", "jit=off", "huge_pages=off",
		// Nobody replicates or archives this cluster, so its log needs to hold only what recovery needs.
		"wal_level=minimal", "max_wal_senders=0", "max_wal_size=256MB", "min_wal_size=32MB",
		"max_logical_replication_workers=0", // else a process waits for subscriptions: of start and stop 33 instead of 36 ms of processor time
		"timezone=UTC", "log_timezone=UTC", "lc_messages=C", "cluster_name=sibyl",
		"logging_collector=off", "log_destination=stderr", "log_min_messages=warning",
	}
	if throwaway {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
	} else {
		settings = append(settings, "fsync=on", "synchronous_commit=on", "full_page_writes=on")
	}
	return settings
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "; ")
}

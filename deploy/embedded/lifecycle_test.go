package embedded

import (
	"context"
	"errors"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

func TestStopAndStartKeepsEverything(t *testing.T) {
	dir := newDir(t)
	data := open(t, dir)
	pg, broker := startPostgres(t, dir), startBroker(t, data)
	if pg.Adopted || broker.Adopted || broker.Unclean {
		t.Fatalf("a first start adopted something or saw a loss: %+v %+v", pg, broker)
	}
	query(t, pg.DSN(), "CREATE TABLE verdicts AS SELECT 'verified' AS verdict")
	makeTopic(t, broker.Addr, "verdicts.issued", nil)
	produce(t, client(t, broker.Addr), "verdicts.issued", "c1", "verified", "c2", "contradicted")
	stop(t, broker)
	stop(t, pg)
	if alive(pg.PID()) || alive(broker.PID) {
		t.Fatal("a process outlived its stop")
	}
	if _, err := os.Stat(pg.SocketDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket folder was left behind: %v", err)
	}

	began := time.Now()
	again, brokerAgain := startPostgres(t, dir), startBroker(t, data)
	t.Logf("second start took %v", time.Since(began))
	if again.Adopted || brokerAgain.Adopted || brokerAgain.Unclean {
		t.Errorf("a second start adopted something or saw a loss: %+v %+v", again, brokerAgain)
	}
	if brokerAgain.Addr != broker.Addr {
		// Another program may have taken the port in the meantime; then it is not free now.
		if ln, err := net.Listen("tcp", broker.Addr); err == nil {
			ln.Close()
			t.Errorf("the broker moved from %s to %s though its port was free", broker.Addr, brokerAgain.Addr)
		}
	}
	if got := query(t, again.DSN(), "SELECT verdict FROM verdicts"); got != "verified" {
		t.Errorf("the table holds %q", got)
	}
	wantValues(t, brokerAgain.Addr, "verdicts.issued", "verified", "contradicted")
	if err := brokerAgain.Settle(); err != nil {
		t.Errorf("settling without a loss: %v", err)
	}
}

func TestSurvivorsOfAKilledParentAreAdopted(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, time.Minute, nil)
	query(t, p.DSN, "CREATE TABLE runs AS SELECT 'r1' AS id")
	makeTopic(t, p.Broker, "runs.progress", nil)
	produce(t, client(t, p.Broker), "runs.progress", "r1", "opened")
	p.kill(t)

	data := open(t, dir)
	began := time.Now()
	pg, broker := startPostgres(t, dir), startBroker(t, data)
	t.Logf("adoption took %v", time.Since(began))
	if !pg.Adopted || pg.PID() != p.PostgresPID {
		t.Errorf("database: adopted %v, process %d, want that of the killed parent, %d", pg.Adopted, pg.PID(), p.PostgresPID)
	}
	if !broker.Adopted || broker.PID != p.BrokerPID || broker.Unclean {
		t.Errorf("broker: %+v, want process %d adopted", broker, p.BrokerPID)
	}
	if got := query(t, pg.DSN(), "SELECT id FROM runs"); got != "r1" {
		t.Errorf("the table holds %q", got)
	}
	wantValues(t, broker.Addr, "runs.progress", "opened")

	// An adopted process is stopped like one's own.
	stop(t, broker)
	stop(t, pg)
	if again := startBroker(t, data); again.Adopted || again.Unclean {
		t.Errorf("after stopping the adopted broker: %+v", again)
	}
}

func TestAbandonedProcessesStopCleanly(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, 100*time.Millisecond, nil)
	makeTopic(t, p.Broker, "runs.progress", nil)
	produce(t, client(t, p.Broker), "runs.progress", "r1", "opened")
	p.kill(t)
	ctx := deadline(t)
	for _, pid := range []int{p.BrokerPID, p.PostgresPID} {
		if err := awaitEnd(ctx, pid); err != nil {
			t.Fatal(err)
		}
	}
	data := open(t, dir)
	pg, broker := startPostgres(t, dir), startBroker(t, data)
	if pg.Adopted || broker.Adopted || broker.Unclean {
		t.Errorf("after a grace that ended: %+v %+v, want a fresh start after a clean end", pg, broker)
	}
	wantValues(t, broker.Addr, "runs.progress", "opened")
}

// A broker that is wanted again within its grace lives on, and waits out a new grace when it is left once more.
func TestAdoptionEndsTheGrace(t *testing.T) {
	dir := newDir(t)
	p := startParent(t, dir, time.Minute, nil)
	for range 2 {
		p.kill(t)
		logged(t, dir, "left alone")
		data := open(t, dir)
		logged(t, dir, "adopted")
		if broker, err := StartBroker(deadline(t), BrokerOptions{Data: data}); err != nil || broker.PID != p.BrokerPID {
			t.Fatalf("adopting process %d: %+v, %v", p.BrokerPID, broker, err)
		}
		if err := data.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(brokerLog(dir), 0); err != nil {
			t.Fatal(err)
		}
		p = startParent(t, dir, time.Minute, nil)
	}
	p.finish(t)
}

// logged waits until the broker has written something to its log.
func logged(t *testing.T, dir, what string) {
	t.Helper()
	err := await(deadline(t), "waiting for the broker to log "+what, func() (bool, error) {
		return strings.Contains(readFrom(brokerLog(dir), 0), what), nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestKilledBrokerIsUncleanUntilSettled(t *testing.T) {
	data := open(t, newDir(t))
	broker := startBroker(t, data)
	makeTopic(t, broker.Addr, "runs.progress", nil)
	produce(t, client(t, broker.Addr), "runs.progress", "r1", "opened")
	if err := syscall.Kill(broker.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-broker.Lost():
		if !errors.Is(err, errBrokerEnded) {
			t.Errorf("lost: %v", err)
		}
	case <-deadline(t).Done():
		t.Fatal("nobody said that the broker was lost")
	}
	for _, when := range []string{"after the loss", "one clean life later"} {
		broker = startBroker(t, data)
		if !broker.Unclean || broker.Adopted {
			t.Fatalf("%s: %+v, want unclean", when, broker)
		}
		wantValues(t, broker.Addr, "runs.progress", "opened")
		stop(t, broker)
	}
	broker = startBroker(t, data)
	if err := broker.Settle(); err != nil {
		t.Fatal(err)
	}
	stop(t, broker)
	if broker = startBroker(t, data); broker.Unclean {
		t.Error("unclean again, after the loss was settled")
	}
}

// Every moment of a kill is unclean and every stop is clean; here during a start, when nothing has been announced yet.
func TestBrokerKilledWhileStartingIsUnclean(t *testing.T) {
	data := open(t, newDir(t))
	stop(t, startBroker(t, data))
	if _, unclean, err := beginLife(data.Path, "0123"); err != nil || unclean {
		t.Fatalf("after a clean stop: unclean %v, %v", unclean, err)
	}
	// beginLife without endLife is what a kill leaves.
	if broker := startBroker(t, data); !broker.Unclean {
		t.Error("a life that was begun and not ended is not seen as unclean")
	}
}

func TestStopIsIdempotentAndNoLoss(t *testing.T) {
	dir := newDir(t)
	broker, pg := startBroker(t, open(t, dir)), startPostgres(t, dir)
	stop(t, broker)
	stop(t, broker)
	stop(t, pg)
	stop(t, pg)
	<-broker.ended
	<-pg.ended
	select {
	case err := <-broker.Lost():
		t.Errorf("a stop was reported as a loss: %v", err)
	case err := <-pg.Lost():
		t.Errorf("a stop was reported as a loss: %v", err)
	default:
	}
}

func TestKilledPostgresLosesNothing(t *testing.T) {
	dir := newDir(t)
	pg := startPostgres(t, dir)
	query(t, pg.DSN(), "CREATE TABLE runs AS SELECT 'r1' AS id")
	if err := syscall.Kill(pg.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-pg.Lost():
		if !errors.Is(err, errServerEnded) {
			t.Errorf("lost: %v", err)
		}
	case <-deadline(t).Done():
		t.Fatal("nobody said that PostgreSQL was lost")
	}
	again := startPostgres(t, dir)
	if again.Adopted {
		t.Error("adopted a server that was killed")
	}
	if got := query(t, again.DSN(), "SELECT id FROM runs"); got != "r1" {
		t.Errorf("the table holds %q", got)
	}
}

// A file left by a crash of the machine names a process that by now is somebody else's.
func TestStalePostmasterFileIsCleared(t *testing.T) {
	data := t.TempDir()
	sockets, err := os.MkdirTemp("", socketPrefix)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(sockets) })
	for _, pid := range []int{os.Getpid(), 1 << 30} {
		text := strconv.Itoa(pid) + "\n" + data + "\n1700000000\n5432\n" + sockets + "\n\n  12345  678\nready   \n"
		if err := os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		left, err := survivor(data)
		if err != nil || left != nil {
			t.Errorf("process %d: survivor %+v, %v, want none", pid, left, err)
		}
		if _, err := os.Stat(filepath.Join(data, "postmaster.pid")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("process %d: the stale file is still there: %v", pid, err)
		}
		if _, err := os.Stat(sockets); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("process %d: the stale socket folder is still there: %v", pid, err)
		}
	}
}

// A survivor whose socket has been swept away cannot be reached any more, so it is replaced.
func TestSurvivorWithoutSocketIsReplaced(t *testing.T) {
	dir := newDir(t)
	first := startPostgres(t, dir)
	if err := os.RemoveAll(first.SocketDir()); err != nil {
		t.Fatal(err)
	}
	second := startPostgres(t, dir)
	if second.Adopted || second.PID() == first.PID() {
		t.Errorf("process %d was kept without a socket", first.PID())
	}
	query(t, second.DSN(), "SELECT 'reached'")
}

// An ordinary user keeps everything inside the data directory. Run as root, this becomes one.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root: all other tests run as an ordinary user already")
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("no user nobody to become")
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	base, err := os.MkdirTemp("/tmp", "sibyl-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	if err := os.Chown(base, uid, gid); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(base, "data")
	as := &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}

	p := startParent(t, dir, time.Minute, as)
	query(t, p.DSN, "CREATE TABLE runs AS SELECT 'r1' AS id")
	p.kill(t)
	again := startParent(t, dir, time.Minute, as)
	if again.PostgresPID != p.PostgresPID || again.BrokerPID != p.BrokerPID {
		t.Errorf("as nobody: started %+v beside the survivors %+v", again.started, p.started)
	}
	if _, err := os.Stat(filepath.Join(dir, "postgres", "data", "PG_VERSION")); err != nil {
		t.Errorf("the database is not inside the data directory: %v", err)
	}
	again.finish(t)
	for _, pid := range []int{p.BrokerPID, p.PostgresPID} {
		if alive(pid) {
			t.Errorf("process %d still runs", pid)
		}
	}
	last := startParent(t, dir, time.Minute, as)
	if got := query(t, last.DSN, "SELECT id FROM runs"); got != "r1" {
		t.Errorf("the table holds %q", got)
	}
	last.finish(t)
}

// Between the making of a database and its being safely on disk a crash of the machine may leave it torn. Nothing was entrusted to it.
func TestADatabaseThatACrashMayHaveTornIsMadeAnew(t *testing.T) {
	dir := newDir(t)
	pg := startPostgres(t, dir)
	query(t, pg.DSN(), "CREATE TABLE runs AS SELECT 'r1' AS id")
	stop(t, pg)
	home, err := PostgresHome(dir)
	if err != nil {
		t.Fatal(err)
	}
	if marked, err := exists(unsettledMark(home)); err != nil || marked {
		t.Fatalf("a database that was started is marked (%v)", err)
	}
	data, _ := clusterAt(home)
	if err := errors.Join(os.Truncate(filepath.Join(data, "global", "pg_control"), 0), durable.WriteJSON(unsettledMark(home), "torn")); err != nil {
		t.Fatal(err)
	}
	again := startPostgres(t, dir)
	if got := query(t, again.DSN(), "SELECT count(*)::text FROM pg_tables WHERE tablename = 'runs'"); got != "0" {
		t.Errorf("%s tables of the torn database", got)
	}
	if marked, err := exists(unsettledMark(home)); err != nil || marked {
		t.Errorf("the new one is marked (%v)", err)
	}
	stop(t, again)
}

func TestGivingUpEarlyIsNoLoss(t *testing.T) {
	data := open(t, newDir(t))
	stop(t, startBroker(t, data))
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("interrupted"))
	if _, err := StartBroker(ctx, BrokerOptions{Data: data}); err == nil {
		t.Fatal("started in spite of an ended context")
	}
	if broker := startBroker(t, data); broker.Unclean {
		t.Error("a start that was given up counts as a loss")
	}
}

// Secrets of our environment are not the children's.
func TestChildrenDoNotInheritSecrets(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("this system does not show environments")
	}
	t.Setenv("SIBYL_LLM_API_KEY", "secret-for-nobody-else")
	dir := newDir(t)
	data := open(t, dir)
	for _, pid := range []int{startPostgres(t, dir).PID(), startBroker(t, data).PID} {
		environment, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
		if err != nil {
			t.Fatal(err)
		}
		if len(environment) == 0 || strings.Contains(string(environment), "secret-for-nobody-else") {
			t.Errorf("process %d knows %q", pid, environment)
		}
	}
}

func TestNoProcessOfTheDatabaseWaitsForSubscriptions(t *testing.T) {
	pg := startPostgres(t, newDir(t))
	const launchers = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'logical replication launcher'"
	if n := query(t, pg.DSN(), launchers); n != "0" {
		t.Errorf("%s launchers of logical replication run", n)
	}
}

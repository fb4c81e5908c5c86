package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user a database server runs as. PostgreSQL refuses to run as root.
type account struct {
	name    string
	uid     int
	gid     int
	lowered bool // we are root and become this user for the server's processes
}

// serverAccounts are the users root may run the database as, the best first: one made for PostgreSQL, then ones that
// every system has.
var serverAccounts = []string{"postgres", "_postgres", "nobody", "daemon"}

// chooseAccount is ourselves, unless we are root: then the owner of the cluster in data, or the first of serverAccounts
// that exists.
func chooseAccount(data string) (account, error) {
	if uid := os.Geteuid(); uid != 0 {
		return account{uid: uid, gid: os.Getegid()}, nil
	}
	info, err := os.Stat(data)
	if err == nil {
		// The server accepts its files only from their owner, whichever user was chosen on the first start.
		owner, ok := info.Sys().(*syscall.Stat_t)
		if ok && owner.Uid != 0 {
			return account{name: strconv.Itoa(int(owner.Uid)), uid: int(owner.Uid), gid: int(owner.Gid), lowered: true}, nil
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return account{}, fmt.Errorf("looking for the owner of %s: %w", data, err)
	}
	for _, name := range serverAccounts {
		u, err := user.Lookup(name)
		if err != nil {
			continue // the next one; not having any is the error below
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return account{}, fmt.Errorf("reading the ids of user %s: %w", name, err)
		}
		if uid == 0 {
			continue
		}
		return account{name: name, uid: uid, gid: gid, lowered: true}, nil
	}
	return account{}, errors.New("running as root, and PostgreSQL refuses to: none of the users postgres, nobody and daemon exists; " +
		"create one (useradd --system postgres) or start as an ordinary user")
}

// own gives a file or folder to the account.
func (a account) own(path string) error {
	if !a.lowered {
		return nil
	}
	if err := os.Chown(path, a.uid, a.gid); err != nil {
		return fmt.Errorf("giving %s to user %s: %w", path, a.name, err)
	}
	return nil
}

// attributes start a process as the account and in a session of its own, so that a Ctrl-C meant for us does not reach it.
func (a account) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if a.lowered {
		attr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	return attr
}

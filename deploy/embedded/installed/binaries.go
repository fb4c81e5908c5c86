package installed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Binaries is one installation of the PostgreSQL server programs.
type Binaries struct {
	Dir     string // holds postgres and initdb
	Version string // as printed by postgres --version: "15.14"
	Major   int
}

// ErrNoPostgres says that this machine has no PostgreSQL server programs; its text names what to install.
var ErrNoPostgres = errors.New("PostgreSQL is not installed")

// lookedIn are folders of the systems' packages, beyond PATH and pg_config. The asterisk is a version.
var lookedIn = []string{
	"/usr/lib/postgresql/*/bin",          // Debian, Ubuntu
	"/usr/pgsql-*/bin",                   // the PostgreSQL project's own RPMs
	"/usr/lib/postgresql*/bin",           // openSUSE
	"/usr/libexec/postgresql*",           // Alpine
	"/opt/homebrew/opt/postgresql@*/bin", // Homebrew on Apple silicon
	"/usr/local/opt/postgresql@*/bin",    // Homebrew on Intel
	"/usr/local/pgsql/bin",               // built from source
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) ((\d+)[.\w]*)`)

// FindPostgres lists the installed server programs, the newest first. SIBYL_POSTGRES_BIN, if set, is the only place
// looked at: who names a folder does not want another.
func FindPostgres(ctx context.Context) ([]Binaries, error) {
	if dir := os.Getenv("SIBYL_POSTGRES_BIN"); dir != "" {
		b, err := inspectBinaries(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("SIBYL_POSTGRES_BIN=%s: %w", dir, err)
		}
		return []Binaries{b}, nil
	}
	var dirs []string
	seen := map[string]bool{}
	for _, dir := range candidateDirs(ctx) {
		// The same folder is often reached twice, through PATH and through a link beside it.
		real, err := filepath.EvalSymlinks(dir)
		if err == nil && !seen[real] {
			seen[real], dirs = true, append(dirs, dir)
		}
	}
	all := make([]Binaries, len(dirs))
	var asked sync.WaitGroup
	for i, dir := range dirs {
		asked.Go(func() {
			if b, err := inspectBinaries(ctx, dir); err == nil {
				all[i] = b
			}
		})
	}
	asked.Wait()
	found := slices.DeleteFunc(all, func(b Binaries) bool { return b.Dir == "" })
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %s; or set SIBYL_POSTGRES_BIN to the folder of postgres and initdb, or SIBYL_DATABASE_URL to a running server",
			ErrNoPostgres, InstallPostgres(PackageTool()))
	}
	slices.SortStableFunc(found, func(a, b Binaries) int { return b.Major - a.Major })
	return found, nil
}

// candidateDirs lists where server programs may be. Debian's pg_config names the folder of the newest version, others
// put the programs on PATH.
func candidateDirs(ctx context.Context) []string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	for _, pattern := range lookedIn {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			continue // only a malformed pattern fails, and the patterns are constants covered by a test
		}
		dirs = append(dirs, matches...)
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return !filepath.IsAbs(dir) })
}

// inspectBinaries reads the version of one folder's programs.
func inspectBinaries(ctx context.Context, dir string) (Binaries, error) {
	for _, program := range []string{"postgres", "initdb"} {
		if _, err := exec.LookPath(filepath.Join(dir, program)); err != nil {
			return Binaries{}, fmt.Errorf("looking for %s: %w", program, err)
		}
	}
	said, err := askVersion(ctx, filepath.Join(dir, "postgres"))
	if err != nil {
		return Binaries{}, err
	}
	match := versionLine.FindStringSubmatch(said)
	if match == nil {
		return Binaries{}, fmt.Errorf("reading the version of %s: %q is not a PostgreSQL version line", dir, strings.TrimSpace(said))
	}
	major, err := strconv.Atoi(match[2])
	if err != nil {
		return Binaries{}, fmt.Errorf("reading the version of %s: %w", dir, err)
	}
	return Binaries{Dir: dir, Version: match[1], Major: major}, nil
}

// oldestMajor is the first version that understands every setting and statement used here.
const oldestMajor = 13

// ForCluster takes the version that made the cluster in data, or the newest when there is no cluster yet: a newer
// server cannot read an older one's files.
func ForCluster(ctx context.Context, data string) (Binaries, error) {
	text, unmade := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	made := strings.TrimSpace(string(text))
	if b, ok := onPath(ctx, made); ok {
		return b, nil
	}
	found, err := FindPostgres(ctx)
	if err != nil {
		return Binaries{}, err
	}
	if errors.Is(unmade, os.ErrNotExist) {
		if found[0].Major < oldestMajor {
			return Binaries{}, fmt.Errorf("PostgreSQL %s in %s is too old: version %d or later is needed: %s",
				found[0].Version, found[0].Dir, oldestMajor, InstallPostgres(PackageTool()))
		}
		return found[0], nil
	}
	if unmade != nil {
		return Binaries{}, fmt.Errorf("reading the version of the database in %s: %w", data, unmade)
	}
	for _, b := range found {
		if strconv.Itoa(b.Major) == made {
			return b, nil
		}
	}
	return Binaries{}, fmt.Errorf("the database in %s was made by PostgreSQL %s, but %s has %s: install PostgreSQL %s beside it or set SIBYL_POSTGRES_BIN",
		data, made, found[0].Dir, found[0].Version, made)
}

// onPath is the first installation on PATH of a major version, which FindPostgres would list before others of that version: a start
// that finds it need not ask pg_config and every other installation.
func onPath(ctx context.Context, major string) (Binaries, bool) {
	if major == "" || os.Getenv("SIBYL_POSTGRES_BIN") != "" {
		return Binaries{}, false
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if b, err := inspectBinaries(ctx, dir); err == nil && strconv.Itoa(b.Major) == major {
			return b, true
		}
	}
	return Binaries{}, false
}

// PackageTools are the package managers whose commands are known, in the order in which they are looked for.
var PackageTools = []string{"apt-get", "dnf", "apk", "pacman", "zypper", "brew"}

// PackageTool is the package manager of this machine, or "" when none of PackageTools is on PATH.
func PackageTool() string {
	for _, tool := range PackageTools {
		if _, err := exec.LookPath(tool); err == nil {
			return tool
		}
	}
	return ""
}

// InstallPostgres is one line that says what to install. With an unknown package manager it names the package by system.
func InstallPostgres(tool string) string {
	command := map[string]string{
		"apt-get": "apt-get install postgresql",
		"dnf":     "dnf install postgresql-server postgresql-contrib",
		"apk":     "apk add postgresql",
		"pacman":  "pacman -S postgresql",
		"zypper":  "zypper install postgresql-server",
		"brew":    "brew install postgresql@17",
	}[tool]
	switch {
	case command == "":
		return "install the PostgreSQL server with your package manager (Debian and Ubuntu: apt-get install postgresql; " +
			"Fedora: dnf install postgresql-server; Alpine: apk add postgresql; Arch: pacman -S postgresql; " +
			"openSUSE: zypper install postgresql-server; macOS: brew install postgresql@17)"
	case tool != "brew" && os.Geteuid() != 0 && runtime.GOOS == "linux":
		return "run: sudo " + command
	default:
		return "run: " + command
	}
}

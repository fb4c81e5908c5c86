// Package setup holds the scripts that install what a machine lacks, and the one that runs the tests. The tests of the
// first run it on a made-up machine, whose programs are stubs and whose package manager notes what it is asked for.
package setup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a folder that stands for /, with bin as the whole PATH.
type machine struct {
	t    *testing.T
	root string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{t, t.TempDir()}
	for _, tool := range []string{"sh", "env", "tr", "grep", "sed", "cat", "mkdir", "tee", "rm", "chmod", "touch", "cp"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(m.root+"/bin", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(m.root, "bin", tool)); err != nil {
			t.Fatal(err)
		}
	}
	m.program("bin/uname", "echo Linux")
	m.program("bin/go", "echo gcc")
	m.program("bin/id", "echo 0")
	return m
}

func (m machine) program(path, body string) {
	m.t.Helper()
	m.file(path, "#!/bin/sh\n"+body+"\n", 0o755)
}

func (m machine) file(path, text string, mode os.FileMode) {
	m.t.Helper()
	path = filepath.Join(m.root, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		m.t.Fatal(err)
	}
}

// complete gives the machine everything that could be missing.
func (m machine) complete() {
	m.file("etc/ssl/certs/ca-certificates.crt", "certificates", 0o644)
	m.program("bin/gcc", "cat >/dev/null")
	m.program("usr/lib/postgresql/15/bin/postgres", "echo 'postgres (PostgreSQL) 15.1'")
	m.program("usr/lib/postgresql/15/bin/initdb", "true")
}

// installer is a package manager that notes its arguments and makes what the packages hold.
func (m machine) installer(name, vector string) {
	m.program("bin/"+name, `
echo "`+name+` $*" >> "$SETUP_ROOT/calls"
for word in "$@"; do case $word in
  ca-certificates) mkdir -p "$SETUP_ROOT/etc/ssl/certs"; echo x > "$SETUP_ROOT/etc/ssl/certs/ca-certificates.crt" ;;
  gcc) printf '#!/bin/sh\ncat >/dev/null\n' > "$SETUP_ROOT/bin/gcc"; chmod +x "$SETUP_ROOT/bin/gcc" ;;
  postgresql|postgresql-server|postgresql@17)
    [ -e "$SETUP_ROOT/etc/postgresql-common/createcluster.d/sibyl-setup.conf" ] && echo "without a cluster" >> "$SETUP_ROOT/calls"
    d=$SETUP_ROOT/usr/lib/postgresql/15/bin; mkdir -p $d
    printf '#!/bin/sh\necho "postgres (PostgreSQL) 15.1"\n' > $d/postgres; cp $d/postgres $d/initdb; chmod +x $d/postgres $d/initdb ;;
esac; done`)
	m.program("bin/apt-cache", `[ "$2" = "`+vector+`" ] && echo "  Candidate: 0.8"; true`)
}

func (m machine) run(purpose string, env ...string) (output string, code int) {
	m.t.Helper()
	cmd := exec.Command(filepath.Join(m.root, "bin", "sh"), "dependencies.sh", purpose)
	cmd.Env = append([]string{"PATH=" + filepath.Join(m.root, "bin"), "SETUP_ROOT=" + m.root}, env...)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (m machine) calls() string {
	m.t.Helper()
	data, err := os.ReadFile(filepath.Join(m.root, "calls"))
	if err != nil && !os.IsNotExist(err) {
		m.t.Fatal(err)
	}
	return string(data)
}

func TestNothingMissing(t *testing.T) {
	m := newMachine(t)
	m.complete()
	m.installer("apt-get", "")
	if out, code := m.run("run"); code != 0 || out != "" || m.calls() != "" {
		t.Errorf("exit %d, says %q, calls %q", code, out, m.calls())
	}
}

func TestDebian(t *testing.T) {
	m := newMachine(t)
	m.installer("apt-get", "postgresql-15-pgvector")
	if out, code := m.run("run"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	want := []string{
		"apt-get update -q",
		"apt-get install -y -q --no-install-recommends ca-certificates gcc libc6-dev postgresql",
		"without a cluster",
		"apt-get install -y -q --no-install-recommends postgresql-15-pgvector",
	}
	if got := strings.Split(strings.TrimSpace(m.calls()), "\n"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("calls:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := os.Stat(m.root + "/etc/postgresql-common/createcluster.d/sibyl-setup.conf"); !os.IsNotExist(err) {
		t.Errorf("the setting that prevents a cluster stays behind: %v", err)
	}
	if out, code := m.run("run"); code != 0 || out != "" {
		t.Errorf("the second time: exit %d, %s", code, out)
	}
}

func TestOnlyWhatIsMissingIsInstalled(t *testing.T) {
	m := newMachine(t)
	m.complete()
	if err := os.Remove(m.root + "/bin/gcc"); err != nil {
		t.Fatal(err)
	}
	m.installer("dnf", "")
	if out, code := m.run("run"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if got := m.calls(); got != "dnf install -y -q gcc glibc-devel\n" {
		t.Errorf("calls %q", got)
	}
}

func TestNoPackageManager(t *testing.T) {
	m := newMachine(t)
	m.complete()
	if err := os.RemoveAll(m.root + "/usr"); err != nil {
		t.Fatal(err)
	}
	out, code := m.run("run")
	if code != 1 {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"no known package manager", "the PostgreSQL server, version 13 or later", "postgres and initdb", "SIBYL_DATABASE_URL"} {
		if !strings.Contains(out, want) {
			t.Errorf("does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "C compiler") || strings.Contains(out, "certificates") {
		t.Errorf("asks for what is there:\n%s", out)
	}
}

func TestNoRightsToInstall(t *testing.T) {
	m := newMachine(t)
	m.installer("apt-get", "")
	m.program("bin/id", "echo 1000")
	out, code := m.run("run")
	if code != 1 || m.calls() != "" || !strings.Contains(out, "needs root") || !strings.Contains(out, "C compiler") {
		t.Errorf("exit %d, calls %q:\n%s", code, m.calls(), out)
	}
}

func TestSudoIsUsed(t *testing.T) {
	m := newMachine(t)
	m.installer("apt-get", "")
	m.program("bin/id", "echo 1000")
	m.program("bin/sudo", `echo "sudo $1" >> "$SETUP_ROOT/calls"; exec "$@"`)
	if out, code := m.run("run"); code != 0 || !strings.HasPrefix(m.calls(), "sudo env\napt-get update") {
		t.Errorf("exit %d, calls %q:\n%s", code, m.calls(), out)
	}
}

func TestAFailedInstallationIsAnError(t *testing.T) {
	m := newMachine(t)
	m.program("bin/apt-get", `[ "$1" = update ]`)
	m.program("bin/apt-cache", "true")
	out, code := m.run("run")
	if code != 1 || !strings.Contains(out, "could not install") || !strings.Contains(out, "PostgreSQL server") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestADatabaseElsewhereWillDoForRunning(t *testing.T) {
	m := newMachine(t)
	m.complete()
	if err := os.RemoveAll(m.root + "/usr"); err != nil {
		t.Fatal(err)
	}
	if out, code := m.run("run", "SIBYL_DATABASE_URL=postgres://db/sibyl"); code != 0 {
		t.Errorf("run: exit %d:\n%s", code, out)
	}
	if out, code := m.run("test", "SIBYL_DATABASE_URL=postgres://db/sibyl"); code != 1 {
		t.Errorf("test: exit %d:\n%s", code, out)
	}
}

// The page is tested in Chromium where it can be had; nothing else wants it, and its absence stops nobody.
func TestABrowserIsForTestsAndNeverRequired(t *testing.T) {
	for name, c := range map[string]struct {
		purpose, known, makes, calls, says string
		id                                 string
	}{
		"to run": {"run", "chromium", "", "", "", "0"},
		"to test": {"test", "chromium",
			`printf '#!/bin/sh\n' > "$SETUP_ROOT/bin/chromium"; chmod +x "$SETUP_ROOT/bin/chromium"`, "update install", "installing chromium", "0"},
		"unknown":           {"test", "", "", "update", "tests of the page are skipped", "0"},
		"not installed":     {"test", "chromium", "exit 1", "update install", "tests of the page are skipped", "0"},
		"without any right": {"test", "chromium", "", "", "cannot be installed; the tests of the page are skipped", "1000"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			m.complete()
			m.program("bin/id", "echo "+c.id)
			m.program("bin/apt-cache", `[ "$2" = "`+c.known+`" ] && echo "  Candidate: 1"; true`)
			m.program("bin/apt-get", `printf '%s ' "$1" >> "$SETUP_ROOT/calls"; [ "$1" = update ] && exit 0; `+c.makes)
			out, code := m.run(c.purpose)
			if code != 0 || strings.TrimSpace(m.calls()) != c.calls || !strings.Contains(out, c.says) || c.says == "" && out != "" {
				t.Errorf("exit %d, calls %q, says %q", code, m.calls(), out)
			}
		})
	}
	m := newMachine(t)
	m.complete()
	m.program("bin/chromium", "true")
	if out, code := m.run("test"); code != 0 || out != "" {
		t.Errorf("with everything there: exit %d, says %q", code, out)
	}
}

// Apache Kafka wants Java 17 or later and Maven, and of all else only what fetches modules.
func TestKafkaOnDebian(t *testing.T) {
	m := newMachine(t)
	m.program("bin/java", `echo 'openjdk version "11.0.20" 2023-07-18' >&2`)
	m.program("bin/apt-cache", "true")
	m.program("bin/apt-get", `
echo "apt-get $*" >> "$SETUP_ROOT/calls"
case "$*" in *install*)
  mkdir -p "$SETUP_ROOT/etc/ssl/certs"; echo x > "$SETUP_ROOT/etc/ssl/certs/ca-certificates.crt"
  printf '#!/bin/sh\necho "openjdk version \\"21.0.1\\"" >&2\n' > "$SETUP_ROOT/bin/java"
  printf '#!/bin/sh\n' > "$SETUP_ROOT/bin/mvn"; chmod +x "$SETUP_ROOT/bin/mvn" ;;
esac`)
	if out, code := m.run("kafka"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if want := "apt-get update -q\napt-get install -y -q --no-install-recommends ca-certificates default-jre-headless maven\n"; m.calls() != want {
		t.Errorf("calls %q, want %q", m.calls(), want)
	}
	if out, code := m.run("kafka"); code != 0 || out != "" {
		t.Errorf("with everything there: exit %d, says %q", code, out)
	}
}

// What obtains pgvector wants Python with pip.
func TestVectorOnDebian(t *testing.T) {
	m := newMachine(t)
	m.file("etc/ssl/certs/ca-certificates.crt", "certificates", 0o644)
	m.program("bin/apt-cache", "true")
	m.program("bin/apt-get", `
echo "apt-get $*" >> "$SETUP_ROOT/calls"
case "$*" in *install*) printf '#!/bin/sh\n' > "$SETUP_ROOT/bin/python3"; chmod +x "$SETUP_ROOT/bin/python3" ;; esac`)
	if out, code := m.run("vector"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if want := "apt-get update -q\napt-get install -y -q --no-install-recommends python3 python3-pip\n"; m.calls() != want {
		t.Errorf("calls %q, want %q", m.calls(), want)
	}
}

// A download that fails, or gives another file, is said plainly, leaves nothing that looks finished, and fails.
func TestPgvectorThatCannotBeObtained(t *testing.T) {
	for name, c := range map[string]struct{ python, says string }{
		"no network":   {"exit 1", "could not be downloaded"},
		"another file": {`while [ $# -gt 0 ]; do [ "$1" = --dest ] && echo other > "$2/x.whl"; shift; done`, "not the file that is pinned"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			for _, tool := range []string{"ls", "mv", "sha256sum"} {
				path, err := exec.LookPath(tool)
				if err != nil {
					t.Skip("this machine has no " + tool)
				}
				if err := os.Symlink(path, filepath.Join(m.root, "bin", tool)); err != nil {
					t.Fatal(err)
				}
			}
			m.program("bin/python3", c.python)
			folder := filepath.Join(t.TempDir(), "pgvector")
			cmd := exec.Command("/bin/sh", "pgvector.sh", folder)
			cmd.Env = []string{"PATH=" + m.root + "/bin"}
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.says) {
				t.Errorf("%v: %s", err, out)
			}
			if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("there is something at %s: %v", folder, err)
			}
		})
	}
}

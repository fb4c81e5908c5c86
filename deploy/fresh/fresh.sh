#!/bin/sh
# Proves that `make run` and `make test` work as the only command on a machine with nothing but Go and make:
#
#   deploy/fresh/fresh.sh [run] [test] [bare]          (all three by default; needs root)
#
# Each case gets an empty Debian of its own (debootstrap, minbase), a copy of this machine's Go, and a clean
# clone of HEAD. "run" waits until the page answers and the sample is analysed, then stops it as Ctrl-C does.
# "bare" has no package manager and no PostgreSQL: `make run` must say exactly what to install.
# SOURCE=worktree takes the files as they are instead of HEAD; ARGS are further arguments of make. How packages and modules are fetched
# (mirrors, proxies, certificates) is taken from this machine. All is kept below .build/fresh; the base
# system is made once. Nothing outlives a case: it runs in process and mount namespaces of its own.
set -eu

cd "$(dirname "$0")/../.."
repo=$PWD
work=$repo/.build/fresh
suite=bookworm
page=http://127.0.0.1:8080
patience=${PATIENCE:-900}

say() { printf '\nfresh: %s\n' "$*"; }
die() { printf '\nfresh: FAILED: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "debootstrap and chroot need root"
for tool in debootstrap unshare chroot curl git go; do
	command -v $tool >/dev/null || die "$tool is missing"
done
mkdir -p "$work"

# The first mirror in this machine's sources that has the suite.
mirror() {
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
		grep -Eo 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' '
}

base() {
	[ -s "$work/base.tar" ] && return
	say "making the base system (once)"
	rm -rf "$work/base"
	from=$(mirror)
	debootstrap --variant=minbase --include=make "$suite" "$work/base" ${from:+"$from"} >"$work/debootstrap.log" 2>&1 ||
		die "debootstrap: see $work/debootstrap.log"
	tar -C "$work/base" -cf "$work/base.tar.part" .
	mv "$work/base.tar.part" "$work/base.tar"
	rm -rf "$work/base"
}

# What this machine knows about fetching packages and modules.
registries() {
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
		# Sources of other vendors need keys and certificates that an empty system does not have.
		grep -Eqs 'https?://[^ ]+/debian(-security)?/?( |$)' "$file" && cp "$file" "$1/etc/apt/sources.list.d/"
	done
	[ -z "$(ls "$1/etc/apt/sources.list.d")" ] || rm -f "$1/etc/apt/sources.list"
	grep -lsi 'acquire::' /etc/apt/apt.conf /etc/apt/apt.conf.d/* | while read -r file; do
		cp "$file" "$1/etc/apt/apt.conf.d/"
	done
	cp /etc/resolv.conf "$1/etc/resolv.conf"
	cp /etc/hosts "$1/etc/hosts"
	if [ -d /usr/local/share/ca-certificates ]; then
		mkdir -p "$1/usr/local/share"
		cp -r /usr/local/share/ca-certificates "$1/usr/local/share/"
	fi
	{
		for name in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE GOTOOLCHAIN; do
			value=$(go env $name)
			[ -z "$value" ] || printf '%s=%s\n' "$name" "$value"
		done
		env | grep -iE '^(https?|no|all)_proxy=' || true
	} >"$1/registries"
}

# machine NAME makes an empty system with Go, make and the repository.
machine() {
	root=$work/$1
	rm -rf "$root"
	mkdir -p "$root"
	tar -C "$root" -xpf "$work/base.tar"
	registries "$root"
	cp -a "$(go env GOROOT)" "$root/usr/local/go"
	if [ "${SOURCE:-HEAD}" = worktree ]; then
		mkdir -p "$root/src/sibyl"
		git ls-files -co --exclude-standard -z | xargs -0 -r ls -d 2>/dev/null | tar -cf - -T - | tar -C "$root/src/sibyl" -xf -
	else
		git clone -q --no-hardlinks "$repo" "$root/src/sibyl"
	fi
	cp deploy/fresh/inside.sh "$root/inside.sh"
	for tool in gcc cc postgres git; do
		[ -z "$(chroot "$root" /bin/sh -c "command -v $tool" || true)" ] || die "the empty system has $tool"
	done
}

# inside runs make in the system $root, in namespaces of its own that take every process with them, and
# without this machine's environment.
inside() {
	# shellcheck disable=SC2086 # ARGS is a list
	exec env -i --default-signal=INT,QUIT PATH=/usr/sbin:/usr/bin:/sbin:/bin $1 unshare --mount --pid --fork --kill-child \
		chroot "$root" /bin/sh /inside.sh "$2" ${ARGS:-}
}

fetch() { curl -fsS --max-time 5 "$1" 2>/dev/null; }

analysed() { fetch "$page/api/v1/runs" | grep -Eq '"status": ?"completed"'; }

case_run() {
	say "make run, as the only command"
	fetch "$page/" >/dev/null && die "something already answers on $page"
	machine run
	log=$work/run.log
	began=$(date +%s)
	(inside setsid run) >"$log" 2>&1 &
	pid=$!
	trap 'kill -s KILL -- -$pid 2>/dev/null || true' EXIT INT TERM
	until analysed; do
		kill -0 $pid 2>/dev/null || { tail -n 30 "$log"; die "make run ended by itself"; }
		[ $(($(date +%s) - began)) -lt "$patience" ] || { tail -n 30 "$log"; die "not analysed after $patience s"; }
		sleep 2
	done
	echo "analysed after $(($(date +%s) - began)) s"
	fetch "$page/" | grep -qi '<html' || die "$page shows no page"
	kill -s INT -- -$pid
	stopping=$(date +%s)
	while kill -0 $pid 2>/dev/null; do
		[ $(($(date +%s) - stopping)) -lt 60 ] || { tail -n 30 "$log"; die "it does not stop"; }
		sleep 1
	done
	took=$(($(date +%s) - stopping))
	trap - EXIT INT TERM
	fetch "$page/" >/dev/null && die "$page still answers"
	tail -n 12 "$log"
	rm -rf "$root"
	echo "stopped after $took s; the whole log is $log"
}

case_test() {
	say "make test, as the only command"
	machine test
	log=$work/test.log
	began=$(date +%s)
	(inside '' test) >"$log" 2>&1 || { tail -n 60 "$log"; die "make test"; }
	tail -n 3 "$log"
	tail -n 1 "$log" | grep -Eq '^[1-9][0-9]* passed, 0 failed, [0-9]+ skipped$' || die "the last line is not the counts"
	rm -rf "$root"
	echo "after $(($(date +%s) - began)) s; the whole log is $log"
}

case_bare() {
	say "make run without PostgreSQL and without a known package manager"
	machine bare
	rm -f "$root"/usr/bin/apt-get
	log=$work/bare.log
	! (inside '' run) >"$log" 2>&1 || die "make run succeeded"
	cat "$log"
	for words in "no known package manager" "PostgreSQL server, version 13 or later" "C compiler"; do
		grep -q "$words" "$log" || die "it does not say \"$words\""
	done
	rm -rf "$root"
}

if [ "${SOURCE:-HEAD}" != worktree ] && [ -n "$(git status --porcelain)" ]; then
	say "note: what is not committed is not proved"
fi
base
[ $# -gt 0 ] || set -- bare run test
for name in "$@"; do
	case $name in
	run | test | bare) "case_$name" ;;
	*) die "no such case: $name" ;;
	esac
done
say "proved: $*"

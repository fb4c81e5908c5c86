#!/bin/sh
# Runs in the empty system, as its first process: mounts what every system has, and runs one make target
# with the environment of a fresh login.
set -eu
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs -o mode=0755 tmpfs /dev
for device in null:3 zero:5 full:7 random:8 urandom:9; do
	mknod -m 666 "/dev/${device%:*}" c 1 "${device#*:}"
done
ln -s /proc/self/fd /dev/fd
mkdir -m 1777 /dev/shm
mount -t tmpfs tmpfs /dev/shm
cd /src/sibyl
set -a
. /registries
set +a
export HOME=/root PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
# Not exec: the first process inherits what others leave behind, and make does not expect foreign children.
trap : INT
make "$@"

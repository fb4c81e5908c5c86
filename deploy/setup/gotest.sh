#!/bin/sh
# Runs `go test` by gotestsum and counts:
#
#	deploy/setup/gotest.sh FILE [go test flags] PACKAGES
#
# The last line, and FILE, say "N passed, N failed, N skipped", where every test and every subtest counts once, and a
# package that could not be built or died outside its tests counts as one failure. It exits with 1 if anything failed.
set -u

version=v1.13.0
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
gotestsum=$root/.build/gotestsum-$version
export COUNTS="$1"
shift

# Built from its own module, so that its dependencies are not ours.
if [ ! -x "$gotestsum" ]; then
	GOBIN=$root/.build CGO_ENABLED=0 go install "gotest.tools/gotestsum@$version" || exit 1
	mv "$root/.build/gotestsum" "$gotestsum" || exit 1
fi

rm -f "$COUNTS"
"$gotestsum" --format pkgname-and-test-fails --format-icons text --format-hide-empty-pkg --jsonfile "$COUNTS.json" \
	--post-run-command "sh -c 'echo \$TESTS_FAILED \$TESTS_SKIPPED >\"\$COUNTS\"'" -- "$@"
status=$?
read -r failed skipped <"$COUNTS" || exit 1
# The total of gotestsum leaves out packages that died, so it does not say how many passed.
passed=$(grep -c '"Action":"pass","Package":"[^"]*","Test":' "$COUNTS.json")
rm -f "$COUNTS.json"
# go test can fail without saying where: flags, no such package.
[ $status = 0 ] || [ "$failed" != 0 ] || failed=1
echo "$passed passed, $failed failed, $skipped skipped" | tee "$COUNTS"
[ $status = 0 ] || exit 1

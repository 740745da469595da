#!/bin/bash
# Installs Debian packages, only what is missing: those that building and running the program need, and for each
# argument those of its group (test, lint, bench, python) or the package of that name.
set -euo pipefail

packages=(
  cmake ninja-build g++ git pkg-config
  libeigen3-dev libcli11-dev nlohmann-json3-dev libfmt-dev libtbb-dev librandom123-dev libboost-math-dev
  libsodium-dev zlib1g-dev libtomlplusplus-dev gnuplot-nox
)
for wanted in "$@"; do
  case $wanted in
    test) packages+=(libgtest-dev libgmock-dev librapidcheck-dev) ;;
    lint) packages+=(clang-format clang-tidy) ;;
    bench) packages+=(libbenchmark-dev) ;;
    python) packages+=(python3-dev python3-venv) ;;
    *) packages+=("$wanted") ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is not Debian; make sure that the equivalents of these are installed: ${packages[*]}"
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

echo "setup: installing ${missing[*]}"
as_root=()
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: this needs root, and there is no sudo; as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@"; }
# The package lists are fetched only where they do not know what is wanted, or are out of date.
if ! apt-get -s install "${missing[@]}" >/dev/null 2>&1; then apt update; fi
apt install --no-install-recommends "${missing[@]}" || { apt update && apt install --no-install-recommends "${missing[@]}"; }

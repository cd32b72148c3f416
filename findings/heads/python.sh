# Read by the findings on libraries of Python, with the packages of Debian that each needs besides: unpacks them and Python into a
# temporary folder, and defines `python`.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download "$@" python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g libssl3 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
python() {
  LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
    PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" "$work/unpacked/usr/bin/python3.11" -S "$@"
}

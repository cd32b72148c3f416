# Read by the findings on dateutil: unpacks it and Python into a temporary folder, defines `python`, and writes series.py there.
# That prints when meetings take place, and exits with 1 where it is not as known.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-dateutil=2.8.2-2 python3-six python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libexpat1 zlib1g 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
python() {
  LD_LIBRARY_PATH=$(echo unpacked/usr/lib/*-linux-gnu* unpacked/lib/*-linux-gnu* | tr ' ' ':') PYTHONHOME="$work/unpacked/usr" \
    PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" "$work/unpacked/usr/bin/python3.11" -S "$@"
}
cat > series.py <<'PYTHON'
import sys
import dateutil
from dateutil.rrule import rrulestr


def days(text):
    try:
        return ', '.join(day.strftime('%d %H:%M ') + (day.tzname() or 'no zone') for day in rrulestr(text))
    except ValueError as error:
        return f'raised: {error}'


def check(*cases):
    print(f'dateutil {dateutil.__version__}')
    changed = False
    for text, standard, known in cases:
        seen = days(text)
        changed = changed or seen != known
        print(f'{text}\n  standard: {standard}\n  seen:     {seen}')
    sys.exit(1 if changed else 0)
PYTHON

# Read by the findings on dateutil: unpacks it, and writes series.py. That prints when meetings take place, and exits with 1 where
# it is not as known.
. "$(dirname "$0")/heads/python.sh" python3-dateutil=2.8.2-2 python3-six
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

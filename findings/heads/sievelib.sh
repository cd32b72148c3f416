# Read by the findings on sievelib: unpacks it, and writes scripts.py. That says for scripts of Sieve whether they are read, and exits
# with 1 where it is not as known.
. "$(dirname "$0")/heads/python.sh" python3-sievelib=1.2.1-1 python3-pkg-resources
cat > scripts.py <<'PYTHON'
import sys
from sievelib.parser import Parser


def check(*cases):
    print('sievelib 1.2.1')
    changed = False
    for script, known in cases:
        parser = Parser()
        seen = 'read' if parser.parse(script) else parser.error
        changed = changed or seen != known
        print(f'{script!r}\n  standard: read\n  seen:     {seen}')
    sys.exit(1 if changed else 0)
PYTHON

# Read by the findings on sabre/vobject: unpacks it and PHP, and writes sabre.php. That defines `check`, which prints what is read of
# calendars of one event, and exits with 1 where it is not as known.
. "$(dirname "$0")/heads/php.sh" php-sabre-vobject=2.1.7-6.1
cat > sabre.php <<'PHP'
<?php
error_reporting(0);
date_default_timezone_set('UTC');
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/unpacked/usr/share/php/' . strtr($name, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

function days($calendar)
{
    $calendar->expand(new DateTime('2026-01-01'), new DateTime('2028-01-01'));
    $days = [];
    foreach ($calendar->VEVENT as $event) {
        $days[] = $event->DTSTART->getDateTime()->format('M j');
    }
    return implode(', ', $days);
}

function check($read, $cases)
{
    $changed = 0;
    echo 'sabre/vobject ', Sabre\VObject\Version::VERSION, "\n";
    foreach ($cases as $line => [$standard, $known]) {
        $lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', 'BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T100000Z',
            'DTSTART:20260105T100000Z', $line, 'END:VEVENT', 'END:VCALENDAR', ''];
        try {
            $seen = $read(Sabre\VObject\Reader::read(implode("\r\n", $lines)));
        } catch (Exception $error) {
            $seen = 'raised: ' . $error->getMessage();
        }
        echo "$line\n  standard: $standard\n  seen:     $seen\n";
        $changed |= $seen !== $known;
    }
    exit($changed);
}
PHP

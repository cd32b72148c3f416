#!/usr/bin/env bash
# Expected: a composer writes a quote mark in a file name with a backslash before it, or encodes the name.
# Symfony Mime puts the name between quote marks as it is: filename="19" rack.pdf". The name ends at its own mark, and what is left
# is no field any more: strict readers drop the disposition, others show a file "19" without an ending, which no program opens.
# With one umlaut besides the name is encoded, and right. Inches and titles in quotes are common in names of files.
# RFC 2183 section 2 (filename is a value of MIME), RFC 2045 section 5.1 (a quoted-string), RFC 5322 section 3.2.4.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" php-symfony-mime=5.4.53+dfsg-0+deb12u1
cat > run.php <<'PHP'
<?php
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/unpacked/usr/share/php/' . strtr($name, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
$cases = [
    'rack.pdf' => ['filename=rack.pdf', 'filename=rack.pdf'],
    '19" rack.pdf' => ['filename="19\" rack.pdf"', 'filename="19" rack.pdf"'],
    '19" Gerät.pdf' => ["filename*=utf-8''19%22%20Ger%C3%A4t.pdf", "filename*=utf-8''19%22%20Ger%C3%A4t.pdf"],
];
$changed = 0;
echo "symfony/mime 5.4.53\n";
foreach ($cases as $name => [$standard, $known]) {
    $headers = new Symfony\Component\Mime\Header\Headers();
    $headers->addParameterizedHeader('Content-Disposition', 'attachment', ['filename' => $name]);
    $seen = preg_replace('/^.*?;\s+/s', '', rtrim($headers->toString()));
    echo "$name\n  standard: $standard\n  seen:     $seen\n";
    $changed |= $seen !== $known;
}
exit($changed);
PHP
php run.php

#!/usr/bin/env bash
# Expected: a program that sends to x@straße.example asks for xn--strae-oqa.example, as browsers, Node and Exim do.
# Horde (its web mail and its library for addresses) asks for strasse.example: PHP maps letters in the way of the first
# internationalised names unless it is told otherwise, and Horde does not tell it. It is another domain, maybe another's:
# an answer to an alias there goes to a stranger or bounces. Roundcube on the same PHP asks for the right one.
# RFC 5891 and UTS 46 section 4 (nontransitional processing), RFC 5894 section 7.2.1 (ß is a letter of its own).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and npm for Node.
. "$(dirname "$0")/heads/php.sh" php-horde-mail=2.6.6-5 php-horde-idna=1.1.2-6 php-horde-util=2.5.12-2 php-horde-exception \
  php-horde-translation php-horde-stream-filter php8.2-intl libicu72
cat > run.php <<'PHP'
<?php
require __DIR__ . '/load.php';
foreach (['x@bücher.example', 'x@straße.example'] as $address) {
    echo (new Horde_Mail_Rfc822())->parseAddressList($address)[0]->bare_address_idn, "\n";
}
PHP
seen=$(php -d extension=intl run.php)
other=$(node -p "['bücher.example', 'straße.example'].map((name) => 'x@' + url.domainToASCII(name)).join('\n')")
echo 'Horde_Mail 2.6.6'
paste -d '\n' <(sed 's/^/  Node:  /' <<< "$other") <(sed 's/^/  Horde: /' <<< "$seen")
[ "$other" = "$(printf '%s\n' x@xn--bcher-kva.example x@xn--strae-oqa.example)" ]
[ "$seen" = "$(printf '%s\n' x@xn--bcher-kva.example x@strasse.example)" ]

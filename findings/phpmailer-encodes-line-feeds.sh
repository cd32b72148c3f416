#!/usr/bin/env bash
# Expected: in quoted-printable text a line of the text is a line: its end is CRLF, and is not encoded.
# PHPMailer encodes each line feed as =0A, when the text has those of PHP ("\n") and is sent in quoted-printable, as it is asked to
# or because one line has more than 998 octets. Without either it makes CRLF of them.
# All of the text is then one line with bare line feeds in it: readers that take CRLF for a line end show no paragraphs, patches and
# lists come out in one row, and quotes in an answer have one mark.
# RFC 2045 section 6.7 (4) (a line break of text is one in quoted-printable, too; =0D and =0A are for what is no text).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
. "$(dirname "$0")/heads/php.sh" libphp-phpmailer=6.6.3-1
cat > run.php <<'PHP'
<?php
foreach (['Exception', 'PHPMailer'] as $name) {
    require __DIR__ . "/unpacked/usr/share/php/libphp-phpmailer/src/$name.php";
}
function sent($encoding)
{
    $mailer = new PHPMailer\PHPMailer\PHPMailer(true);
    $mailer->setFrom('ann@example.com');
    $mailer->addAddress('bob@example.org');
    $mailer->Encoding = $encoding;
    $mailer->Body = "one\ntwo\n";
    $mailer->preSend();
    return trim(explode("\r\n\r\n", $mailer->getSentMIMEMessage(), 2)[1]);
}
$changed = 0;
echo 'PHPMailer ', PHPMailer\PHPMailer\PHPMailer::VERSION, "\n";
foreach (['8bit' => "one\r\ntwo", 'quoted-printable' => 'one=0Atwo=0A'] as $encoding => $known) {
    $seen = sent($encoding);
    echo "\"one\\ntwo\\n\" in $encoding\n  standard: ", json_encode("one\r\ntwo"), "\n  seen:     ", json_encode($seen), "\n";
    $changed |= $seen !== $known;
}
exit($changed);
PHP
php run.php

#!/usr/bin/env bash
# Expected: two forwarders of one domain that share the secret of SRS know each other's return paths, as the format is one.
# Exim hashes in a way of its own (and writes the day in small letters): with the same secret its address has another hash
# than that of postsrsd, Mail::SRS and python3-srs, which agree, and it does not take theirs.
# Where one MX runs Exim and the other Postfix, each bounce that comes in at the other one is refused.
# Sender Rewriting Scheme (libsrs2, Mail::SRS): HMAC-SHA1 of day, domain and local part, base64, four signs by default.
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder), perl and python3.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download exim4-daemon-light=4.96-15+deb12u10 libmail-srs-perl=0.31-9 libdigest-hmac-perl=1.04+dfsg-2 python3-srs=1.0.4-2 libnss-wrapper \
  libdb5.3 libevent-2.1-7 libgnutls-dane0 libgssapi-krb5-2 libidn12 libidn2-0 libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 libnsl2 \
  libtirpc3 libunbound8 libcom-err2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
mkdir spool
printf 'spool_directory = %s/spool\nlog_file_path = %s/spool/%%slog\ntls_advertise_hosts =\n' "$work" "$work" > settings
# Exim wants the user that its package would make.
{ cat /etc/passwd; echo 'Debian-exim:x:65533:65533::/:/bin/false'; } > users
{ cat /etc/group; echo 'Debian-exim:x:65533:'; } > groups
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
exim() {
  LD_LIBRARY_PATH=$libraries LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_PASSWD=$work/users NSS_WRAPPER_GROUP=$work/groups \
    "$work/unpacked/usr/sbin/exim4" -C "$work/settings" -be "$1" 2> /dev/null
}
chmod a-s unpacked/usr/sbin/exim4
cat > srs.py <<'PYTHON'
import SRS

print(SRS.new(secret='secret', hashlength=4).forward('ann@example.com', 'fwd.example'))
PYTHON
# shellcheck disable=SC2016
own=$(exim '${srs_encode {secret} {ann@example.com} {fwd.example}}')
perl=$(PERL5LIB=unpacked/usr/share/perl5 perl -MMail::SRS -e \
  'print Mail::SRS->new(Secret => ["secret"], HashLength => 4)->forward("ann\@example.com", "fwd.example")')
python=$(PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 srs.py)
taken() { exim "\${if inbound_srs {${1%@*}} {secret} {\$srs_recipient}{refused}}"; }
echo 'Exim 4.96, Mail::SRS 0.31, python3-srs 1.0.4'
printf 'Mail::SRS:   %s\npython3-srs: %s\nExim:        %s\n' "$perl" "$python" "$own"
one=$(taken "$own")
other=$(taken "$perl")
printf 'Exim reads its own address\n  expected: ann@example.com\n  seen:     %s\n' "$one"
printf 'Exim reads that of Mail::SRS\n  expected: ann@example.com\n  seen:     %s\n' "$other"
[ "$perl" = "$python" ] && [ "$own" != "$perl" ] && [ "$one" = ann@example.com ] && [ "$other" = refused ]

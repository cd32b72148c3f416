#!/usr/bin/env bash
# Expected: a second forwarder does not wrap an SRS address once more: it writes SRS1 with the first forwarder in it, and a
# third only changes the hash, so that the address stays as long as it is.
# Exim writes SRS0 round SRS0 round SRS0; Mail::SRS, postsrsd and python3-srs write SRS1.
# At the third hop a common address has more than 64 octets: servers that keep to the limit refuse the return path.
# Sender Rewriting Scheme (SRS1 is there for this), RFC 5321 section 4.5.3.1.1 (a local part has at most 64 octets).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder) and perl.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download exim4-daemon-light=4.96-15+deb12u10 libmail-srs-perl=0.31-9 libdigest-hmac-perl=1.04+dfsg-2 libnss-wrapper \
  libdb5.3 libevent-2.1-7 libgnutls-dane0 libgssapi-krb5-2 libidn12 libidn2-0 libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 libnsl2 \
  libtirpc3 libunbound8 libcom-err2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
mkdir spool
printf 'spool_directory = %s/spool\nlog_file_path = %s/spool/%%slog\ntls_advertise_hosts =\n' "$work" "$work" > settings
# Exim wants the user that its package would make.
{ cat /etc/passwd; echo 'Debian-exim:x:65533:65533::/:/bin/false'; } > users
{ cat /etc/group; echo 'Debian-exim:x:65533:'; } > groups
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
chmod a-s unpacked/usr/sbin/exim4
exim() {
  LD_LIBRARY_PATH=$libraries LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_PASSWD=$work/users NSS_WRAPPER_GROUP=$work/groups \
    "$work/unpacked/usr/sbin/exim4" -C "$work/settings" -be "\${srs_encode {secret} {$1} {$2}}" 2> /dev/null
}
perl_srs() {
  PERL5LIB=unpacked/usr/share/perl5 perl -MMail::SRS -e \
    'print Mail::SRS->new(Secret => ["secret"], HashLength => 4)->forward(@ARGV)' "$1" "$2"
}
hops() {
  local address=ann.doe@example.com domain
  for domain in alumni.example.org fwd.example.net box.example.com; do
    address=$("$1" "$address" "$domain")
    echo "${address%@*}"
  done
}
echo 'Exim 4.96, Mail::SRS 0.31'
echo 'Mail::SRS, local part at each hop:'
hops perl_srs | tee other | awk '{ print "  " length($0) " " $0 }'
echo 'Exim:'
hops exim | tee one | awk '{ print "  " length($0) " " $0 }'
longest() { awk '{ last = length($0) } END { print last }' "$1"; }
[ "$(grep -c '^SRS1=' other)" = 2 ] && [ "$(longest other)" -le 64 ] && tail -n 1 one | grep -q '^SRS0=.*SRS0=.*SRS0=' && [ "$(longest one)" -gt 64 ]

#!/usr/bin/env bash
# Expected: a long subject is encoded in several words, each of 75 signs at most, as the standard has it.
# Ruby's mail makes one encoded word of each word between blanks, however long. Languages without blanks give one of some hundred
# signs, and Exim, by default, decodes none that is longer than 75: its filters see "=?UTF-8?Q?=E4=BC=9A..." and miss the subject.
# What is written by the one and filtered by the other is filed as if it had another subject.
# RFC 2047 section 2 (an encoded word may not be more than 75 characters long).
# Needs Debian 12 (apt-get download of pinned packages, unpacked into a temporary folder).
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ruby-mail=2.7.1+dfsg1-2 ruby-mini-mime=1.1.1-2 ruby3.1 libruby3.1 libyaml-0-2 libgmp10 exim4-daemon-light=4.96-15+deb12u10 \
  libnss-wrapper libdb5.3 libevent-2.1-7 libgnutls-dane0 libgssapi-krb5-2 libidn12 libidn2-0 libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 \
  libnsl2 libtirpc3 libunbound8 libcom-err2 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
libraries=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* | tr ' ' ':')
RUBYLIB=$(echo "$work"/unpacked/usr/lib/ruby/vendor_ruby "$work"/unpacked/usr/lib/ruby/3.1.0 "$work"/unpacked/usr/lib/*-linux-gnu*/ruby/3.1.0 \
  "$work"/unpacked/usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':')
export RUBYLIB LC_ALL=C.UTF-8
mkdir spool
printf 'spool_directory = %s/spool\nlog_file_path = %s/spool/%%slog\ntls_advertise_hosts =\n' "$work" "$work" > settings
# Exim wants the user that its package would make.
{ cat /etc/passwd; echo 'Debian-exim:x:65533:65533::/:/bin/false'; } > users
{ cat /etc/group; echo 'Debian-exim:x:65533:'; } > groups
chmod a-s unpacked/usr/sbin/exim4
written() {
  LD_LIBRARY_PATH=$libraries "$work/unpacked/usr/bin/ruby3.1" -W0 -r mail -e \
    'm = Mail.new; m.charset = "UTF-8"; m.subject = ARGV[0]; puts m["subject"].encoded.sub(/^Subject: /, "").split' "$1"
}
read_by_exim() {
  LD_LIBRARY_PATH=$libraries LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_PASSWD=$work/users NSS_WRAPPER_GROUP=$work/groups \
    "$work/unpacked/usr/sbin/exim4" -C "$work/settings" -be "\${rfc2047d:$1}" 2> /dev/null
}
echo 'mail 2.7.1, Exim 4.96'
all=''
for subject in '会议' '会议时间改到下周三下午两点'; do
  word=$(written "$subject")
  seen=$(read_by_exim "$word")
  printf '%s\n  longest encoded word: %s signs (standard: 75 at most)\n  read by Exim: %s\n' "$subject" "$(wc -L <<< "$word")" "$seen"
  if [ "$seen" = "$subject" ]; then all+='read '; else all+="$(wc -L <<< "$word") "; fi
done
[ "$all" = 'read 129 ' ]

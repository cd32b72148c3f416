# Read by the findings on Pigeonhole: unpacks it and Dovecot into a temporary folder. The settings stand in the environment, since
# sieve-test would ask an installed doveconf for those of a file.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
version=1:2.3.19.1+dfsg1-2.1+deb12u6
apt-get -qq download dovecot-core=$version dovecot-sieve=$version libexttextcat-2.0-0 libsodium23 libstemmer0d liblua5.3-0 libssl3 libicu72 2> /dev/null
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
LD_LIBRARY_PATH=$(echo "$work"/unpacked/usr/lib/*-linux-gnu* "$work"/unpacked/lib/*-linux-gnu* "$work"/unpacked/usr/lib/dovecot | tr ' ' ':')
export LD_LIBRARY_PATH LC_ALL=C.UTF-8 DOVECONF_ENV=1 MAIL_LOCATION="maildir:$work/mail"
export HOSTNAME=example.com POSTMASTER_ADDRESS=postmaster@example.com
if [ "$(id -u)" = 0 ]; then export MAIL_UID=nobody MAIL_GID=nogroup; fi
mkdir -m 777 mail

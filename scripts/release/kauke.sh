#!/bin/sh
# Kauke as released: its own Node.js, started from wherever this file or a link to it is called.
set -eu
home=$(dirname "$(readlink -f "$0")")
for node in "$home"/node_modules/node-*/bin/node; do :; done
case ${1-} in
  start)
    shift
    exec "$node" "$home/src/cli/start.ts" "$@"
    ;;
  *)
    exec "$node" "$home/src/cli/kauke.ts" "$@"
    ;;
esac

# Runs the Node that came with the packages: sh scripts/node.sh [options] FILE [arguments]. It
# replaces this shell, so that signals and the exit code are passed on directly. It is also the
# first in PATH, for programs that ask for `node` by name.
node=$(node "$(dirname "$0")/find-node.cjs") || exit
PATH="$(dirname "$node"):$PATH"
# Keeps compiled code, also for child processes: it saves half of a start.
root=$(cd "$(dirname "$0")/.." && pwd)
NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$root/node_modules/.cache/node}"
export PATH NODE_COMPILE_CACHE
exec "$node" "$@"

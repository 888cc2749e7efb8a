# One real service: start it, pay, stop it, and see that nothing is left. Sourced by .ci/run.

service=
database=
data=

# start_service <folder> <data folder> <seconds> <command…>
start_service() {
  local folder=$1 patience=$3
  data=$2
  shift 3
  (
    cd "$folder"
    exec env DATA_DIR="$data" PORT=0 HOST=127.0.0.1 SERVICE_ENV=sandbox DATABASE_URL='' \
      SPORTSBOOK_API_KEY='' LOG_LEVEL=info ROLE=all ENV_FILE='' "$@"
  ) >"$scratch/service.log" 2>&1 &
  service=$!
  wait_for "$patience" 'the service is not ready' grep -q '^  Stop ' "$scratch/service.log"
  database=$(head -n 1 "$data/postgres/postmaster.pid")
}

# pay [command to run it by…]
pay() {
  local address
  address=$(sed -n 's|^  API  *\(http://[^/]*\)/api/v1$|\1|p' "$scratch/service.log")
  "$@" node .ci/pay.mjs "$address" || fail 'the payment failed' "$scratch/service.log"
}

# Whatever may never be so is looked for in all that the service has stored until now.
verify_all() {
  env DATA_DIR="$data" SERVICE_ENV=sandbox DATABASE_URL='' ENV_FILE='' \
    npm run --silent momo -- audit all >"$scratch/audit.log" 2>&1 ||
    fail 'not everything holds' "$scratch/audit.log"
  head -n 2 "$scratch/audit.log"
}

stop_service() {
  local child
  child=$(ps -A -o pid=,ppid= | awk -v parent="$service" '$2 == parent { print $1 }')
  kill -TERM "$service"
  wait_for 5 'npm still runs' is_gone "$service"
  for pid in $child "$database"; do
    is_gone "$pid" || fail "process $pid is left over" "$scratch/service.log"
  done
  # The command line of every process of the database names its folder.
  if ps -A -o args= | grep -F -e "-D $data" | grep -v grep; then
    fail 'the database is left over' "$scratch/service.log"
  fi
  grep -q '"msg":"stopped"' "$scratch/service.log" ||
    fail 'the service did not stop in order' "$scratch/service.log"
  service=
  database=
}

end_service() {
  if [ -n "$service" ] && ! is_gone "$service"; then
    kill -TERM "$service"
    wait "$service" || true
  fi
  if [ -n "$database" ] && ! is_gone "$database"; then kill -QUIT "$database"; fi
}

is_gone() {
  ! kill -0 "$1" 2>/dev/null
}

# wait_for <seconds> <complaint> <command…>
wait_for() {
  local until=$((SECONDS + $1)) complaint=$2
  shift 2
  until "$@"; do
    if ((SECONDS > until)) || { [ "$1" != is_gone ] && is_gone "$service"; }; then
      fail "$complaint" "$scratch/service.log"
    fi
    sleep 0.05
  done
}

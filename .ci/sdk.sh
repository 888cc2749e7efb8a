# The SDK as a platform gets it: packed, looked at by two linters of packages, installed, and paying
# on each runtime that it is made for. Needs a running service. Sourced by .ci/run.

PUBLINT=0.3.25
ATTW=0.18.5
BUN=1.4.4
DENO=2.9.5
EXPRESS=5.3.0
HEY_API=0.99.0
TYPESCRIPT=5.9.3

try_sdk() {
  local folder="$scratch/sdk" address
  mkdir "$folder"
  echo '{ "private": true, "type": "module" }' >"$folder/package.json"
  cp .ci/sdk-pay.mjs .ci/examples.mjs examples/* "$folder"
  {
    npm pack --workspace sdk --pack-destination "$folder" &&
      cd "$folder" &&
      npm install --no-audit --no-fund ./momo-sdk-*.tgz "publint@$PUBLINT" \
        "@arethetypeswrong/cli@$ATTW" "bun@$BUN" "deno@$DENO" "express@$EXPRESS" \
        "@hey-api/openapi-ts@$HEY_API" "typescript@$TYPESCRIPT" &&
      npx publint --strict ./momo-sdk-*.tgz &&
      npx attw ./momo-sdk-*.tgz &&
      try_generators "$OLDPWD" &&
      cd "$OLDPWD" &&
      npm publish --workspace sdk --dry-run
  } >"$scratch/sdk.log" 2>&1 || fail 'the SDK is no good package' "$scratch/sdk.log"
  rm -rf sdk/dist
  address=$(sed -n 's|^  API  *\(http://[^/]*\)/api/v1$|\1|p' "$scratch/service.log")
  pay_with_sdk "$address" node
  pay_with_sdk "$address" npx bun
  pay_with_sdk "$address" npx deno run --allow-all --no-prompt
  install python3-jwt python3-cryptography
  (
    export MOMO_SDK="$PWD/sdk/php/autoload.php"
    cd "$folder" && timeout 120 node examples.mjs "$address"
  ) || fail 'an example does not work' "$scratch/service.log"
}

# pay_with_sdk <address> <runtime…>
pay_with_sdk() {
  local address=$1
  shift
  (cd "$scratch/sdk" && timeout 60 "$@" sdk-pay.mjs "$address") ||
    fail "the SDK cannot pay on: $*" "$scratch/service.log"
}

# try_generators <checkout>: a minimal request compiles with the types of other generators.
try_generators() {
  npx openapi-ts -i "$1/docs/openapi.json" -o generated -p @hey-api/typescript &&
    cat >minimal.ts <<'SAMPLE' &&
import type { DepositRequest } from './generated/types.gen.js';
import type { components } from './openapi.js';

const texts = { player_id: '', msisdn: '', reference: '' };
const minimal = { ...texts, amount_xaf: 1, operator: 'mtn' } as const;
export const one: DepositRequest = minimal;
export const two: components['schemas']['DepositRequest'] = minimal;
SAMPLE
    cp "$1/sdk/src/openapi.ts" openapi.ts &&
    npx tsc --noEmit --strict --module nodenext --skipLibCheck minimal.ts
}

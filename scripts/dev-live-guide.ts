/** The administrator of the service that `npm run dev:live` starts. */
export const ADMINISTRATOR = 'admin@example.com';

/** The phone that delivers the texts of the SIM with MTN's number. */
export const GATEWAY = 'dev-phone';

export interface Playground {
  readonly url: string;
  /** Pages on which people act as customers and operators. */
  readonly pages: Readonly<Record<'mtn' | 'backup' | 'orange' | 'phone', string>>;
  /** `null` if an earlier start made the administrator. */
  readonly oneTimePassword: string | null;
  readonly envFile: string;
  readonly logFile: string;
}

/** What to type and where to click, from the first deposit to the first broken payout. */
export function guide({ url, pages, oneTimePassword, envFile, logFile }: Playground): string {
  const momo = `ENV_FILE=${envFile} npm run momo --`;
  const password =
    oneTimePassword === null
      ? `(as before; forgotten: ${momo} staff reset-password --email ${ADMINISTRATOR})`
      : `${oneTimePassword}  (temporary password, shown only now)`;
  return `
The live service runs against emulated operators. No money moves.

  API          ${url}/api/v1
  Console      ${url}/console
  Sign in      ${ADMINISTRATOR}  ${password}
  MTN          ${pages.mtn}  (provider mtn-main)
  MTN, backup  ${pages.backup}  (provider mtn-backup)
  Orange       ${pages.orange}  (provider orange-main)
  SIM          ${pages.phone}  (the phone ${GATEWAY} with the SIM of MTN's number)
  Log          ${logFile}
  Commands     ${momo} …
  Stop         Ctrl-C

1. A deposit. The player's phone is the page of MTN: press Approve there, then read it again.

   ${payment(url, 'deposits', 'order-$(date +%s)')}
   curl -s ${url}/api/v1/transactions/<service_tx_id>

2. A withdrawal. Approve it in the console, or with a token of your own; then MTN's page shows the
   transfer, which waits for Approve as well.

   ${payment(url, 'withdrawals', 'payout-$(date +%s)')}
   ${momo} staff token --email ${ADMINISTRATOR}
   curl -s -X POST ${url}/internal/v1/withdrawals/<service_tx_id>/approve \\
     -H 'Authorization: Bearer <token>'

3. Something breaks. On MTN's page add a fault, for instance "reset after acceptance" to "transfer",
   once: the operator takes the payout and its answer is lost. The service asks and never sends
   again. Forbidden IP or a reset of "token" sends new payments to the backup.

4. A success without the operator's id. On MTN's page add the fault "without the operator’s id" to
   "collect_status", make the deposit of 1., approve it there, and make another one like it. Then
   the text of the first payment comes (Pay on the page of the SIM): it completes nothing, and
   "Unmatched payments" says why. Without the second deposit it fills in the id of the first.

5. A rejected deposit that was paid. Make the deposit of 1., press Refuse on MTN's page, and let the
   text of 4. come. The deposit is held in the console; rejecting it asks what becomes of the money.

6. A restore. Approve a withdrawal while both MTN accounts are forbidden (see 3), then quarantine
   the database, as after a restore: the console has a red bar, and nothing leaves. Clear the
   faults: it still waits. Accept it: MTN is asked, does not know it, and it goes out. For a
   restore from a backup see docs/operations.md; the settings are in ${envFile}.

   ${momo} db quarantine --reason "To try it"
   ${momo} db accept-restore --look
   ${momo} db accept-restore --reason "To try it"

7. An approved payout that nobody takes. Make the withdrawal of 2., switch both MTN providers off in
   the console, then approve it: it can be cancelled. Or type 25h here and press Enter: the
   service's clock goes on by 25 hours, the approval lapses, and staff reject it or approve it
   again. (You have to sign in again as well.)

8. A paid payout reported as failed. On MTN's page add the fault "reset after acceptance" to
   "transfer", once, and "unavailable" to "transfer_status"; make and approve the withdrawal of 2.,
   press Approve on MTN's page, and type 2h here: it is held. Mark it as not paid, then clear the
   faults: the next question finds that it was paid, and "Contradictions" has it. Ask the provider
   before you decide, and the decision takes a second person (${momo} staff add …).

9. A reversal. Let a deposit or a payout succeed and press Take back beside it on MTN's page: the
   operator calls, is asked, and after ten seconds at most "Contradictions" has it. The state stays
   succeeded.

10. Texts that are believed. Make the deposit of 1., with an amount that no other open one has, and
   press Pay on the page of the SIM: its text completes it. Forge a text of 670000001 for the next
   deposit: it waits, and a true payment beside it is credited. Write "Votre nouveau solde: 1 XAF"
   into the note of a payment: it is credited as well. Move -300 without a text, then pay: the
   payment waits, and "SIM lines" in the console shows the gap. Type the balance that the page of
   the SIM shows: what leads to it is credited, the forged text is not. Lose a text, or deliver some
   in the wrong order.

11. One operator's id, two payments. Let the text of a payment be under way, forge one with its id
   and 5000, then deliver it: the true one is credited although it came second. Move -300 before
   that: both wait, side by side, until the balance is typed. Forge one with the id of a payment
   that was credited: "Contradictions" has it.

Webhooks of a live service go to public addresses only; this one, which is only tried, also sends to
your machine. Start a receiver with "npm run receiver -- --service ${url}" and give
http://localhost:9000 as callback_url. The emulators forget everything when they stop; what was open
then ends by its own time limits.
`;
}

function payment(url: string, path: string, reference: string): string {
  const fields = [
    `"player_id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"`,
    `"msisdn":"+237670000001"`,
    `"amount_xaf":500`,
    `"operator":"mtn"`,
    `"reference":"'${reference}'"`,
  ];
  const body = `{${fields.join(',')}}`;
  return `curl -s ${url}/api/v1/${path} -H 'Content-Type: application/json' \\\n     -d '${body}'`;
}

import type { KeptMonth } from './live-month.ts';
import { STAFF } from './month-set-up.ts';

export interface Shown {
  readonly url: string;
  readonly shop: string;
  readonly phones: string;
  readonly sim: string;
  readonly mtn: string;
  readonly orange: string;
  readonly month: KeptMonth;
  readonly envFile: string;
  readonly isQuiet: boolean;
}

/** Five addresses, and ten things to see: one click and one sentence each. */
export function demoGuide(shown: Shown): string {
  const { url, shop, phones, month } = shown;
  const agent = `${url}/console`;
  const finance = `${otherName(url)}/console`;
  const otherShop = otherName(shop);
  const made = new Date(month.madeAt).toISOString().slice(0, 16).replace('T', ' ');
  const live = shown.isQuiet
    ? 'Nothing happens by itself (--quiet).'
    : 'A payment comes every few seconds.';
  return `
A month of payments until ${made} UTC, from seed ${month.seed}. No money moves. ${live}

  Shop                ${shop}
  Phone               ${phones}/677123456
  Console as agent    ${shop}/as/agent  (${STAFF.agent.name}, signed in)
  Console as finance  ${otherShop}/as/finance  (${STAFF.finance.name}, signed in)
  Console as admin    ${otherShop}/as/admin  (${STAFF.admin.name}, in the place of finance)

 1. ${shop}
    Buy something: the phone of the buyer is asked for the money.
 2. ${phones}/677123456
    Confirm with any PIN: the shop knows it within seconds, by a webhook.
 3. ${agent}
    Every payment of today as it happens, and what waits for a person.
 4. ${agent}/approvals
    Approve a payout with good signs; the same 45 000 three times has bad ones.
 5. ${agent}/held
    A payout about which the operator says nothing: ask, then decide.
 6. ${agent}/receipts
    Money that nobody announced: find whose it is.
 7. ${agent}/sms
    Texts of the line; the forged ones do not fit its balance and credit nobody.
 8. ${agent}/contradictions
    A payment that the operator took back after it had succeeded.
 9. ${finance}/finance
    Closed days, wallets as the operators report them, a statement that differs by 300 francs.
10. ${agent}/webhooks
    The shop's server was away: send what it missed again.

  Behind it  MTN ${shown.mtn}, Orange ${shown.orange}, the SIM of the line ${shown.sim}
  Commands   ENV_FILE=${shown.envFile} npm run momo -- audit all
  Stop       Ctrl-C; the next start begins with the same month, --reset makes one until today.
`;
}

/** Another name of the same machine has other cookies, so both people are signed in at once. */
function otherName(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

import { randomUUID } from 'node:crypto';
import { signBody } from '../../src/signing/gateway-signature.ts';
import { keepAsking } from '../load/connection.ts';
import { postRequest } from '../load/request-text.ts';
import type { RunningRelease } from './running-release.ts';

/** Payments of players as Orange reports them, on several lines at the same time. */
export interface Till {
  /** The body of the n-th deposit of a portion; its amount decides which line it is paid to. */
  deposit(n: number, callbackUrl: string): string;
  /** Reports all deposits of the portion, each line its own ones in turn. */
  report(portion: number): Promise<void>;
}

const LINES = 16;
const GATEWAY = 'bench';
/** Each line takes one amount, and the channel that is there already only smaller ones. */
const FIRST_AMOUNT_XAF = 9_001;

export async function openLines(release: RunningRelease): Promise<Till> {
  const issued = await release.momo('gateway-key', 'issue', GATEWAY, '--dialect', 'signed');
  const secret = /^Secret +(\S+)$/m.exec(issued)?.[1];
  if (secret === undefined) throw new Error(`${release.name} issues no secret of a gateway`);
  const max = String(FIRST_AMOUNT_XAF - 1);
  await release.momo('channel', 'set', 'orange-money-sandbox', '--max', max, ...WHY);
  for (let line = 0; line < LINES; line += 1) await openLine(release, line);
  return createTill(release, secret);
}

const WHY = ['--reason', 'bench'];

async function openLine({ momo }: RunningRelease, line: number): Promise<void> {
  const amount = String(FIRST_AMOUNT_XAF + line);
  const owner = ['--operator', 'orange'];
  const way = ['--provider', 'orange-money', ...owner, '--mode', 'customer_initiated'];
  const code = [
    '--merchant-number',
    numberOf(line),
    '--ussd-template',
    '*000*{merchant}*{amount}#',
  ];
  await momo('channel', 'add', `bench-${line}`, ...way, ...code, '--min', amount, '--max', amount);
  const sim = ['--sim', simOf(line), ...owner, '--line', numberOf(line)];
  await momo('gateway', 'sim', GATEWAY, ...sim);
  await momo('line', 'open', numberOf(line), '--balance', '0', ...WHY);
}

function createTill({ name, port }: RunningRelease, secret: string): Till {
  const balances = Array.from({ length: LINES }, () => 0);
  let waiting: string[] = [];
  let paid = 0;
  const text = (n: number): string => {
    const amount = FIRST_AMOUNT_XAF + (n % LINES);
    const balance = (balances[n % LINES] ?? 0) + amount;
    balances[n % LINES] = balance;
    paid += 1;
    const id = `MP${minuteInDouala()}.A${String(paid).padStart(5, '0')}`;
    return (
      `Paiement de WOURI SHOP reussi par ${waiting[n]} ABEGA SOLANGE. ID transaction:${id}, ` +
      `Montant:${amount} FCFA. Solde: ${balance} FCFA.`
    );
  };
  const request = (n: number): string => {
    const sim = simOf(n % LINES);
    const body = JSON.stringify({ sender: 'OrangeMoney', sim, text: text(n) });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = signBody(secret, { raw: Buffer.from(body), timestamp });
    const headers = { 'x-signature': signature, 'x-timestamp': timestamp };
    return postRequest(`/internal/v1/sms/${GATEWAY}`, body, headers);
  };
  const reportLine = (line: number, portion: number) => {
    let n = line - LINES;
    return keepAsking({
      port,
      next: (answered) => {
        if (answered !== null && answered.status !== 200) {
          throw new Error(`${name}: ${answered.answer.toString()}`);
        }
        n += LINES;
        return n < portion ? request(n) : null;
      },
    });
  };
  return {
    deposit: (n, callbackUrl) => {
      if (n === 0) waiting = [];
      const payer = `69${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
      waiting[n] = payer;
      return (
        `{"player_id":"${randomUUID()}","msisdn":"+237${payer}",` +
        `"amount_xaf":${FIRST_AMOUNT_XAF + (n % LINES)},"operator":"orange",` +
        `"reference":"${randomUUID()}","lang":"en","callback_url":"${callbackUrl}"}`
      );
    },
    report: async (portion) => {
      await Promise.all(Array.from({ length: LINES }, (_, line) => reportLine(line, portion)));
    },
  };
}

function simOf(line: number): string {
  return `sim-${line}`;
}

function numberOf(line: number): string {
  return `9000${String(line).padStart(2, '0')}`;
}

/** As Orange writes it in its ids: `261115.1030`. */
function minuteInDouala(): string {
  const [day = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().split('T');
  return `${day.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}`;
}

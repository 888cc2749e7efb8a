import type { Database } from '../../../src/db/client.ts';
import { touchGateway, upsertGateway, upsertSim } from '../../../src/db/lines/gateways.ts';
import { listLineStandings } from '../../../src/db/lines/lines.ts';
import { insertChannels, insertProviders } from '../../../src/db/providers/channels.ts';
import type { Dialect } from '../../../src/domain/lines/sms-dialects.ts';
import type { Operator } from '../../../src/domain/operators/operator.ts';
import type { Channel } from '../../../src/domain/providers/channel.ts';
import { applyBalance, type Trusted } from '../../../src/flows/decisions/trust-balance.ts';
import { loadSmsTemplates } from '../../../src/settings/sms-templates.ts';
import { signBody } from '../../../src/signing/gateway-signature.ts';
import { createVault, SECRET_PLACES, type Vault } from '../../../src/signing/sealed-text.ts';
import { CREDIT_RULES } from '../access/policy.ts';
import type { Answer } from '../call.ts';
import type { TestService } from '../harness.ts';
import { storedEnglish } from '../sentences.ts';

const TEMPLATES = loadSmsTemplates(null);

export const SECRET = 'a secret of the gateway';
export const GATEWAY = 'till-phone';

/** What each line of a test has at first, unless it says otherwise. */
const OPENING_XAF = 50_000.25;

/** Opens a line as a person who reads its balance at the operator. */
export async function openLine(
  database: Database,
  line: string,
  balanceXaf = OPENING_XAF,
): Promise<Trusted> {
  const balanceCents = Math.round(balanceXaf * 100);
  const read = { line, balanceCents, readAt: { agoMs: 0 } };
  const said = { ...read, source: 'staff', by: 'a test', reason: null, typist: null } as const;
  return database.atomically((connection) =>
    applyBalance({ ...CREDIT_RULES, templates: TEMPLATES }, connection, said),
  );
}

/** A gateway with one SIM for each line; it was seen just now, and its lines are opened. */
export async function addGateway(
  database: Database,
  options: {
    readonly id?: string;
    readonly dialect?: Dialect;
    readonly sims: Readonly<Record<string, { readonly operator: Operator; readonly line: string }>>;
    /** With `null` its lines are not opened. */
    readonly opensWithXaf?: number | null;
    /** Of a service with SECRETS_KEY. */
    readonly vault?: Vault;
  },
): Promise<void> {
  const { id = GATEWAY, dialect = 'signed', sims, opensWithXaf = OPENING_XAF } = options;
  const { vault = createVault(null) } = options;
  const secret = vault.seal(SECRET, SECRET_PLACES.gatewaySecret(id));
  await upsertGateway(database, { id, dialect, secret });
  for (const [sim, of] of Object.entries(sims)) {
    await upsertSim(database, { gatewayId: id, sim, ...of });
  }
  await touchGateway(database, id);
  if (opensWithXaf === null) return;
  const opened = (await listLineStandings(database)).filter(({ isOpened }) => isOpened);
  const known = new Set(opened.map(({ line }) => line));
  for (const { line } of Object.values(sims)) {
    if (known.has(line)) continue;
    await openLine(database, line, opensWithXaf);
    known.add(line);
  }
}

/** A provider of SIM lines with a customer-initiated channel for each of them. */
export async function addLines(
  database: Database,
  operator: Operator,
  lines: readonly string[],
  changes: Partial<Channel> = {},
): Promise<void> {
  const id = `${operator}-sims`;
  await insertProviders(database, [
    {
      id,
      adapter: 'sim-gateway',
      displayName: id,
      description: id,
      logo: operator,
      operators: [operator],
      directions: ['deposit'],
      depositFeePercent: 0,
      withdrawalFeePercent: 0,
      depositFeeMessage: '',
      isPrimary: true,
      priority: 1,
      flagEnabled: true,
    },
  ]);
  await insertChannels(
    database,
    lines.map((line, index) => ({
      id: `${id}-${index + 1}`,
      providerId: id,
      operator,
      collectionMode: 'customer_initiated',
      merchantNumber: line,
      merchantDisplayName: 'TEST SHOP',
      ussdTemplate: '#150*1*1*{merchant}*{amount}#',
      illustrationUrl: null,
      illustrationAlt: null,
      enabled: true,
      minAmountXaf: null,
      maxAmountXaf: null,
      ...changes,
    })),
  );
}

export interface Reported {
  readonly sim?: string;
  readonly sender?: string;
  readonly text: string;
}

/** What a gateway posts in our own signed form. */
export function signedRequest(
  body: unknown,
  options: { readonly secret?: string; readonly at?: number } = {},
) {
  const raw = Buffer.from(JSON.stringify(body));
  const timestamp = String(Math.floor((options.at ?? Date.now()) / 1_000));
  const signature = signBody(options.secret ?? SECRET, { raw, timestamp });
  const headers = {
    'content-type': 'application/json',
    'x-signature': signature,
    'x-timestamp': timestamp,
  };
  return { headers, body: raw.toString() };
}

export function tell(
  service: Pick<TestService, 'call'>,
  { sim = 'sim-1', sender = 'OrangeMoney', text }: Reported,
  options: { readonly secret?: string; readonly at?: number; readonly gateway?: string } = {},
): Promise<Answer> {
  const request = signedRequest({ sim, sender, text }, options);
  return service.call('POST', `/internal/v1/sms/${options.gateway ?? GATEWAY}`, request);
}

export interface OrangeLine {
  /** The text of a payment that really arrives: the balance follows. */
  readonly pay: (payment: { readonly payer: string; readonly amount: number }) => string;
  /** Takes money off the line without a text. */
  readonly takeSilently: (amount: number) => void;
}

let lastId = 10_000;

/** What Orange would write about a line of ours, in its form. */
export function createOrangeLine(number: string, startXaf = 50_000): OrangeLine {
  const national = (msisdn: string) => msisdn.replace('+237', '');
  let balance = startXaf;
  return {
    pay: ({ payer, amount }) => {
      balance += amount;
      return orangeText({
        payer: national(payer),
        payee: national(number),
        amount,
        balance: `${balance}.25`,
        id: nextOrangeId(),
      });
    },
    takeSilently: (amount) => {
      balance -= amount;
    },
  };
}

/** `2026-11-15T10:30:07.000Z`, of the clock on the wall there. */
export function timeInDouala(at = Date.now()): string {
  return new Date(at + 3_600_000).toISOString();
}

/** Names the time of the payment as Orange does: a text that is a day old is doubtful. */
export function nextOrangeId(at = Date.now()): string {
  lastId += 1;
  const letter = String.fromCodePoint(65 + (Math.floor(lastId / 100_000) % 26));
  const inDouala = timeInDouala(at);
  const day = inDouala.slice(2, 10).replaceAll('-', '');
  const time = inDouala.slice(11, 16).replace(':', '');
  return `PP${day}.${time}.${letter}${String(lastId % 100_000).padStart(5, '0')}`;
}

export function orangeText(facts: {
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly balance: string;
  readonly id: string;
}): string {
  const { payer, payee, amount, balance, id } = facts;
  return (
    `Transfert de ${payer} ABEGA SOLANGE vers ${payee} WOURI SHOP reussi. Details: ` +
    `ID transaction: ${id}, Montant Transaction: ${amount}FCFA, Frais: 0 FCFA, ` +
    `Commission: 0 FCFA, Montant Net: ${amount} FCFA, Nouveau Solde: ${balance} FCFA.`
  );
}

/** What the line has after the payment that a text of Orange reports. */
export function balanceIn(text: string): number {
  return Number(/Nouveau Solde: ([0-9.]+) FCFA/.exec(text)?.[1]);
}

export interface ReceiptFact {
  readonly state: string;
  readonly reason: string;
  readonly is_trusted: boolean;
  readonly score: number;
  readonly amount_xaf: number;
}

export async function receiptsOf(database: Database, payer: string): Promise<ReceiptFact[]> {
  const rows = await database.query<ReceiptFact>({
    text: `select state, reason, is_trusted, score, amount_xaf from receipts
           where payer_msisdn = $1 order by id`,
    values: [payer],
  });
  return rows.map((row) => ({ ...row, reason: storedEnglish(row.reason) }));
}

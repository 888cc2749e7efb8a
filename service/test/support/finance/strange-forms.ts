// Four exports as no release knows them, of one wallet. Each has three payments.

export interface StrangeForm {
  readonly name: string;
  /** For the wallet with these nine digits. */
  readonly fileOf: (own: string) => string;
  readonly ids: readonly string[];
  readonly directions: readonly ('in' | 'out')[];
  readonly times: readonly string[];
  readonly amountsXaf: readonly number[];
  readonly others: readonly string[];
  readonly proof: 'balance_chain' | 'control_sum';
}

const fileOf = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

export const STRANGE_FORMS: readonly StrangeForm[] = [
  {
    name: 'date and time apart, and a total',
    fileOf: (own) =>
      fileOf(
        'Relevé de compte;;;;;',
        'Période;01/11/2026 - 17/11/2026;;;;',
        'Jour;Heure;N° de pièce;Émetteur du transfert;Reçu par;Somme',
        `17/11/2026;09:03;PP261117.0903.A00001;692000001;${own};5 000`,
        `17/11/2026;09:41;PP261117.0941.A00002;${own};692000002;1 250`,
        `17/11/2026;10:17;PP261117.1017.A00003;692000003;${own};12 000`,
        'TOTAL;;;;;18 250',
      ),
    ids: ['PP261117.0903.A00001', 'PP261117.0941.A00002', 'PP261117.1017.A00003'],
    directions: ['in', 'out', 'in'],
    times: ['2026-11-17T08:03:00.000Z', '2026-11-17T08:41:00.000Z', '2026-11-17T09:17:00.000Z'],
    amountsXaf: [5_000, 1_250, 12_000],
    others: ['+237692000001', '+237692000002', '+237692000003'],
    proof: 'control_sum',
  },
  {
    name: 'debit and credit, one correspondent, years of two digits',
    fileOf: () =>
      fileOf(
        'Le;Pièce;Correspondant;Débit;Crédit;Solde courant',
        '16-11-26 18:22;261116000451;692000004;;3 000;103 000',
        '17-11-26 09:58;261117000466;692000005;1 500;;101 500',
        '17-11-26 11:02;261117000502;692000006;;750,50;102 250,50',
      ),
    ids: ['261116000451', '261117000466', '261117000502'],
    directions: ['in', 'out', 'in'],
    times: ['2026-11-16T17:22:00.000Z', '2026-11-17T08:58:00.000Z', '2026-11-17T10:02:00.000Z'],
    amountsXaf: [3_000, 1_500, 750.5],
    others: ['+237692000004', '+237692000005', '+237692000006'],
    proof: 'balance_chain',
  },
  {
    name: 'names of months, the number in a description, a row of units',
    fileOf: () =>
      fileOf(
        'Posted,Receipt,Narration,Money in,Money out,Running balance',
        ',,,XAF,XAF,XAF',
        '17 Nov 2026 09:28 AM,26111709007,Transfer from 677000001 by app,"2,000",,"52,000"',
        '17 Nov 2026 01:05 PM,26111709008,Payment to 677000002 by USSD,,500,"51,500"',
        '17 Nov 2026 01:40 PM,26111709009,Transfer from 677000003 by app,"10,000",,"61,500"',
      ),
    ids: ['26111709007', '26111709008', '26111709009'],
    directions: ['in', 'out', 'in'],
    times: ['2026-11-17T08:28:00.000Z', '2026-11-17T12:05:00.000Z', '2026-11-17T12:40:00.000Z'],
    amountsXaf: [2_000, 500, 10_000],
    others: ['+237677000001', '+237677000002', '+237677000003'],
    proof: 'balance_chain',
  },
  {
    name: 'ids written as formulas, the direction in words',
    fileOf: () =>
      fileOf(
        'When,Key,Kind,Counterparty,Value,Left over',
        '2026-11-17 09:30:00,"=""26111709011""",Credit,677000004,4000,64000',
        '2026-11-17 09:45:00,"=""26111709012""",Debit,677000005,1000,63000',
        '2026-11-17 10:10:00,"=""26111709013""",Credit,677000006,2500,65500',
      ),
    ids: ['26111709011', '26111709012', '26111709013'],
    directions: ['in', 'out', 'in'],
    times: ['2026-11-17T08:30:00.000Z', '2026-11-17T08:45:00.000Z', '2026-11-17T09:10:00.000Z'],
    amountsXaf: [4_000, 1_000, 2_500],
    others: ['+237677000004', '+237677000005', '+237677000006'],
    proof: 'balance_chain',
  },
];

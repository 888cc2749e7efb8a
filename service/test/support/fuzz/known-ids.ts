/** Ids that earlier answers had, by what they are of, so that later requests find something. */
export interface KnownIds {
  /** For a route such as `GET /internal/v1/receipts/:id`. It grows while requests are made. */
  readonly of: (route: string) => readonly string[];
  readonly remember: (route: string, answer: string) => void;
}

const MAX_OF_A_KIND = 40;

/** `first` may fit any route; what is in `spared` is never asked for by its id. */
export function createKnownIds(first: readonly string[], spared: ReadonlySet<string>): KnownIds {
  const kinds = new Map<string, string[]>();
  const found = (kind: string): string[] => {
    const known = kinds.get(kind) ?? [...first];
    kinds.set(kind, known);
    return known;
  };
  return {
    of: (route) => found(kindOf(route)),
    remember: (route, answer) => {
      const known = found(kindOf(route));
      for (const [, id = ''] of answer.matchAll(IDS)) {
        if (spared.has(id) || known.includes(id)) continue;
        const isFull = known.length >= first.length + MAX_OF_A_KIND;
        const place = first.length + Math.floor(Math.random() * MAX_OF_A_KIND);
        known[isFull ? place : known.length] = id;
      }
    },
  };
}

const IDS = /"(?:id|service_tx_id|checkout_id|withdrawal_id|prefix|batch)":"([^"]{1,60})"/g;

const ALIASES: Readonly<Record<string, string>> = {
  deposits: 'transactions',
  withdrawals: 'transactions',
  sandbox: 'transactions',
  texts: 'sms',
};

/** The first word of the path behind the version. */
function kindOf(route: string): string {
  const [, , , word = ''] = route.split('/');
  return ALIASES[word] ?? word;
}

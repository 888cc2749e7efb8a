import { appendFileSync } from 'node:fs';

// A modem with the SIM of a wallet, made only to be another one than the emulator: it shares no
// code with it or with the modem agent. It echoes, knows the number of its card by another command,
// and understands codes in one form only. It talks through its standard input and output.

const [form = 'plain', iccid = '', pin = '', paidFile = ''] = process.argv.slice(2);

const ANSWERS: Readonly<Record<string, string>> = {
  'AT+CPIN?': '+CPIN: READY',
  'AT+ICCID': `+ICCID: ${iccid}`,
  'AT+CREG?': '+CREG: 0,1',
  'AT+CSQ': '+CSQ: 17,99',
  'AT+CPMS?': '+CPMS: "SM",0,25,"SM",0,25,"SM",0,25',
  'AT+CGSN': '861234000000017',
};
const PLAIN_OK = /^(?:AT|ATE[01]|AT\+CMEE=1|AT\+CMGF=0|AT\+CNMI=.*|AT\+CMGL=4)$/;

type Menu = (answer: string) => { readonly text: string; readonly next: Menu | null };

const first: Menu = (code) =>
  code === '*126#'
    ? { text: 'MTN MoMo\n1. Transfert d argent\n2. Mon solde', next: choose }
    : { text: 'Code inconnu', next: null };
const choose: Menu = () => ({ text: 'Entrez le numero du beneficiaire', next: takeNumber });
const takeNumber: Menu = (number) => ({
  text: 'Entrez le montant',
  next: (amount) => ({
    text: `Envoyer ${amount} FCFA a ANNE (${number}). Frais: 25 FCFA. Entrez votre code PIN pour confirmer`,
    next: (typed) => ({ text: pay({ number, amount, typed }), next: null }),
  }),
});

function pay(order: { readonly number: string; readonly amount: string; readonly typed: string }) {
  if (order.typed !== pin) return 'Code PIN incorrect.';
  appendFileSync(paidFile, `${order.number} ${order.amount}\n`);
  return `Transfert de ${order.amount} FCFA a ANNE (${order.number}) effectue. Nouveau solde: 9000 FCFA. ID: 19000000001`;
}

let menu: Menu | null = null;
let echoes = true;

function obey(line: string): void {
  if (echoes) write(`${line}\r`);
  if (line === 'ATE0') echoes = false;
  const [, code] = /^AT\+CUSD=1,"([^"]*)",15$/.exec(line) ?? [];
  if (code !== undefined) return dial(code);
  if (line === 'AT+CUSD=2') menu = null;
  const answer = ANSWERS[line];
  if (answer !== undefined) write(`\r\n${answer}\r\n\r\nOK\r\n`);
  else write(PLAIN_OK.test(line) || line === 'AT+CUSD=2' ? '\r\nOK\r\n' : '\r\nERROR\r\n');
}

function dial(written: string): void {
  const code = decode(written);
  if (code === null) return write('\r\nERROR\r\n');
  write('\r\nOK\r\n');
  setTimeout(() => {
    const shown = (menu ?? first)(code);
    menu = shown.next;
    write(`\r\n+CUSD: ${shown.next === null ? 0 : 1},${encode(shown.text)}\r\n`);
  }, 30);
}

/** `null` if it is not written in the form of this modem. */
function decode(written: string): string | null {
  if (form === 'plain') return /^[0-9*#]+$/.test(written) ? written : null;
  if (!/^(?:[0-9A-F]{2})+$/.test(written)) return null;
  const bytes = Buffer.from(written, 'hex');
  if (form === 'ucs2' && bytes.length % 2 === 1) return null;
  const text = form === 'ucs2' ? bytes.swap16().toString('utf16le') : unpack(bytes);
  return /^[0-9*#]+$/.test(text) ? text : null;
}

function encode(text: string): string {
  if (form === 'plain') return `"${text}",15`;
  const hex = form === 'ucs2' ? Buffer.from(text, 'utf16le').swap16().toString('hex') : pack(text);
  return `"${hex.toUpperCase()}",${form === 'ucs2' ? 72 : 15}`;
}

/** Seven bits a letter, the lowest first. */
function unpack(bytes: Buffer): string {
  const bits = [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .toReversed()
    .join('');
  let text = '';
  for (let end = bits.length; end >= 7; end -= 7) {
    text += String.fromCodePoint(Number.parseInt(bits.slice(end - 7, end), 2));
  }
  return text.replace(/[\r\0]$/, '');
}

function pack(text: string): string {
  // A letter that would be seen as filling gets an end.
  const padded = text.length % 8 === 7 ? `${text}\r` : text;
  const bits = [...padded]
    .map((letter) => (letter.codePointAt(0) ?? 0).toString(2).padStart(7, '0'))
    .toReversed()
    .join('');
  const whole = bits.padStart(Math.ceil(bits.length / 8) * 8, '0');
  const bytes = whole.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)).toReversed()).toString('hex');
}

function write(text: string): void {
  process.stdout.write(text);
}

let typed = '';
process.stdin.setEncoding('latin1').on('data', (chunk: string) => {
  typed += chunk;
  const lines = typed.split(/[\r\n]+/);
  typed = lines.pop() ?? '';
  for (const line of lines) if (line !== '') obey(line);
});

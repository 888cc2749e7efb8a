import { readCode, writeScreen } from './code-forms.ts';
import type { ModemState, Screen, UssdNetwork } from './modem-state.ts';

/** A command's answer: its lines or an error, then what the modem sends unasked. */
export type Reply =
  | { readonly lines: readonly string[]; readonly afterwards?: readonly string[] }
  | { readonly error: string };

type Handler = (state: ModemState, found: RegExpExecArray, ussd: UssdNetwork) => Reply;

const OK: Reply = { lines: [] };
const error = (family: 'CME' | 'CMS', code: number): Reply => ({
  error: `+${family} ERROR: ${code}`,
});

const COMMANDS: readonly (readonly [command: RegExp, run: Handler])[] = [
  [/^AT$/, () => OK],
  [
    /^ATE([01])$/,
    (state, [, on]) => {
      state.isEchoing = on === '1';
      return OK;
    },
  ],
  [/^AT\+CMEE=[012]$/, () => OK],
  [/^AT\+CPIN\?$/, showPin],
  [/^AT\+CPIN="(\d+)"$/, enterPin],
  [/^AT\+CMGF=0$/, () => OK],
  [/^AT\+CNMI=2,1,0,0,0$/, (state) => (isReady(state) ? OK : error('CMS', 311))],
  [/^AT\+CCID$/, ({ iccid }) => ({ lines: [`+CCID: ${iccid}`] })],
  [/^AT\+CGSN$/, () => ({ lines: ['490154203237518'] })],
  [/^AT\+CSQ$/, ({ signal }) => ({ lines: [`+CSQ: ${signal},99`] })],
  [/^AT\+CREG\?$/, ({ registration }) => ({ lines: [`+CREG: 0,${registration}`] })],
  [
    /^AT\+CPMS\?$/,
    ({ store, storeSize }) => {
      const one = `"SM",${store.size},${storeSize}`;
      return { lines: [`+CPMS: ${one},${one},${one}`] };
    },
  ],
  [/^AT\+CMGL=4$/, listMessages],
  [/^AT\+CMGR=(\d+)$/, showMessage],
  [/^AT\+CMGD=(\d+)$/, deleteMessage],
  [/^AT\+CUSD=2$/, endSession],
  [/^AT\+CUSD=1$/, () => OK],
  [/^AT\+CUSD=1,"([^"]*)",15$/, dial],
];

export function runCommand(state: ModemState, command: string, ussd: UssdNetwork): Reply {
  for (const [pattern, run] of COMMANDS) {
    const found = pattern.exec(command);
    if (found !== null) return run(state, found, ussd);
  }
  return { error: 'ERROR' };
}

function isReady(state: ModemState): boolean {
  return state.simPin === null || state.isUnlocked;
}

function showPin(state: ModemState): Reply {
  if (isReady(state)) return { lines: ['+CPIN: READY'] };
  return { lines: [state.pinTriesLeft > 0 ? '+CPIN: SIM PIN' : '+CPIN: SIM PUK'] };
}

function enterPin(state: ModemState, [, pin]: RegExpExecArray): Reply {
  if (state.pinTriesLeft === 0) return error('CME', 12);
  if (pin === state.simPin) {
    state.isUnlocked = true;
    state.pinTriesLeft = 3;
    return OK;
  }
  state.pinTriesLeft -= 1;
  return error('CME', 16);
}

function listMessages({ store }: ModemState): Reply {
  return {
    lines: [...store].flatMap(([index, message]) => {
      const status = message.isRead ? 1 : 0;
      message.isRead = true;
      return [`+CMGL: ${index},${status},,${message.length}`, message.hex];
    }),
  };
}

function showMessage({ store }: ModemState, [, index]: RegExpExecArray): Reply {
  const message = store.get(Number(index));
  if (message === undefined) return error('CMS', 321);
  return { lines: [`+CMGR: 1,,${message.length}`, message.hex] };
}

function deleteMessage({ store }: ModemState, [, index]: RegExpExecArray): Reply {
  return store.delete(Number(index)) ? OK : error('CMS', 321);
}

function dial(state: ModemState, [, text = '']: RegExpExecArray, ussd: UssdNetwork): Reply {
  const code = readCode(text, state.codeForm);
  if (code === null) return error('CME', 100);
  if (state.session !== null) return show(state, state.session.answer(code));
  const dialled = ussd(code);
  if (dialled === null) return { lines: [], afterwards: ['+CUSD: 4'] };
  state.session = dialled.session;
  return show(state, dialled.screen);
}

function show(state: ModemState, { isOpen, text }: Screen): Reply {
  if (!isOpen) state.session = null;
  const coding = state.codeForm === 'ucs2' ? 72 : 15;
  const shown = writeScreen(text, state.codeForm);
  return { lines: [], afterwards: [`+CUSD: ${isOpen ? 1 : 0},"${shown}",${coding}`] };
}

function endSession(state: ModemState): Reply {
  state.session = null;
  return OK;
}

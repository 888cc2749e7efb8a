import { runCommand } from './at-commands.ts';
import { firstFreeIndex, type ModemState, type UssdNetwork } from './modem-state.ts';
import { openSerialLine, type SerialLine } from './serial-line.ts';
import { type Pdu, writePdus } from './write-pdu.ts';

export interface ModemOptions {
  /** The path of the device file. */
  readonly path: string;
  readonly iccid?: string;
  readonly storeSize?: number;
  readonly simPin?: string;
  readonly ussd?: UssdNetwork;
}

export interface IncomingSms {
  readonly sender: string;
  readonly text: string;
  readonly at?: Date;
  /** Which parts arrive, in which order; all in their own order by default. */
  readonly arrange?: (parts: readonly Pdu[]) => readonly Pdu[];
}

/** Faults of a modem and its line; a test may change them at any time. */
export interface ModemFaults {
  /** Unasked lines that the modem sends before each line of its answers. */
  between: readonly string[];
  /** How the line spoils what the modem sends. */
  spoil: (line: string) => string;
  /** What the network ends a session with instead of showing this screen, or `null`. */
  cut: (screen: string) => string | null;
  /** The modem no longer answers. */
  isMute: boolean;
  /** Commands that fail, with their error line. */
  readonly errors: Map<string, string>;
  /** Messages arrive without a notice from the modem. */
  isSilentAboutSms: boolean;
}

export interface ModemEmulator {
  readonly path: string;
  readonly state: ModemState;
  readonly faults: ModemFaults;
  /** An SMS arrives. A full store loses it, as with many operators. */
  readonly receive: (sms: IncomingSms) => void;
  /** How many messages found no room. */
  readonly lost: () => number;
  /** Commands so far, with PINs: only tests read them. */
  readonly commands: () => readonly string[];
  /** Resolves at the next command of this form. */
  readonly received: (command: RegExp) => Promise<void>;
  readonly unplug: () => Promise<void>;
  readonly plug: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const FIRST_ICCID = '8923701000000000015';

/** A GSM modem with a SIM, on a serial line of its own. */
export async function startModemEmulator(options: ModemOptions): Promise<ModemEmulator> {
  const { path, ussd = () => null } = options;
  const state = newState(options);
  const faults: ModemFaults = {
    between: [],
    spoil: (line) => line,
    cut: () => null,
    isMute: false,
    errors: new Map(),
    isSilentAboutSms: false,
  };
  const received: string[] = [];
  const listeners = new Set<(command: string) => void>();
  let line: SerialLine | null = null;
  let typed = '';
  let reference = 0;
  let lost = 0;

  const say = (text: string) => line?.write(`\r\n${faults.spoil(text)}\r\n`);

  function obey(command: string): void {
    received.push(command);
    for (const listener of listeners) listener(command);
    if (faults.isMute) return;
    if (state.isEchoing) line?.write(`${command}\r`);
    const failure = faults.errors.get(command);
    const reply = failure === undefined ? runCommand(state, command, ussd) : { error: failure };
    if ('error' in reply) {
      say(reply.error);
      return;
    }
    for (const one of [...reply.lines, 'OK']) {
      for (const unasked of faults.between) say(unasked);
      say(one);
    }
    for (const one of reply.afterwards ?? []) {
      const end = faults.cut(one);
      if (end !== null) state.session = null;
      say(end ?? one);
    }
  }

  const plug = async () => {
    typed = '';
    line = await openSerialLine(path, (piece) => {
      const commands = `${typed}${piece}`.split('\r');
      typed = commands.pop() ?? '';
      for (const command of commands) obey(command.trim());
    });
  };
  const unplug = async () => {
    const pulled = line;
    line = null;
    // Without power a SIM forgets its PIN entry.
    state.isUnlocked = false;
    state.session = null;
    state.isEchoing = true;
    await pulled?.end();
  };
  await plug();
  return {
    path,
    state,
    faults,
    receive: ({ sender, text, at = new Date(), arrange = (parts) => parts }) => {
      reference += 1;
      for (const pdu of arrange(writePdus({ sender, text, at, reference }))) {
        const index = firstFreeIndex(state);
        if (index === null) lost += 1;
        else {
          state.store.set(index, { ...pdu, isRead: false });
          if (!faults.isSilentAboutSms) say(`+CMTI: "SM",${index}`);
        }
      }
    },
    lost: () => lost,
    commands: () => received,
    received: (command) =>
      new Promise((resolve) => {
        const listener = (one: string) => {
          if (!command.test(one)) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      }),
    unplug,
    plug,
    stop: unplug,
  };
}

function newState({ iccid = FIRST_ICCID, storeSize = 40, simPin }: ModemOptions): ModemState {
  return {
    iccid,
    storeSize,
    store: new Map(),
    simPin: simPin ?? null,
    pinTriesLeft: 3,
    isUnlocked: false,
    registration: 1,
    signal: 20,
    isEchoing: true,
    session: null,
    codeForm: 'plain',
  };
}

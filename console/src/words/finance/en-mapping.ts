import type { FoundWord, StatementColumn, StatementLook } from '../../api/types.ts';

type Proof = NonNullable<StatementLook['proof']>;
type Meaning = NonNullable<FoundWord['means']>;

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/** The texts about how the columns of a statement are read. */
export const enMapping = {
  mapping: {
    title: 'How the file is read',
    about:
      'Say above each column what it is. Below you see at once which payments come of it. What is kept reads every further file of this form.',
    open: 'Map the columns',
    reading: 'The file is being read …',
    firstRows: 'The first rows of the file',
    row: 'Line',
    unnamed: '(no heading)',
    meaningOf: (name: string) => `What “${name}” is`,
    notUsed: 'Not used',
    notStatus: 'Not a status',
    parts: 'A part of its text …',
    partsOf: (name: string) => `Values within “${name}”`,
    partsHint:
      'Write the text as it stands in the file, with {value} in place of what is wanted and {skip} in place of what differs from line to line.',
    partIs: 'What is wanted',
    pattern: (name: string, place: number) => `${name}: wording ${place}`,
    noValue: 'Write {value} where it stands, beside a word that stays the same.',
    found: (count: number, of: number, values: string) =>
      count === 0 ? `Found in none of ${of} texts.` : `Found in ${count} of ${of} texts: ${values}`,
    missed: (row: number, text: string) => `Not found in line ${row}: “${text}”`,
    anotherPart: 'Another value of this text',
    anotherPattern: 'Add this wording',
    replaced: (meaning: string, was: string, is: string | null) =>
      is === null
        ? `${meaning} is no longer read from “${was}”.`
        : `${meaning} is read from “${is}” instead of “${was}”.`,
    undo: 'Undo the last change',
    columns: {
      id: 'Operator’s ID',
      at: 'Date (and time)',
      time: 'Time of day',
      status: 'Status',
      direction: 'In or out',
      from: 'Sender',
      to: 'Recipient',
      party: 'Other party',
      amount: 'Amount',
      debit: 'Went out (debit)',
      credit: 'Came in (credit)',
      fee: 'Fee',
      balance: 'Balance after',
    } satisfies Record<StatementColumn, string>,
    everyLinePaid: 'no status: every line counts as paid',
    says: {
      part: (name: string, wording: string) => `${name} is {value} in “${wording}”`,
      words: (meaning: string, words: string) => `${meaning}: ${words}`,
      begins: (meaning: string, words: string) => `${meaning}, if it begins so: ${words}`,
      notStatus: (names: string) => `Not a status: ${names}`,
      direction: {
        numbers: 'Our number among sender and recipient says whether money came in or went out',
        columns: 'The column with the amount says whether money came in or went out',
        words: 'Words say whether money came in or went out',
        sign: 'A minus marks money that went out',
      },
      minus: {
        out: 'A minus marks money that went out',
        back: 'A minus marks money that was taken back',
      },
      operator: (operator: string, column: string, words: string) =>
        `Of the operator ${operator}: lines with ${words} in “${column}”`,
      leftOut: (row: string) => `No payment: rows with “${row}”`,
      failedRow: (row: string) => `Failed payments: rows with “${row}”`,
      feeRow: (row: string) => `The fee of the payment with their ID: rows with “${row}”`,
      reversalRow: (row: string) => `They take back the payment with that ID: rows with “${row}”`,
      expected: (name: string, values: string) => `Each line must say in “${name}”: ${values}`,
      above: (text: string) => `This must stand above the table: ${text}`,
      number: 'our number',
      openEnd: 'The file may end without a line break',
    },
    missing: (columns: string) => `Not chosen yet: ${columns}`,
    unread: (problems: number, count: number) =>
      `${problems === 1 ? '1 problem' : `${problems} problems`}, ${lines(count)} read. Nothing is imported like this.`,
    feesUnproven: (count: number) =>
      `${lines(count)} read. Balances or totals agree, but they would also agree if the fees were read otherwise. Check “The fee” below: a second person has to approve.`,
    unproven: (count: number) =>
      `${lines(count)} read, but neither balances nor a total prove it. Compare the lines below with the file: a second person has to approve.`,
    proven: {
      balance_chain: (count: number) =>
        `${lines(count)} read. Each balance follows from the one before.`,
      control_sum: (count: number) => `${lines(count)} read. They add up to the total in the file.`,
    } satisfies Record<Proof, (count: number) => string>,
    beginning: 'These are the first rows; all of the file is checked when you keep it.',
    readAs: 'Payments read from it',
    follows: 'follows',
    breaks: 'does not follow from the line before',
    dates: 'Dates',
    dateOrders: {
      day: 'Day first: 31/12/2026',
      month: 'Month first: 12/31/2026',
      year: 'Year first: 26-12-31',
    },
    dateAbove: 'The date stands in a row of its own, above the payments of the day',
    noStatus: 'This export lists only payments that happened: it has no status',
    wordOf: (column: string, word: string) => `${column} “${word}” means`,
    unclear: 'unclear',
    means: {
      succeeded: 'paid',
      failed: 'failed',
      in: 'money came in',
      out: 'money went out',
    } satisfies Record<Meaning, string>,
    feeIs: 'The fee',
    fees: {
      besides: 'is charged on top of the amount',
      within: 'is in the amount already: the balance changes by the amount alone',
    },
    rows: {
      where: 'Rows with a text',
      firstCell: 'in their first cell',
      says: (name: string) => `in “${name}”`,
      text: 'Text',
      hints: {
        leftOut: 'A word is enough, such as TOTAL; {skip} is any text',
        failedRows: 'A word is enough, such as REJECTED; {skip} is any text',
        feeRows:
          'A word is enough, such as FEE; or “Fee for {value}”, if the payment’s ID stands where {value} is',
        reversalRows: '“Reversal of {value}”: the payment’s ID stands where {value} is',
      },
      are: 'What they are',
      kinds: {
        leftOut: 'no payments',
        failedRows: 'payments that failed',
        feeRows: 'fees of the payment with the same ID',
        reversalRows: 'reversals of the payment with that ID',
      },
      fits: (count: number, rows: string) =>
        count === 0 ? 'no line has it' : `${lines(count)}: ${rows}`,
      add: 'Add',
    },
    remove: 'Remove',
    readAgain: (pattern: string) => `Remove ${pattern}`,
    name: 'Name',
    nameHint: 'Such as “Orange agency”, to find it again',
    nextVersion: (version: number) => `This becomes version ${version} of it`,
    reason: 'Why it is right',
    reasonHint: 'The second person reads this',
    keep: 'Keep this mapping',
    ask: 'Ask for a second approval',
    lacking: {
      reading: 'To keep it, the file has to be read without problems first.',
      name: 'To keep it, give the mapping a name.',
      reason: 'To ask, write why it is right.',
    },
    wrongFields: {
      leftOut: 'the text of rows that are no payments',
      failedRows: 'the text of rows of failed payments',
      feeRows: 'the text of rows of fees',
      reversalRows: 'the text of rows of reversals',
      patterns: 'the wording of a value in a text',
      directionWords: 'the words that say which way money went',
    },
    asked:
      'The mapping waits for a second person, under “Changes to approve”. Once it is approved, upload the file again to import it.',
    kept: (name: string) => `Kept as ${name}.`,
  },
};

export type MappingWords = typeof enMapping;

import { type LinkProps, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayDecide, RIGHTS, type Rights } from '../../api/roles.ts';
import type { Found, Session, TransactionRow } from '../../api/types.ts';
import { useMe } from '../../hooks/use-me.ts';
import { hideSearched } from '../../search.ts';
import { OperatorMark, StateBadge } from '../../ui/badges.tsx';
import { Money, Time } from '../../ui/figures.tsx';
import { formatMsisdn, referenceName, sayNumber, shortId } from '../../words/format.ts';
import { formatMoney } from '../../words/money.ts';
import { useWords, type Words } from '../../words/words.tsx';
import { ACCOUNT, screensOf } from './screens.ts';

export interface FoundOption {
  readonly key: string;
  readonly name: ReactNode;
  readonly link: LinkProps;
}

export interface FoundGroup {
  readonly title: string;
  readonly options: readonly FoundOption[];
}

/** What the search offers: everything found, the acts that fit it, and screens. */
export function useFoundGroups(text: string, found: Found | undefined): readonly FoundGroup[] {
  const words = useWords();
  const me = useMe();
  const { groups } = words.palette;
  const typed = plain(text);
  return [
    { title: groups.transactions, options: transactionsIn(found, words) },
    { title: groups.acts, options: actsOn(found, me, words) },
    { title: groups.players, options: playersIn(found, words) },
    { title: groups.numbers, options: numbersIn(found, text, words) },
    { title: groups.receipts, options: receiptsIn(found) },
    { title: groups.texts, options: textsIn(found) },
    { title: groups.staff, options: staffIn(found, words) },
    { title: groups.acts, options: setupActs(me, words).filter(({ said }) => fits(said, typed)) },
    { title: groups.screens, options: typed === '' ? [] : screensNamed(typed, me, words) },
  ].filter(({ options }) => options.length > 0);
}

function transactionsIn(found: Found | undefined, words: Words): readonly FoundOption[] {
  return (found?.transactions ?? []).map((row) => toTransaction(row, words));
}

function toTransaction(row: TransactionRow, words: Words): FoundOption {
  return {
    key: row.id,
    name: (
      <>
        <strong>
          <Money xaf={row.amount_xaf} />
        </strong>
        <StateBadge state={row.state} reason={row.reason_code} />
        <OperatorMark operator={row.operator} />
        <span>{formatMsisdn(row.msisdn_masked)}</span>
        <span className="soft long-text">{referenceName(row.reference, words)}</span>
        <Time at={row.created_at} />
      </>
    ),
    link: linkOptions({ to: '/transactions/$id', params: { id: row.id } }),
  };
}

/** An act opens its screen and its question; only the answer there decides. */
function actsOn(
  found: Found | undefined,
  { staff }: Session,
  { palette, actions }: Words,
): readonly FoundOption[] {
  if (found === undefined || !mayDecide(staff)) return [];
  return found.transactions.flatMap((row) => {
    const place = PLACES[row.state];
    if (place === undefined) return [];
    return place.asks.map((ask) => ({
      key: `${ask} ${row.id}`,
      name: palette.act(
        actions.buttons[ask],
        `${formatMoney(row.amount_xaf)} ${formatMsisdn(row.msisdn_masked)}`,
      ),
      link: linkOptions({ to: place.to, search: { id: row.id, ask } }),
    }));
  });
}

/** Where staff decide about what is in these states. */
const PLACES: Readonly<Partial<Record<TransactionRow['state'], Place>>> = {
  pending_approval: { to: '/approvals', asks: ['approve', 'reject'] },
  requires_manual_resolution: { to: '/held', asks: ['confirm', 'refuse'] },
};

interface Place {
  readonly to: '/approvals' | '/held';
  readonly asks: readonly ('approve' | 'reject' | 'confirm' | 'refuse')[];
}

function playersIn(found: Found | undefined, { palette }: Words): readonly FoundOption[] {
  return (found?.players ?? []).map(({ player_id: playerId, msisdn_masked: number }) => ({
    key: playerId,
    name: (
      <>
        {palette.player(shortId(playerId))} <span className="soft">{formatMsisdn(number)}</span>
      </>
    ),
    link: linkOptions({ to: '/players/$playerId', params: { playerId } }),
  }));
}

/** A whole number that was typed, and our own lines. */
function numbersIn(
  found: Found | undefined,
  text: string,
  { palette }: Words,
): readonly FoundOption[] {
  if (found === undefined) return [];
  const lines = found.lines.map(({ line, operator }) => ({
    key: line,
    name: (
      <>
        {palette.line(formatMsisdn(line))}{' '}
        {operator !== null && <OperatorMark operator={operator} />}
      </>
    ),
    link: linkOptions({ to: '/lines', search: { line } }),
  }));
  if (found.number === null) return lines;
  const all = {
    key: 'number',
    name: palette.allOf(formatMsisdn(found.number)),
    link: linkOptions(hideSearched('/transactions', { q: text.trim() })),
  };
  return [all, ...lines];
}

function receiptsIn(found: Found | undefined): readonly FoundOption[] {
  return (found?.receipts ?? []).map((receipt) => ({
    key: receipt.id,
    name: (
      <>
        <strong>
          <Money xaf={receipt.amount_xaf} />
        </strong>
        <OperatorMark operator={receipt.operator} />
        <span>{formatMsisdn(receipt.payer_msisdn)}</span>
        <span className="soft long-text">{receipt.payer_name ?? receipt.operator_tx_id}</span>
        <Time at={receipt.received_at} />
      </>
    ),
    link: linkOptions({ to: '/receipts', search: { id: receipt.id } }),
  }));
}

function textsIn(found: Found | undefined): readonly FoundOption[] {
  return (found?.texts ?? []).map(({ id, sender, text, at }) => ({
    key: id,
    name: (
      <>
        <strong>{sayNumber(sender)}</strong>
        <span className="soft found-text">{text}</span>
        <Time at={at} />
      </>
    ),
    link: linkOptions({ to: '/sms', search: { id } }),
  }));
}

function staffIn(found: Found | undefined, { roles }: Words): readonly FoundOption[] {
  return (found?.staff ?? []).map(({ id, name, email, role }) => ({
    key: id,
    name: (
      <>
        {name} <span className="soft long-text">{email}</span> <span>{roles[role]}</span>
      </>
    ),
    link: linkOptions({ to: '/staff', search: { id } }),
  }));
}

interface NamedOption extends FoundOption {
  /** What a person types to find it. */
  readonly said: string;
}

/** Work that begins without a payment. */
function setupActs({ staff }: Session, { palette }: Words): readonly NamedOption[] {
  return ACTS.filter(({ needs }) => needs === undefined || RIGHTS[staff.role][needs]).map(
    ({ name, link }) => ({ key: name, name: palette.acts[name], said: palette.acts[name], link }),
  );
}

type ActName = keyof Words['palette']['acts'];

const ACTS: readonly {
  readonly name: ActName;
  readonly link: LinkProps;
  readonly needs?: keyof Rights;
}[] = [
  {
    name: 'balance',
    needs: 'decides',
    link: linkOptions({ to: '/lines', search: { ask: 'balance' } }),
  },
  {
    name: 'link',
    needs: 'decides',
    link: linkOptions({ to: '/links', search: { ask: 'make' } }),
  },
  {
    name: 'colleague',
    needs: 'administers',
    link: linkOptions({ to: '/staff', search: { ask: 'add' } }),
  },
  {
    name: 'key',
    needs: 'administers',
    link: linkOptions({ to: '/applications', search: { ask: 'issue' } }),
  },
  { name: 'password', link: linkOptions({ to: '/account' }) },
];

function screensNamed(typed: string, me: Session, { nav }: Words): readonly FoundOption[] {
  const { work, setup, sandbox } = screensOf(me);
  return [...work, ...setup, ...sandbox, ...ACCOUNT]
    .filter(({ name }) => fits(nav[name], typed))
    .map(({ name, to }) => ({ key: name, name: nav[name], link: { to } }));
}

/** Every typed word begins a word of the name, with or without its accents. */
function fits(name: string, typed: string): boolean {
  const words = plain(name).split(/[^\da-z]+/);
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGateways, useRevokeGatewayKey } from '../api/admin.ts';
import type { Gateway, GatewayKey } from '../api/types.ts';
import { useWaitingChanges, WaitingChange } from '../changes/waiting-change.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Mark } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { KeyDialog, SimDialog } from './gateway-dialogs.tsx';

type Asked =
  | { readonly kind: 'key'; readonly gateway: Gateway | null }
  | { readonly kind: 'sim' | 'revoke'; readonly gateway: Gateway };

/** The phones and modems behind our lines, for administrators. */
export function Gateways() {
  const { gateways: words } = useWords();
  const query = useGateways();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [issued, setIssued] = useState<GatewayKey | null>(null);
  const waiting = useWaitingChanges(({ kind }) => kind === 'gateway');
  const close = () => setAsked(null);
  return (
    <Section
      title={words.title}
      tools={
        <Button size="sm" onClick={() => setAsked({ kind: 'key', gateway: null })}>
          {words.add}
        </Button>
      }
    >
      <p className="soft">{words.about}</p>
      {waiting.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
      <Loaded query={query} shape="cards" lines={2}>
        {({ items }) => (
          <div className="stack">
            {items.length === 0 && waiting.length === 0 && <p>{words.none}</p>}
            {items.map((gateway) => (
              <GatewayCard
                key={gateway.gateway}
                gateway={gateway}
                onAsk={(kind) => setAsked({ kind, gateway })}
              />
            ))}
          </div>
        )}
      </Loaded>
      {asked?.kind === 'key' && (
        <KeyDialog gateway={asked.gateway} onClose={close} onIssued={setIssued} />
      )}
      {asked?.kind === 'sim' && <SimDialog gateway={asked.gateway} onClose={close} />}
      {asked?.kind === 'revoke' && <RevokeDialog gateway={asked.gateway} onClose={close} />}
      {issued !== null && (
        <ShownOnce
          title={words.secret}
          secrets={[
            { name: words.secret, value: issued.secret },
            { name: words.address, value: issued.address },
          ]}
          onClose={() => setIssued(null)}
        />
      )}
    </Section>
  );
}

function GatewayCard({ gateway, onAsk }: GatewayCardProps) {
  const { gateways: words, fields } = useWords();
  const isActive = gateway.revoked_at === null;
  return (
    <section className="gateway" aria-label={gateway.gateway}>
      <p className="head-kind">
        <strong>{gateway.gateway}</strong>
        <Mark
          tone={isActive ? 'green' : 'grey'}
          text={isActive ? words.isActive : words.isRevoked}
        />
      </p>
      <Facts>
        <Fact name={words.dialect}>{words.dialects[gateway.dialect]}</Fact>
        <Fact name={words.lastSeen}>
          {gateway.last_seen_at === null ? words.never : <Time at={gateway.last_seen_at} />}
        </Fact>
        <Fact name={words.address}>
          <span className="long-text">{gateway.address}</span>
        </Fact>
        <Fact name={words.sims}>
          {gateway.sims.length === 0
            ? fields.none
            : gateway.sims.map(({ sim, line }) => (
                <span key={sim} className="gateway-sim">
                  {sim} · {formatMsisdn(line)}
                  {gateway.only_sim === sim && ` · ${words.onlySim}`}
                </span>
              ))}
        </Fact>
      </Facts>
      <div className="line-acts">
        <Button size="sm" variant="default" onClick={() => onAsk('sim')}>
          {words.placeSim}
        </Button>
        <Button size="sm" variant="default" onClick={() => onAsk('key')}>
          {words.newSecret}
        </Button>
        {isActive && (
          <Button size="sm" variant="outline" color="red" onClick={() => onAsk('revoke')}>
            {words.revoke}
          </Button>
        )}
      </div>
    </section>
  );
}

interface GatewayCardProps {
  readonly gateway: Gateway;
  readonly onAsk: (kind: Asked['kind']) => void;
}

function RevokeDialog({ gateway: { gateway }, onClose }: RevokeDialogProps) {
  const { gateways: words } = useWords();
  const revoke = useRevokeGatewayKey();
  return (
    <ActDialog
      title={words.revokeTitle(gateway)}
      tone="danger"
      confirmLabel={words.revoke}
      consequence={words.revokeMeans}
      onClose={onClose}
      act={(reason) => revoke.mutateAsync({ gateway, reason })}
      done={words.revoked(gateway)}
    />
  );
}

interface RevokeDialogProps {
  readonly gateway: Gateway;
  readonly onClose: () => void;
}

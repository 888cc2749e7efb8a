import type { Socket } from 'node:net';

/** What one side can be asked: the message that it gets, and its answer. */
export type Questions = Readonly<
  Record<string, { readonly reported: unknown; readonly answer: unknown }>
>;

export type Answers<Q extends Questions> = {
  readonly [Name in keyof Q]: (
    reported: Q[Name]['reported'],
    connection: Socket | null,
  ) => Q[Name]['answer'] | Promise<Q[Name]['answer']>;
};

export interface Link<Q extends Questions> {
  /**
   * A connection sent along belongs to the other side as well; the caller closes ours. Rejects with
   * the other side's error, or with LinkClosed when the other side is gone.
   */
  ask<Name extends keyof Q & string>(
    name: Name,
    reported: Q[Name]['reported'],
    connection?: Socket,
  ): Promise<Q[Name]['answer']>;
}

/** The messages between a parent and one of its processes, whichever side this is. */
export interface MessageChannel {
  send(message: object, connection: Socket | null, onSent: (error: Error | null) => void): void;
  onMessage(listener: (message: unknown, connection: Socket | null) => void): void;
  onClosed(listener: () => void): void;
}

/** The other side is gone and cannot answer. */
class LinkClosed extends Error {
  override readonly name = 'LinkClosed';
}

type Message =
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly name: string;
      readonly reported: unknown;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string };

/** Questions and answers over a channel, in both directions. */
export function createLink<Theirs extends Questions, Ours extends Questions>(
  channel: MessageChannel,
  answers: Answers<Ours>,
): Link<Theirs> {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 0;
  let isClosed = false;

  channel.onMessage((received, connection) => {
    // Both sides run this program, so the messages have the form that it sends.
    const message = received as Message;
    if (message.kind === 'question') void answer(message, connection);
    else settle(message);
  });
  channel.onClosed(() => {
    isClosed = true;
    for (const { reject } of pending.values()) reject(new LinkClosed('the other process is gone'));
    pending.clear();
  });

  return {
    ask: async (name, reported, connection) => {
      if (isClosed) throw new LinkClosed('the other process is gone');
      nextId += 1;
      const id = nextId;
      const waiting = Promise.withResolvers<unknown>();
      pending.set(id, waiting);
      send({ kind: 'question', id, name, reported }, connection);
      return await waiting.promise;
    },
  };

  function settle(message: Exclude<Message, { readonly kind: 'question' }>): void {
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.reason));
  }

  async function answer(
    { id, name, reported }: Message & { readonly kind: 'question' },
    connection: Socket | null,
  ) {
    try {
      send({ kind: 'answer', id, value: await answers[name]?.(reported, connection) });
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send({ kind: 'failure', id, reason });
    }
  }

  function send(message: Message, connection: Socket | null = null): void {
    channel.send(message, connection, (error) => {
      if (error === null || message.kind !== 'question') return;
      pending.get(message.id)?.reject(new LinkClosed(error.message));
      pending.delete(message.id);
    });
  }
}

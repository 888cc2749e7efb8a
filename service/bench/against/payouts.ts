import { keepAsking } from '../load/connection.ts';
import { postRequest } from '../load/request-text.ts';
import type { RunningRelease } from './running-release.ts';

/** A person who approves withdrawals, by a script with a token of theirs. */
export interface Approver {
  /** Approves withdrawals, 16 at a time. */
  approve(ids: readonly string[]): Promise<void>;
}

const EMAIL = 'bench@example.com';
const AT_ONCE = 16;

export async function hireApprover({ name, port, momo }: RunningRelease): Promise<Approver> {
  await momo('staff', 'add', '--email', EMAIL, '--name', 'Bench', '--role', 'agent');
  const wanted = ['staff', 'token', '--email', EMAIL];
  // To 0.2 a token has the role of its person.
  const made = await momo(...wanted, '--role', 'agent').catch(() => momo(...wanted));
  const token = /^\S*[Tt]oken:? +(\S+)$/m.exec(made)?.[1];
  if (token === undefined) throw new Error(`${name} makes no token: ${made}`);
  const headers = { authorization: `Bearer ${token}` };
  return {
    approve: async (ids) => {
      let asked = 0;
      const next = (answered: { readonly status: number; readonly answer: Buffer } | null) => {
        if (answered !== null && answered.status !== 200) {
          throw new Error(`${name}: ${answered.answer.toString()}`);
        }
        const id = ids[asked++];
        return id === undefined
          ? null
          : postRequest(`/internal/v1/withdrawals/${id}/approve`, '{}', headers);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, () => keepAsking({ port, next })));
    },
  };
}

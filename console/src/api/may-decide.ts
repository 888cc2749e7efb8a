import type { Role } from './types.ts';

/** Whether somebody may approve, resolve and close; who looks on or keeps the books may not. */
export function mayDecide({ role }: { readonly role: Role }): boolean {
  return role === 'agent' || role === 'admin';
}

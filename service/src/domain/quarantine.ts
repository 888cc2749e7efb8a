import type { Message } from './messages/message.ts';

/** Why nothing leaves the service, and since when. */
export interface Quarantine {
  readonly at: Date;
  readonly reason: Message;
}

/** The database is not the one that it was. */
export const OTHER_DATABASE: Message = { code: 'quarantine_other_database' };

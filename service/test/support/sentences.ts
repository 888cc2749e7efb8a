import { type Message, readMessage, sentenceOf } from '../../src/domain/messages/message.ts';

/** The English of a message; empty where there is none. */
export function english(message: Message | null | undefined): string {
  return message ? sentenceOf(message) : '';
}

/** The same of a message as its column has it. */
export function storedEnglish(stored: string): string {
  return sentenceOf(readMessage(stored));
}

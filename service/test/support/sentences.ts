import { type Message, readMessage, sentenceOf } from '../../src/domain/messages/message.ts';

/** The English of a remark, for a test that reads it; empty where there is none. */
export function english(remark: Message | null | undefined): string {
  return remark ? sentenceOf(remark) : '';
}

/** The same of a remark as its column has it. */
export function storedEnglish(stored: string): string {
  return sentenceOf(readMessage(stored));
}

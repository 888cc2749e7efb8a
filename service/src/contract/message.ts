import { type Static, Type } from 'typebox';
import { type Message, sentenceOf } from '../domain/messages/message.ts';

/** A sentence for staff. The console shows the text in English, and makes French from the code. */
export const MessageBody = Type.Object({
  code: Type.String({ examples: ['completed_deposit'] }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  text: Type.String({ description: 'The sentence in English.' }),
});

export function toMessageBody(message: Message): Static<typeof MessageBody> {
  const { code, params } = message;
  const text = sentenceOf(message);
  return params === undefined ? { code, text } : { code, params: { ...params }, text };
}

export function toNullableMessageBody(message: Message | null): Static<typeof MessageBody> | null {
  return message === null ? null : toMessageBody(message);
}

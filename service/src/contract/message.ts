import { type Static, Type } from 'typebox';
import { type Remark, sentenceOf } from '../domain/messages/message.ts';

/** A sentence for staff. The console shows the text in English, and makes French from the code. */
export const RemarkBody = Type.Object({
  code: Type.String({ examples: ['completed_deposit'] }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  text: Type.String({ description: 'The sentence in English.' }),
});

export function toRemarkBody(remark: Remark): Static<typeof RemarkBody> {
  const { code, params } = remark;
  const text = sentenceOf(remark);
  return params === undefined ? { code, text } : { code, params: { ...params }, text };
}

export function toNullableRemarkBody(remark: Remark | null): Static<typeof RemarkBody> | null {
  return remark === null ? null : toRemarkBody(remark);
}

import type { AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** A message as it would be sent. */
interface Written {
  readonly octets: readonly Buffer[];
  readonly texts: readonly string[];
  /** Of the message and of its parts: a reader sees its subject and the names of files. */
  readonly fields: readonly HeaderField[];
}

/** Whether something is left of the owner's addresses: where no word can be changed, or in a spelling we do not know. In steps. */
export function* revealsOwner(
  replacer: AddressReplacer,
  { octets, texts, fields }: Written,
): Generator<undefined, boolean> {
  for (const one of octets) {
    if (yield* replacer.isInLong(one)) return true;
    yield;
  }
  const named = fields.map((field) => decodeWords(fieldText(field))).join('\n');
  for (const text of [...texts, named]) if (yield* replacer.revealsLong(text)) return true;
  return false;
}

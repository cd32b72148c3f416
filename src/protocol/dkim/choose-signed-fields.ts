import type { FieldIndex } from '#protocol/dkim/canonicalize-header.ts';

/**
 * Signed once more than they occur, so that nobody can add one (RFC 6376 §5.4, §8.15): what a person reads and what
 * decides how the body is read.
 */
const oversigned = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'sender',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
];

/** Signed as often as they occur (RFC 6376 §5.4.1, RFC 8058 §4). */
const signedIfPresent = [
  'content-id',
  'content-description',
  'content-language',
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'auto-submitted',
  'importance',
  'x-kauke-loop',
  'x-kauke-return-path',
];

/** The names for h= of a signature of ours, one for each instance it covers. `more` are signed where they occur. */
export function chooseSignedFields(index: FieldIndex, more: readonly string[] = []): string[] {
  const names: string[] = [];
  const add = (name: string, extra: number): void => {
    const count = (index.get(name)?.length ?? 0) + extra;
    for (let added = 0; added < count; added += 1) names.push(name);
  };
  for (const name of oversigned) add(name, 1);
  for (const name of signedIfPresent) add(name, 0);
  for (const name of more) add(name, 0);
  return names;
}

import { randomUUID } from 'node:crypto';
import { loadPublicHostCheck } from '#core/organisation.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { readDraft } from '#mail/as-alias/read-draft.ts';
import { writeAsAlias, type WriteAsAliasInput, type WriteAsAliasOutcome } from '#mail/as-alias/write-as-alias.ts';
import { systemRandom } from '#platform/random.ts';

/** Whose messages `createAliasWriter` writes, as which alias, to whom. */
export const aliasOwner = 'ann.private@office.example';
export const correspondent = 'bob@sender.example';
export const reverseToken = 'abcdefghijklmnopqrstuvwxyz';
export const otherToken = 'zyxwvutsrqponmlkjihgfedcba';
export const reverse = `reply=${reverseToken}@kauke.test`;
export const writingAlias = {
  id: randomUUID(),
  address: 'my-alias@kauke.test',
  domain: 'kauke.test',
  identityParts: false,
  encryptedReplies: false,
  fromName: null,
};

export interface AliasWriter {
  write(content: string | Buffer, changes?: Partial<WriteAsAliasInput>): WriteAsAliasOutcome;
  /** The message as it would leave. @throws Error when it is refused. */
  written(content: string | Buffer, changes?: Partial<WriteAsAliasInput>): Buffer;
}

const isPublicHost = await loadPublicHostCheck();

/** Writes messages as one alias. */
export function createAliasWriter(keys: KeyRing): AliasWriter {
  const write: AliasWriter['write'] = (content, changes = {}) => {
    const steps = writeAsAlias({
      draft: readDraft(parseMessage(Buffer.from(content))),
      alias: writingAlias,
      authorName: null,
      ownAddresses: [aliasOwner, 'ann@home.example'],
      ownServers: new Set(),
      correspondents: new Map([
        [reverseToken, correspondent],
        [otherToken, "o'brien&co@example.com"],
      ]),
      otherRecipients: 'refuse',
      automatic: false,
      keys,
      random: systemRandom,
      now: new Date('2026-11-21T12:00:00Z'),
      isPublicHost,
      ...changes,
    });
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  };
  return {
    write,
    written: (content, changes) => {
      const outcome = write(content, changes);
      if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.reason));
      return Buffer.concat([outcome.header, Buffer.from('\r\n'), outcome.body]);
    },
  };
}

/** What the owner sends to `reverse`. */
export function ownMessage(fields: readonly string[], ...body: string[]): string {
  return [`From: Ann Private <${aliasOwner}>`, `To: ${reverse}`, ...fields, '', ...body].join('\r\n');
}

import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import type { TargetKey } from '#core/targets/target-key.ts';
import { sealTargetKey } from '#core/targets/target-key.ts';
import { readOpenPgpKey } from '#protocol/openpgp/read-key.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts } from '#protocol/message/parse-parts.ts';
import type { TestMail } from '#support/mail-engine.ts';

/** A pair of keys of an inbox. */
export interface InboxKey {
  readonly key: TargetKey;
  readonly publicKey: string;
  readonly privateKey: string;
}

export async function makeInboxKey(address: string, hideSubject = true, keyExpirationTime = 0): Promise<InboxKey> {
  const date = new Date(Date.now() - 60_000);
  const { publicKey, privateKey } = await generateKey({ userIDs: [{ email: address }], date, keyExpirationTime });
  const read = await readOpenPgpKey(Buffer.from(publicKey), address, date);
  if (read.kind === 'fault') throw new Error(read.fault);
  const { fingerprint, algorithm, octets } = read.key;
  return {
    key: { kind: 'openpgp', fingerprint, algorithm, expiresAt: null, hideSubject, octets },
    publicKey,
    privateKey,
  };
}

/** Gives an inbox of an account a key, or takes it away. */
export async function setInboxKey(mail: TestMail, targetId: string, key: TargetKey | null): Promise<void> {
  const encryptionKeySealed = key === null ? null : sealTargetKey(mail.context.keys, targetId, key);
  await mail.test.database.db.updateTable('targets').set({ encryptionKeySealed }).where('id', '=', targetId).execute();
}

/** The inboxes of an account, in the order in which they were made. */
export async function inboxesOf(mail: TestMail, userId: string): Promise<string[]> {
  const rows = await mail.test.database.db
    .selectFrom('targets')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id }) => id);
}

/** Opens PGP/MIME as its reader does. @throws Error when it is none, or for another key. */
export async function openPgpMail(raw: Buffer, armoredKey: string): Promise<Buffer> {
  const sealed = parseParts(parseMessage(raw)).root.children[1]?.content.toString() ?? '';
  const { data } = await decrypt({
    message: await readMessage({ armoredMessage: sealed }),
    decryptionKeys: await readPrivateKey({ armoredKey }),
    format: 'binary',
  });
  return Buffer.from(data);
}

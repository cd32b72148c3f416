import { notify } from '#core/notices/notify.ts';
import { encryptsMail } from '#core/targets/change-key.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Db } from '#database/database.ts';
import { findAliasName } from '#mail/queue/report-failure.ts';
import { type BouncedName, reverseToken, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import type { Bounced } from '#mail/recipient/find-bounced.ts';
import type { ReportsContext } from '#mail/reports/reports-context.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

const maxQuotedBytes = 2048;
/** Control and format characters, those for bidirectional text among them; lines and tabs stay. */
const unsafe = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** The beginning of a foreign text as one that is safe to show. */
function quote(fields: readonly HeaderField[], text: string): string {
  const subject = decodeWords(findField(fields, 'subject') ?? '');
  const whole = `${subject === '' ? '' : `Subject: ${subject}\n\n`}${text.slice(0, 4 * maxQuotedBytes)}`;
  const safe = whole
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unsafe, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  // A stream leaves out a last character that was cut apart.
  const cut = new TextDecoder().decode(Buffer.from(safe).subarray(0, maxQuotedBytes), { stream: true });
  return cut.replaceAll(/^/gm, '> ');
}

const kindOf = { sent: 'unread_bounce', forward: 'unread_return' } as const;

function findWriter(fields: RawMessage['fields']): string {
  return parseSoleMailbox(findField(fields, 'from') ?? '')?.address ?? '';
}

/** Not too often, and to an inbox that wants its mail encrypted nothing that somebody else wrote. */
async function mayQuote(
  db: Db,
  limiter: RateLimiter,
  { aliasId, userId }: Pick<Bounced, 'aliasId' | 'userId'>,
): Promise<boolean> {
  return !(await encryptsMail(db, userId)) && limiter.tryTake('unreadBouncesPerAlias', { text: aliasId });
}

/**
 * Tells the owner of what came about a message of theirs and no program can read: as a notice of ours, never as mail of
 * its writer. About what was forwarded at the end of a day: it is not lost for sure, and there may be more of them. Not where the alias takes no mail now, nor where its owner blocked the writer.
 * @throws Error when the database does not answer.
 */
export async function tellOfUnread(
  { database, keys, clock, limiter, queue }: ReportsContext,
  { fields }: RawMessage,
  text: string,
  { aliasId, userId, of }: Bounced & Pick<BouncedName, 'of'>,
): Promise<void> {
  const alias = await findAliasName(queue, aliasId);
  if (alias === null) return;
  const correspondent = findWriter(fields);
  const token = reverseToken(keys, { userId, aliasAddress: alias.address, correspondent });
  const present = await findPresentRoutes({ database, keys, clock }, aliasId, reverseTokenHash(token));
  switch (present.standing) {
    case 'unknown':
    case 'paused':
    case 'leaving':
    case 'suspended':
    case 'lost':
      return;
    case 'ended':
    case 'unconfirmed':
    case 'live': {
      if (present.blocked) return;
      const quoted = (await mayQuote(database.db, limiter, { aliasId, userId })) ? quote(fields, text) : null;
      await notify(queue, { kind: kindOf[of], userId, values: [alias.address, quoted] });
    }
  }
}

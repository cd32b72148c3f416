import { renderMail } from '#core/render-mail.ts';
import { sendReport } from '#mail/failure/send-report.ts';
import { tellOwner } from '#mail/failure/tell-owner.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { HeaderField } from '#mail/message/raw-message.ts';
import type { MessageKind } from '#mail/outgoing-message.ts';
import { failureMails } from '#messages/mails.ts';

/** A message that will reach nobody any more. */
export interface FailedMessage {
  readonly kind: MessageKind;
  readonly senderProven: boolean;
  /** As received; empty for `<>`. */
  readonly reversePath: string;
  /** Both null for mail to the operator. */
  readonly aliasId: string | null;
  readonly userId: string | null;
  /** RFC 3463. */
  readonly status: string;
  /** Of what was sent as the alias: who did not get it. */
  readonly recipients: readonly string[];
  /** Header as it left us. */
  readonly fields: readonly HeaderField[];
}

interface AliasName {
  readonly address: string;
  readonly domain: string;
}

/** What the operator gets was written to the postmaster, as far as anybody else is told. */
function postmasterName({ domains }: MailContext): AliasName | null {
  const [domain] = domains.all();
  return domain === undefined ? null : { address: `postmaster@${domain.name}`, domain: domain.name };
}

async function findAliasName({ database }: MailContext, aliasId: string): Promise<AliasName | null> {
  const row = await database.db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name'])
    .where('aliases.id', '=', aliasId)
    .executeTakeFirst();
  return row === undefined ? null : { address: `${row.localPart}@${row.name}`, domain: row.name };
}

/**
 * Tells whoever must know that a message is lost: of what was forwarded its sender, if it is proven who that is, else
 * the owner; of what was sent as an alias the owner. A message from the null reverse-path tells nobody but the owner
 * (RFC 5321 §4.5.5), one to the operator nobody but its sender.
 * @throws Error when the database does not answer.
 */
export async function reportFailure(context: MailContext, failed: FailedMessage): Promise<void> {
  const { kind, senderProven, reversePath, aliasId, userId, status, recipients, fields } = failed;
  if (kind === 'system') return;
  const alias = aliasId === null ? postmasterName(context) : await findAliasName(context, aliasId);
  if (alias === null) return;
  const { address, domain } = alias;
  if (kind === 'forward' && senderProven && reversePath !== '') {
    await sendReport(context, { aliasId, alias: address, domain, reversePath, status, fields });
  } else if (userId !== null) {
    const { publicUrl } = context.settings;
    const mail =
      kind === 'sent'
        ? failureMails.failedSent(address, recipients, status)
        : failureMails.failedForward(`${publicUrl}/dashboard`, address, status);
    await tellOwner(context, userId, renderMail(mail));
  }
}

import type { AccountChoices } from '#contract/account/choices.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { findUsableDomain } from '#core/domains/usable-domain.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

interface ChoiceContext {
  readonly database: Pick<CoreContext['database'], 'db'>;
  readonly domains: Pick<DomainDirectory, 'find' | 'names'>;
}

/** What an account chose. A domain that takes no new aliases of it any more counts as none. @throws AppError not_signed_in. */
export async function readAccountChoices(context: ChoiceContext, userId: string): Promise<AccountChoices> {
  const { db } = context.database;
  const { name, ...formats } = await db
    .selectFrom('users')
    .leftJoin('domains', 'domains.id', 'users.defaultDomainId')
    .select(['domains.name', 'users.aliasFormat', 'users.endingFormat', 'users.senderFormat'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  const usable = name === null ? null : await findUsableDomain(db, context.domains, { userId, name });
  return { defaultDomain: usable === null || usable.retired ? null : usable.name, ...formats };
}

/** The domain of new aliases that name none: the chosen one, else the first of the service. */
export function preferredDomain(
  { domains }: Pick<ChoiceContext, 'domains'>,
  { defaultDomain }: Pick<AccountChoices, 'defaultDomain'>,
): string {
  return defaultDomain ?? domains.names()[0] ?? '';
}

/** Changes what is given. @throws AppError invalid_input for a domain on which the account can make no alias. */
export async function saveAccountChoices(
  context: ChoiceContext,
  userId: string,
  { defaultDomain, ...formats }: { readonly [Name in keyof AccountChoices]?: AccountChoices[Name] | undefined },
): Promise<void> {
  const { db } = context.database;
  const named = defaultDomain ? await findUsableDomain(db, context.domains, { userId, name: defaultDomain }) : null;
  if (defaultDomain && (named === null || named.retired)) {
    throw new AppError('invalid_input', { errors: { defaultDomain: [aliasFaultTexts.domainUnavailable] } });
  }
  const change = { ...formats, ...(defaultDomain !== undefined && { defaultDomainId: named?.id ?? null }) };
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
}

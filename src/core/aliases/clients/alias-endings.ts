import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { makeAliasName } from '#core/aliases/generated/make-alias-name.ts';
import { preferredDomain, readAccountChoices } from '#core/domains/account-choices.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { listProvenNames, listRandomEndings } from '#core/domains/usable-domain.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { clientTexts } from '#messages/server/clients.ts';
import { splitAddress } from '#platform/addresses.ts';

/** How long an ending that was offered may be chosen. */
const endingLifeMs = 60 * 60 * 1000;

/** What may stand behind the beginning of an address that its owner chooses: `.mild.heron0042@mask.example`, or `@mask.example`. */
export interface AliasEnding {
  readonly text: string;
  /** The same, sealed for this account and this hour: it alone is taken back. */
  readonly sealed: string;
  /** On a domain of the account. */
  readonly own: boolean;
}

interface EndingContext extends Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> {
  readonly domains: Pick<DomainDirectory, 'find' | 'names'>;
}

const sealedSchema = z.tuple([z.string(), z.number()]);

function contextOf(userId: string): SealContext {
  return { field: 'client_ending', rowId: userId };
}

/** Endings of new aliases: those on the preferred domain first; made up ones, which nobody else has, before bare ones. */
export async function offerEndings(context: EndingContext, userId: string): Promise<AliasEnding[]> {
  const { database, keys, clock, random, domains } = context;
  const expiresAtMs = clock.now() + endingLifeMs;
  const offer = (text: string, own: boolean): AliasEnding => ({
    text,
    sealed: keys.seal(contextOf(userId), JSON.stringify([text, expiresAtMs])).toString('base64url'),
    own,
  });
  const owned = await listProvenNames(database.db, userId);
  const choices = await readAccountChoices(context, userId);
  const preferred = preferredDomain(context, choices);
  const withEnding = await listRandomEndings(database.db, userId);
  const makeEnding = (): string => `.${makeAliasName(random, choices.endingFormat)}`;
  const endings = [
    ...domains.names().map((name) => ({ name, local: makeEnding(), own: false })),
    ...domains.names().map((name) => ({ name, local: '', own: false })),
    ...owned.flatMap((name) => (withEnding.has(name) ? [{ name, local: makeEnding(), own: true }] : [])),
    ...owned.map((name) => ({ name, local: '', own: true })),
  ];
  return [...endings.filter(({ name }) => name === preferred), ...endings.filter(({ name }) => name !== preferred)].map(
    ({ name, local, own }) => offer(`${local}@${name}`, own),
  );
}

/** The ending that was sealed. @throws AppError link_unusable when it is none of this account, or was offered too long ago. */
export function openEnding(
  { keys, clock }: Pick<CoreContext, 'keys' | 'clock'>,
  userId: string,
  sealed: string,
): { readonly local: string; readonly domain: string } {
  try {
    const opened = keys.open(contextOf(userId), Buffer.from(sealed, 'base64url')).toString();
    const [text, expiresAtMs] = sealedSchema.parse(JSON.parse(opened));
    if (expiresAtMs > clock.now()) return splitAddress(text);
  } catch {
    // Not one of ours.
  }
  throw new AppError('link_unusable', { message: clientTexts.suffixExpired });
}

import type { AliasFormat } from '#contract/account/formats.ts';
import type { Alias, GenerateAliasInput } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { preferredDomain, readAccountChoices } from '#core/domains/account-choices.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { restoreFromBin } from '#core/aliases/bin.ts';
import { createAlias, type AliasCreator } from '#core/aliases/create-alias.ts';
import { makeAliasName } from '#core/aliases/generated/make-alias-name.ts';
import { findRestorableAddress, type DeletedAlias } from '#core/aliases/tombstones.ts';
import { findForwardTo } from '#core/targets/default-target.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { splitAddress } from '#platform/addresses.ts';

/** An alias as another program asks for it. */
export interface AliasRequest {
  /** A name, or how to make one: as asked, else as its owner chose, else as whoever asks is used to. */
  readonly name: { readonly text: string } | { readonly format: AliasFormat | null; readonly usual: AliasFormat };
  /** null: the one that its owner chose, else the first one. */
  readonly domain: string | null;
  readonly notes: string;
  /** Inboxes of the account by their ids; none: its default target. */
  readonly inboxIds: readonly string[];
  /** By their names; left out: none. */
  readonly labels?: readonly string[];
}

/** Who asks for it. */
interface Asker {
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  /** As `AliasCreator` has it. */
  readonly formerId?: string;
}

/** A random name that somebody has is as rare as it sounds; three in a row do not happen. */
const tries = 3;

function mayTryAgain(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'alias_unavailable' || error.code === 'alias_reserved');
}

/** Makes it with a random name; one that somebody has is thrown away. */
export async function createWithName(
  { random }: TargetContext,
  format: AliasFormat,
  create: (alias: string) => Promise<Alias>,
): Promise<Alias> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create(makeAliasName(random, format));
    } catch (error) {
      if (attempt === tries || !mayTryAgain(error)) throw error;
    }
  }
}

/**
 * Makes an alias with a random name in the place of one of its owner's.
 * @throws AppError as `createAlias` does.
 */
export function createGenerated(
  context: TargetContext,
  { generate, ...input }: GenerateAliasInput,
  creator: AliasCreator,
): Promise<Alias> {
  return createWithName(context, generate, (alias) => createAlias(context, { ...input, alias }, creator));
}

/**
 * Makes an alias for another program: with a random name where none is given, and the account's default target.
 * @throws AppError no_target, rate_limited, alias_reserved, invalid_input, alias_unavailable.
 */
export async function generateAlias(
  context: TargetContext,
  { name, domain, notes, inboxIds, labels = [] }: AliasRequest,
  { userId, ip, formerId }: Asker,
): Promise<Alias> {
  const choices = await readAccountChoices(context, userId);
  const input = {
    domain: domain ?? preferredDomain(context, choices),
    forwardTo: (await findForwardTo(context, userId, inboxIds)).join(', '),
    notes: cutNotes(notes),
    ...(labels.length > 0 && { labels: [...labels] }),
  };
  const creator = { ownerId: userId, askerId: userId, ip, ...(formerId !== undefined && { formerId }) };
  const create = (alias: string): Promise<Alias> => createAlias(context, { ...input, alias }, creator);
  if ('text' in name) return create(name.text);
  return createWithName(context, name.format ?? choices.aliasFormat ?? name.usual, create);
}

/**
 * Restores a deleted alias of this account by its id: from the bin as it was. Where it is gone from there and was deleted
 * by a program that may restore it, the same address is made again with its id and the default target.
 * @throws AppError not_found, no_target, rate_limited, alias_unavailable, provider_refused.
 */
export async function restoreAlias(context: TargetContext, deleted: DeletedAlias, ip: string): Promise<Alias> {
  const address = await findRestorableAddress(context.database.db, context, deleted);
  if (address === null) return restoreFromBin(context, deleted);
  const { local, domain } = splitAddress(address);
  const wish = {
    name: { text: local },
    domain,
    notes: '',
    inboxIds: [],
  };
  return generateAlias(context, wish, { userId: deleted.userId, ip, formerId: deleted.aliasId });
}

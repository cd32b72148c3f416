import { fromNameSchema } from '#contract/aliases/alias-fields.ts';
import { AppError } from '#contract/errors.ts';
import { providerFeatures } from '#contract/provider.ts';
import { changeAliasSettings } from '#core/aliases/alias-settings.ts';
import type { OwnAlias } from '#core/alias-rows/read-rows.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

/** A name to send with as a client sends it; `field`: what it calls it. Undefined: it says nothing. @throws AppError invalid_input. */
export function readFromName(
  { provider }: Pick<AccountContext, 'provider'>,
  field: string,
  name: string | null | undefined,
): string | null | undefined {
  if (name === undefined) return undefined;
  const { data = null, error } = fromNameSchema.safeParse(name);
  if (error) throw new AppError('invalid_input', { errors: { [field]: error.issues.map(({ message }) => message) } });
  if (data && !providerFeatures[provider.name].replies) {
    throw new AppError('invalid_input', { errors: { [field]: [clientTexts.noReplies] } });
  }
  return data || null;
}

/** Names an alias as `readFromName` read it. @throws AppError not_found, rate_limited. */
export async function nameAlias(core: AccountContext, own: OwnAlias, fromName: string | null | undefined) {
  if (fromName !== undefined) await changeAliasSettings(core, own, { fromName });
}

import type { AliasTarget } from '#contract/aliases.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { targetHash } from '#core/targets/target-value.ts';

/** Counts one confirmation mail to an address, over all accounts; false when it is one too many. */
export async function mayMailAddress(
  { limiter, keys }: Pick<TargetContext, 'limiter' | 'keys'>,
  { value }: AliasTarget,
): Promise<boolean> {
  const text = targetHash(keys, parseEmailAddress(value)?.normalised ?? value).toString('hex');
  return (
    (await limiter.tryTake('confirmationPerAddressDaily', { text })) &&
    (await limiter.tryTake('confirmationPerAddressEver', { text }))
  );
}

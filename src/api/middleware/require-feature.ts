import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';
import { providerFeatures, type ProviderFeatures } from '#contract/provider.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** For routes of what the forwarding provider may lack, behind whoever asks. @throws AppError not_found. */
export function requireFeature(
  { provider }: Pick<AccountContext, 'provider'>,
  feature: keyof ProviderFeatures,
): MiddlewareHandler {
  return async (_c, next) => {
    if (!providerFeatures[provider.name][feature]) throw new AppError('not_found');
    await next();
  };
}

import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { StartError } from '#config/start-error.ts';
import { AppError } from '#contract/errors.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';
import { openProvider } from '#main/open-provider.ts';
import { readDestinations } from '#mail/queue/read-destinations.ts';
import { hashDestination } from '#mail/queue/state/delivery-batch.ts';
import { findMailOwner } from '#mail/recipient/find-mail-owner.ts';

/** Who acts, in the list of what operators did. */
export const by = 'command';

/**
 * Does `work` with what operators act on. What a running program holds in memory follows by itself.
 * @throws StartError one clear line.
 */
export function withOperator<Result>(
  command: DomainCommandContext,
  work: (context: OperatorContext) => Promise<Result>,
): Promise<Result> {
  return withDomains(command, async (core, config) => {
    const { delivery, targetConfirmation, insecureWebhooks, quotas, httpPort } = config;
    const publicUrl = config.publicUrl ?? `http://localhost:${httpPort}`;
    const { provider } = await openProvider(config, core, publicUrl);
    const settings = { publicUrl, delivery, targetConfirmation, insecureWebhooks, quotas };
    const context = {
      ...core,
      provider,
      settings,
      findMailOwner: (address: string) => findMailOwner(core, address),
      readDestinations: () => readDestinations(core),
      hashDestination: (name: string) => hashDestination(core.keys, name),
    };
    try {
      return await work(context);
    } catch (error) {
      throw error instanceof AppError ? new StartError(error.message) : error;
    }
  });
}

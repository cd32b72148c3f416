import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { StartError } from '#config/start-error.ts';
import { AppError } from '#contract/errors.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';
import { openProvider } from '#main/open-provider.ts';
import { domainSettings } from '#main/domain-settings.ts';
import { createOperatorTools } from '#main/operator-tools.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';

const dnsTimeoutMs = 5_000;

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
    const { operatorEmail, delivery, targetConfirmation, insecureWebhooks, quotas, registration, httpPort } = config;
    const publicUrl = config.publicUrl ?? `http://localhost:${httpPort}`;
    const resolver = createResolver({ ...core, servers: config.dnsServers, timeoutMs: dnsTimeoutMs });
    const { provider } = await openProvider(config, core, publicUrl);
    const settings = {
      publicUrl,
      operatorEmail,
      delivery,
      targetConfirmation,
      insecureWebhooks,
      quotas,
      registration,
      domains: domainSettings(config),
    };
    try {
      const limiter = createRateLimiter(core, rateLimitRules);
      return await work({ ...core, ...createOperatorTools(core, { config, resolver }), limiter, provider, settings });
    } catch (error) {
      throw error instanceof AppError ? new StartError(error.message) : error;
    }
  });
}

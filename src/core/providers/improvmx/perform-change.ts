import { createImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { makeAliasEqual } from '#core/providers/improvmx/make-alias-equal.ts';
import { makeCredentialEqual } from '#core/providers/improvmx/make-credential-equal.ts';
import { type ProviderChange, finishChange, type Outcome } from '#core/providers/improvmx/outbox.ts';
import { prepareDomain } from '#core/providers/improvmx/prepare-domain.ts';
import { ProviderError } from '#core/providers/improvmx/provider-error.ts';

function call(context: ImprovmxContext, change: ProviderChange, signal: AbortSignal): Promise<Outcome> {
  const client = createImprovmxClient(context.sender, signal);
  if (change.kind === 'domain') return prepareDomain(context, client, change.address);
  return change.kind === 'alias'
    ? makeAliasEqual(context, client, change)
    : makeCredentialEqual(context, client, change);
}

function backOffMs({ pace }: ImprovmxContext, { attempts }: ProviderChange): number {
  return Math.min(pace.pauseFirstMs * 2 ** Math.min(attempts, 20), pace.pauseMaxMs);
}

function outcomeOf(context: ImprovmxContext, change: ProviderChange, error: unknown): Outcome {
  if (!(error instanceof ProviderError)) throw error;
  const { code, status } = error;
  if (code === 'taken' || code === 'plan_limit' || code === 'refused') {
    context.log.warn('provider_refused', { kind: change.kind, code, status });
    return { kind: 'fault', state: code };
  }
  if (code === 'busy') return { kind: 'later', afterMs: context.sender.waitMs(), counts: false };
  // Whoever runs this should know: above all where the key is wrong, or the domain is gone.
  const event = code === 'down' ? 'provider_silent' : 'provider_misused';
  context.log.warn(event, { kind: change.kind, code, status });
  return { kind: 'later', afterMs: Math.max(backOffMs(context, change), context.sender.waitMs()), counts: true };
}

/**
 * Calls the provider about a change claimed from the outbox, and writes down what came of it. Ends soon after `signal`.
 * @throws Error only when the database does not answer; the change is free again when its lease ends.
 */
export async function performChange(
  context: ImprovmxContext,
  change: ProviderChange,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await call(context, change, signal).catch((error: unknown) => outcomeOf(context, change, error));
  await finishChange(context, change, outcome);
}

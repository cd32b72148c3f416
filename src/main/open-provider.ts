import type { Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createBuiltinProvider, type ForwardingProvider } from '#core/forwarding-provider.ts';

/** Who forwards, with what has to run and to be answered for it. */
export interface OpenProvider {
  readonly provider: ForwardingProvider;
  /** Null: nothing is to be told to anybody. */
  readonly worker: { start(): void; stop(): Promise<void> } | null;
  /** Where mail of paused aliases is posted to; null: nowhere. */
  readonly discardPath: string | null;
}

/** What a provider elsewhere needs is loaded only for it. */
export async function openProvider(
  { improvmx, operatorEmail }: Config,
  core: CoreContext,
  publicUrl: string,
): Promise<OpenProvider> {
  if (improvmx === null) return { provider: createBuiltinProvider(), worker: null, discardPath: null };
  const { openImprovmx } = await import('#core/providers/improvmx/improvmx-provider.ts');
  return openImprovmx(core, { ...improvmx, operatorEmail, publicUrl });
}

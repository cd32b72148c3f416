import type { CoreContext } from '#core/core-context.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { createImprovmxProvider } from '#core/providers/improvmx/create-improvmx-provider.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { createOutboxWorker, type OutboxWorker } from '#core/providers/improvmx/outbox-worker.ts';
import { providerPace, type ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import { createRequestSender } from '#core/providers/improvmx/send-request.ts';

export interface ImprovmxOptions {
  readonly apiKey: string;
  /** With the version of the API in its path. */
  readonly apiUrl: string;
  readonly operatorEmail: string | null;
  /** Origin without a trailing slash, as the provider reaches it. */
  readonly publicUrl: string;
  readonly pace?: ProviderPace;
}

/** The parts that deal with ImprovMX, on one way to its API. */
export function openImprovmxContext(
  { database, keys, random, log, clock }: CoreContext,
  { apiKey, apiUrl, operatorEmail, publicUrl, pace = providerPace }: ImprovmxOptions,
): ImprovmxContext {
  return {
    database,
    keys,
    clock,
    random,
    log,
    pace,
    operatorEmail,
    discardUrl: `${publicUrl}${discardPath(keys)}`,
    sender: createRequestSender({ apiUrl, apiKey, clock, pace }),
  };
}

/** ImprovMX as the forwarder, with its worker, which the caller starts. */
export function openImprovmx(
  core: CoreContext,
  options: ImprovmxOptions,
): { readonly provider: ForwardingProvider; readonly worker: OutboxWorker; readonly discardPath: string } {
  const context = openImprovmxContext(core, options);
  return {
    provider: createImprovmxProvider(context),
    worker: createOutboxWorker(context),
    discardPath: discardPath(core.keys),
  };
}

/** Where the provider posts the mail of paused aliases; only who knows the path is answered. */
function discardPath(keys: KeyRing): string {
  return `/api/discard/${keys.lookupHash('providers.discard', 'improvmx').toString('base64url')}`;
}

import { patienceMs, fault, ok, type Finding } from '#cli/doctor/doctor-context.ts';
import type { ImprovmxConfig } from '#config/config.ts';
import { createImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import { ProviderError, type ProviderFault } from '#core/providers/improvmx/provider-answer.ts';
import { providerPace } from '#core/providers/improvmx/provider-pace.ts';
import { createRequestSender } from '#core/providers/improvmx/send-request.ts';
import type { Clock } from '#platform/clock.ts';

const advice: Partial<Record<ProviderFault, string>> = {
  key: 'Set IMPROVMX_API_KEY to a key of the account.',
  missing: 'Start the program: it adds the domain. Then publish the records that ImprovMX shows for it.',
};

/** What ImprovMX says of a domain, whose records are its own. */
export async function checkAtProvider(
  improvmx: ImprovmxConfig,
  clock: Clock,
  domain: string,
): Promise<readonly Finding[]> {
  const sender = createRequestSender({ ...improvmx, clock, pace: { ...providerPace, patienceMs } });
  try {
    const { ready, faults } = await createImprovmxClient(sender, AbortSignal.timeout(patienceMs)).checkDomain(domain);
    if (ready) return [ok('ImprovMX finds all records')];
    if (faults.length === 0) return [fault('ImprovMX does not find all records', 'Publish what its dashboard shows.')];
    return faults.map((text) => fault(`ImprovMX: ${text}`, 'Publish the record that its dashboard shows.'));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return [fault(error.message, advice[error.code] ?? 'Try again later.')];
  }
}

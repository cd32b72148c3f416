import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { StartError } from '#config/start-error.ts';
import { openImprovmxContext } from '#core/providers/improvmx/improvmx-provider.ts';
import { ProviderError, type ProviderFault } from '#core/providers/improvmx/provider-answer.ts';
import { providerPace } from '#core/providers/improvmx/provider-pace.ts';
import { type Difference, type DifferenceKind, isMendable, reconcile } from '#core/providers/improvmx/reconcile.ts';

/** Ten thousand aliases at sixty requests a minute take longer; whoever has them starts it again. */
const timeoutMs = 60 * 60_000;

const words: Readonly<Record<DifferenceKind, string>> = {
  domain_missing: 'is not set up at the provider',
  catch_all:
    'has another catch-all at the provider than it should have: what becomes of mail for names that nobody has',
  missing: 'is not forwarded by the provider',
  different: 'is forwarded elsewhere by the provider',
  left_over: 'is forwarded by the provider, but should not be',
  unrecorded: 'is forwarded as it should be, which was not known here',
  shown: 'is not at the provider, as it should be, but was shown as in force',
  taken: 'belongs to somebody else at the provider; left alone',
  foreign: 'is only at the provider; left alone',
  credential_missing:
    'has an SMTP password that the provider does not know: it is removed here, its owner makes another',
  credential_left_over: 'has SMTP access at the provider, but should not have',
  credential_foreign: 'has SMTP access only at the provider; left alone',
};

const reasons: Partial<Record<ProviderFault, string>> = {
  key: 'it refuses IMPROVMX_API_KEY',
  busy: 'it allows no more requests for now',
};

function show(differences: readonly Difference[]): string[] {
  return differences.map(({ kind, address }) => `  ${address} ${words[kind]}`);
}

function count(differences: readonly Difference[]): string {
  const mendable = differences.filter(isMendable).length;
  return `${mendable} ${mendable === 1 ? 'difference' : 'differences'} to mend`;
}

/**
 * `provider reconcile`: shows how the forwarding provider's side differs from the aliases here, and with `mend` makes
 * it equal. Safe beside a running program. @throws StartError one clear line.
 */
export async function reconcileProvider(
  command: DomainCommandContext,
  { mend }: { readonly mend: boolean },
  print: (line: string) => void,
): Promise<void> {
  const { improvmx, operatorEmail, publicUrl } = command.config;
  if (improvmx === null || publicUrl === null) {
    throw new StartError('FORWARDING_PROVIDER is builtin: there is nobody to compare with.');
  }
  const pace = { ...providerPace, patienceMs: providerPace.busyMaxMs };
  await withDomains(command, async (core) => {
    const context = openImprovmxContext(
      { ...core, clock: command.clock },
      { ...improvmx, operatorEmail, publicUrl, pace },
    );
    const signal = AbortSignal.timeout(timeoutMs);
    const { found, left } = await reconcile(context, { mend, signal }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new StartError(`ImprovMX cannot be compared with: ${reasons[error.code] ?? 'it does not answer'}.`);
    });
    for (const line of show(found)) print(line);
    print(count(found));
    if (!mend) {
      if (found.some(isMendable)) print('Nothing was changed. To mend: npm run kauke -- provider reconcile --mend');
      return;
    }
    const rest = left.filter(isMendable);
    if (rest.length > 0) throw new StartError(['Not mended:', ...show(rest)].join('\n'));
    print('Both sides are equal now.');
  });
}

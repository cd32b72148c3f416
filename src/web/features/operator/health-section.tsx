import type { CertificateHealth, DomainHealth } from '#contract/operator.ts';
import { operatorHealthMessages as texts } from '#messages/pages/operator/lists.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { healthQuery } from '#web/features/operator/operator-calls.ts';
import { formatDay } from '#web/lib/format-time.ts';

const records = ['mx', 'spf', 'dkim', 'dmarc', 'mtaSts'] as const satisfies readonly (keyof DomainHealth['records'])[];

/** How domains and certificates stand. */
export function HealthSection() {
  return (
    <AskedSection title={texts.title} description={texts.description} options={healthQuery}>
      {({ domains, certificates }) => (
        <SectionList>
          {domains.map((domain) => (
            <Domain key={domain.name} domain={domain} />
          ))}
          {certificates.map((certificate) => (
            <Certificate key={`certificate ${certificate.name}`} certificate={certificate} />
          ))}
        </SectionList>
      )}
    </AskedSection>
  );
}

/** What is wrong is told by its words, and looks so. */
function Faults({ faults }: { faults: readonly string[] }) {
  return faults.length === 0 ? texts.inOrder : <span className="text-gone">{faults.join(', ')}</span>;
}

function Domain({ domain: { name, retired, records: states } }: { domain: DomainHealth }) {
  const faults = records.flatMap((record) => {
    const state = states[record];
    return state === 'ok' ? [] : [texts.recordState(texts.records[record], texts.states[state])];
  });
  const title = (
    <>
      {name}
      {retired && <span className="ml-2 text-small font-normal text-soft">{texts.retired}</span>}
    </>
  );
  return <SectionRow title={title} note={<Faults faults={faults} />} />;
}

function Certificate({ certificate: { name, endsAt, ended, failure } }: { certificate: CertificateHealth }) {
  const day = endsAt === null ? '' : formatDay(endsAt);
  const isGood = endsAt !== null && !ended;
  const faults = [
    ...(endsAt === null ? [texts.noneYet] : []),
    ...(ended ? [texts.ended(day)] : []),
    ...(failure === null ? [] : [texts.failure(failure)]),
  ];
  const note = (
    <>
      {isGood && texts.endsAt(day)}
      {isGood && faults.length > 0 && '; '}
      {faults.length > 0 && <Faults faults={faults} />}
    </>
  );
  return <SectionRow title={texts.certificate(name)} note={note} />;
}

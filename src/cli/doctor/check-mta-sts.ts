import { fault, named, ok, warning, type DoctorContext, type NamedFinding } from '#cli/doctor/doctor-context.ts';
import { quoteText, recordLine } from '#cli/render-dns-records.ts';
import { nameBelow } from '#core/certificates/certificates.ts';
import { hasTrustedCertificate, makeStsPolicy } from '#core/domains/domain-records.ts';
import { allowsStsHost, parseStsRecord, readStsPolicy, requestStsPolicy } from '#protocol/smtp-client/mta-sts.ts';
import type { FetchResult } from '#protocol/net/guarded-fetch.ts';

/** What others are asked to do who send to a domain (MTA-STS, RFC 8461). */
export interface StsState {
  readonly findings: readonly NamedFinding[];
  /** They deliver to nobody whose certificate is not good. */
  readonly isEnforced: boolean;
}

function whyNone(result: FetchResult): string {
  if (result.kind === 'failed') return result.fault;
  return result.status === 200 ? 'what is there is no policy' : `HTTP ${result.status}`;
}

function state(name: string, finding: Parameters<typeof named>[1], isEnforced: boolean): StsState {
  return { findings: [named('mta-sts-policy', finding, name)], isEnforced };
}

/** The policy itself, as others fetch it, held against the record that announces it. */
export async function checkStsPolicy({ config, resolver, fetch }: DoctorContext, name: string): Promise<StsState> {
  const isPromised = hasTrustedCertificate(config);
  const records = await resolver.txt(`_mta-sts.${name}`);
  const id = records.kind === 'found' ? parseStsRecord(records.records) : null;
  if (id === null) return { findings: [], isEnforced: isPromised };
  const result = await requestStsPolicy(fetch, name);
  const policy = readStsPolicy(result);
  if (policy === null || result.kind === 'failed') {
    // Others hold on to the policy that they know, and those who know none send in clear text if somebody asks them to.
    const found = isPromised ? fault : warning;
    const todo = `https://${nameBelow(name, 'policy')}/.well-known/mta-sts.txt must lead here by HTTPS_PORT, or by a proxy to HTTP_PORT, with a certificate for that name.`;
    return state(name, found(`The MTA-STS policy of ${name} cannot be fetched (${whyNone(result)})`, todo), isPromised);
  }
  const isEnforced = policy.mode === 'enforce';
  if (policy.mode !== 'none' && !allowsStsHost(policy, config.mailHostname)) {
    const found = isEnforced ? fault : warning;
    const text = `The MTA-STS policy of ${name} does not name ${config.mailHostname}`;
    return state(
      name,
      found(text, `Let ${nameBelow(name, 'policy')} lead to this program, or name its host there.`),
      isEnforced,
    );
  }
  const own = makeStsPolicy(config.mailHostname, isPromised);
  const isOurs = result.body.toString('latin1') === own.text;
  if (isOurs && id !== own.id) {
    const record = recordLine(`_mta-sts.${name}`, 'TXT', quoteText(`v=STSv1; id=${own.id}`));
    const text = `The id of the MTA-STS record of ${name} is not that of its policy`;
    return state(name, fault(text, `Others go by an older policy. Publish: ${record}`), isEnforced);
  }
  const where = isOurs ? '' : ', which another server holds';
  return state(name, ok(`The MTA-STS policy of ${name} can be fetched (${policy.mode})${where}`), isEnforced);
}

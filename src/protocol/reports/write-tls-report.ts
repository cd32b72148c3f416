/** What was asked of the mail hosts of a domain (RFC 8460 §4.4). */
export interface TlsPolicySeen {
  readonly type: 'tlsa' | 'sts' | 'no-policy-found';
  /** Its lines, or its records in the form of a zone file. */
  readonly lines: readonly string[];
  /** Patterns of hosts that it names. */
  readonly hosts: readonly string[];
}

/** Result types of RFC 8460 §4.3 that a sender can tell. */
export type TlsFault =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure';

/** Sessions that went the same way. */
export interface TlsSessions {
  readonly policy: TlsPolicySeen;
  /** The host that was dialed; null: none might be. */
  readonly host: string | null;
  /** Null: it was safe. */
  readonly fault: TlsFault | null;
  readonly count: number;
}

export interface NewTlsReport {
  readonly id: string;
  readonly organisation: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  /** A-label. */
  readonly domain: string;
  readonly sessions: readonly TlsSessions[];
}

function sum(sessions: readonly TlsSessions[]): number {
  return sessions.reduce((total, { count }) => total + count, 0);
}

function writePolicy(domain: string, sessions: readonly TlsSessions[]) {
  const policy = sessions[0]?.policy;
  const failed = sessions.filter(({ fault }) => fault !== null);
  return {
    policy: {
      'policy-type': policy?.type,
      ...(policy?.type !== 'no-policy-found' && { 'policy-string': policy?.lines }),
      'policy-domain': domain,
      ...(policy?.type === 'sts' && { 'mx-host': policy.hosts }),
    },
    summary: {
      'total-successful-session-count': sum(sessions) - sum(failed),
      'total-failure-session-count': sum(failed),
    },
    ...(failed.length > 0 && {
      'failure-details': failed.map(({ fault, host, count }) => ({
        'result-type': fault,
        ...(host !== null && { 'receiving-mx-hostname': host }),
        'failed-session-count': count,
      })),
    }),
  };
}

/** Without fractions of a second, which not every reader takes. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Writes a TLS report (RFC 8460 §4.4): sessions with the mail hosts of one domain, by what was asked of them. */
export function writeTlsReport({ id, organisation, email, begin, end, domain, sessions }: NewTlsReport): string {
  const byPolicy = Map.groupBy(sessions, ({ policy }) => JSON.stringify(policy));
  return JSON.stringify({
    'organization-name': organisation,
    'date-range': { 'start-datetime': timeOf(begin), 'end-datetime': timeOf(end) },
    'contact-info': email,
    'report-id': id,
    policies: [...byPolicy.values()].map((same) => writePolicy(domain, same)),
  });
}

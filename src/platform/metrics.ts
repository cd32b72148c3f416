/** Label names and values come from fixed, small sets: never an address, a domain of somebody or an IP. */
export interface Metrics {
  /** A request was answered. `route`: its pattern, never the real path. */
  request(labels: { readonly method: string; readonly route: string; readonly status: number }, seconds: number): void;
  /** A client connected to a mail listener. */
  smtpConnection(listener: MailListener): void;
  /** A client of a mail listener, or of the web side (`http`), was sent away because it kept us waiting. */
  slowClient(listener: string): void;
  /**
   * Somebody asked for more than his share: a network for connections, a message in hand, an account for its queue; a
   * network or an account for requests, wrong API keys or reads.
   */
  shareRefused(budget: ShareBudget): void;
  /** A message was answered, so many seconds after its final dot. `code`: of the reply. */
  message(listener: MailListener, code: number, seconds: number): void;
  /** What one method of authentication said about a message. */
  authentication(method: 'spf' | 'dkim' | 'dmarc' | 'arc', result: string): void;
  /** A report of DMARC or TLS came to one of our addresses for them. */
  mailReport(outcome: MailReportOutcome): void;
  /** A delivery ended or is to be tried again. `way`: while its sender waited, or from the spool. */
  delivery(way: 'now' | 'spool', outcome: 'delivered' | 'refused' | 'deferred', seconds: number): void;
}

/**
 * What became of a report. `unproven`: nobody vouches for its author; `foreign`: about no domain of ours; `known`: it was
 * counted before; `too_many`: its author or the day had too many of them.
 */
export type MailReportOutcome = 'counted' | 'known' | 'unproven' | 'unreadable' | 'foreign' | 'untimely' | 'too_many';

export type ShareBudget =
  | 'connections'
  | 'bytes'
  | 'queue'
  | 'http_connections'
  | 'network_requests'
  | 'account_requests'
  | 'wrong_api_keys'
  | 'reads';

/** What is true at the moment of asking. */
export interface QueueGauges {
  readonly spoolWaiting: number;
  /** Seconds since the longest waiting delivery came; 0 when none waits. */
  readonly spoolOldestSeconds: number;
  readonly databaseConnections: number;
}

/** How the disk of DATA_DIR stands, as it is read. */
export interface DiskGauges {
  readonly diskFreeBytes: number;
  /** Mail that must wait is taken; false: the disk has no room for it. */
  readonly storing: boolean;
}

/** How the certificates in use stand, as they are read. */
export interface CertificateGauges {
  /** Until the first of them ends; below 0 once it has. */
  readonly certificateSeconds: number;
  /** Those that cannot be got or renewed at present. */
  readonly certificatesFailing: number;
}

export type MailListener = 'mx' | 'submission' | 'submissions' | 'mailbox';

export const ignoreMetrics: Metrics = {
  request: () => {},
  smtpConnection: () => {},
  slowClient: () => {},
  shareRefused: () => {},
  message: () => {},
  authentication: () => {},
  mailReport: () => {},
  delivery: () => {},
};

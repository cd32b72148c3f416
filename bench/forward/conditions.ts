/** Under what mail is sent and taken: what of the internet is there. */
export interface Conditions {
  readonly name: string;
  readonly about: string;
  /** STARTTLS from the generator and to the sink; a connection then brings no more than a few messages. */
  readonly tls: boolean;
  /** How long the DNS server takes to answer. */
  readonly dnsMs: number;
  /** From how many messages of the generator each of its domains comes; null: all come from one. */
  readonly messagesPerDomain: number | null;
  /** What messages look like, where they are no plain text of one length. */
  readonly mix?: 'real';
  /** Of ten messages so many come from a domain that nobody has asked for and that writes no other. */
  readonly newInTen?: number;
  /** Of a hundred messages so many are put off by the next server. */
  readonly deferredInHundred?: number;
}

/** Mail hosts that write to strangers bring a few messages over each connection and go on with its TLS session. */
export const messagesPerTlsConnection = 10;

export const allConditions = [
  { name: 'plain', about: 'no TLS, DNS at once, one sender', tls: false, dnsMs: 0, messagesPerDomain: null },
  {
    name: 'tls',
    about: `STARTTLS on both sides, ${messagesPerTlsConnection} messages a connection, sessions resumed`,
    tls: true,
    dnsMs: 0,
    messagesPerDomain: null,
  },
  {
    name: 'dns',
    about: 'each ten messages from a domain nobody has asked for before, DNS after 20 ms',
    tls: false,
    dnsMs: 20,
    messagesPerDomain: 10,
  },
  {
    name: 'real',
    about:
      'TLS as above, DNS after 20 ms, three senders in ten new, text, HTML, attachments, one in a hundred deferred',
    tls: true,
    dnsMs: 20,
    messagesPerDomain: null,
    mix: 'real',
    newInTen: 3,
    deferredInHundred: 1,
  },
] as const satisfies readonly Conditions[];

export const plainConditions: Conditions = allConditions[0];

/** How the program is set: as shipped, with `ARC=on`, or so that everything is stored before it is delivered. */
export const allWays = ['shipped', 'arc', 'spooled'] as const;
export type Way = (typeof allWays)[number];

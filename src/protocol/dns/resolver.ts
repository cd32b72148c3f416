/** An answer of DNS. Trouble is a value too, so that nobody mistakes it for an answer. */
export type DnsAnswer<T> =
  | {
      readonly kind: 'found';
      readonly records: readonly T[];
      /**
       * Validated with DNSSEC by a resolver we have a safe way to: one on this machine, or one the operator named (the
       * AD bit, RFC 6840 §5.7, §5.8). Asked for with MX, address, CNAME and TLSA records only; else false.
       */
      readonly authenticated: boolean;
      /** The name that has the records, where the one asked for is an alias; lower case, without a trailing dot. */
      readonly leadsTo?: string;
    }
  /** The name exists, but has no record of this type. */
  | { readonly kind: 'none' }
  /** NXDOMAIN. */
  | { readonly kind: 'no-name' }
  /** SERVFAIL (also what fails validation), no answer in time, no server. */
  | { readonly kind: 'trouble' };

export interface MxRecord {
  /** Lower case, without a trailing dot; empty for the null MX (RFC 7505). */
  readonly exchange: string;
  readonly preference: number;
}

/** A TLSA record, with which a host pins its certificate (RFC 6698 §2.1). */
export interface TlsaRecord {
  readonly usage: number;
  readonly selector: number;
  readonly matchingType: number;
  /** Certificate association data. */
  readonly data: Buffer;
}

/** A stub resolver: looks up in DNS. Names are A-labels, with or without a trailing dot. No method ever rejects. */
export interface Resolver {
  mx(domain: string): Promise<DnsAnswer<MxRecord>>;
  /** IPv4 addresses. */
  a(host: string): Promise<DnsAnswer<string>>;
  /** IPv6 addresses. */
  aaaa(host: string): Promise<DnsAnswer<string>>;
  /** IPv4 and IPv6 in turn, so that a machine without one of them soon meets the other. */
  addresses(host: string): Promise<DnsAnswer<string>>;
  /** The strings of each record joined, octets as Latin-1 characters. */
  txt(name: string): Promise<DnsAnswer<string>>;
  /** What the name is another one for, lower case, without a trailing dot; that one is not asked for. */
  cname(name: string): Promise<DnsAnswer<string>>;
  /** The names of an IP address, lower case, without a trailing dot. */
  ptr(address: string): Promise<DnsAnswer<string>>;
  /** `_25._tcp.mx.example` (RFC 7672 §2.2). */
  tlsa(name: string): Promise<DnsAnswer<TlsaRecord>>;
}

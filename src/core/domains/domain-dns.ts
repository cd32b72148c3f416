/** An answer of DNS as far as it matters here: trouble proves nothing. */
export type LookUp<T> =
  | { readonly kind: 'found'; readonly records: readonly T[] }
  | { readonly kind: 'none' | 'no-name' | 'trouble' };

/** What it takes to look at the DNS of a domain. No method ever rejects. */
export interface DomainDns {
  txt(name: string): Promise<LookUp<string>>;
  mx(name: string): Promise<LookUp<{ readonly exchange: string; readonly preference: number }>>;
  cname(name: string): Promise<LookUp<string>>;
}

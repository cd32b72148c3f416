/** An alias as any of the services may have it; each tells what it knows of such things. */
export interface PeerAlias {
  /** `name@domain`. */
  readonly address: string;
  readonly note?: string;
  readonly inboxes?: readonly string[];
  readonly active?: boolean;
  readonly deleted?: boolean;
  readonly labels?: readonly string[];
  readonly uses?: number;
  readonly contacts?: readonly { readonly contact: string; readonly blocked?: boolean }[];
}

export interface PeerAccount {
  readonly email: string;
  readonly domains: readonly { readonly name: string; readonly catchAll?: boolean }[];
  readonly aliases: readonly PeerAlias[];
}

export function domainOf({ address }: PeerAlias): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

export function nameOf({ address }: PeerAlias): string {
  return address.slice(0, address.lastIndexOf('@'));
}

/** A page of a list, counted from 0. */
export function pageOf<Item>(list: readonly Item[], page: number, size: number): Item[] {
  return list.slice(page * size, (page + 1) * size);
}

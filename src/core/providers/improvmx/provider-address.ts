/** The two halves of an address of ours. */
export function splitAddress(address: string): { readonly name: string; readonly domain: string } {
  const at = address.lastIndexOf('@');
  return { name: address.slice(0, at), domain: address.slice(at + 1) };
}

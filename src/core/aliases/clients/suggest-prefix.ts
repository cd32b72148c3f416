const maxLength = 40;

/** How an alias for a page may begin: `shop` of `https://www.shop.example.co.uk/basket`'s registrable host; empty for no host. */
export async function suggestPrefix(page: string): Promise<string> {
  // Most processes never need the list.
  const { getDomainWithoutSuffix } = await import('tldts');
  const name = getDomainWithoutSuffix(page.slice(0, 2048)) ?? '';
  return name.replaceAll(/[^a-z0-9-]/gu, '').slice(0, maxLength);
}

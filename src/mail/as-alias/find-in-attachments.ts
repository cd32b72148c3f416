import { hideOwner, type WriteAsAliasInput } from '#mail/as-alias/write-as-alias.ts';
import type { Identity } from '#mail/as-alias/identity-parts.ts';
import { createNameSearch } from '#mail/documents/name-search.ts';
import { searchFiles } from '#mail/documents/search-files.ts';
import { walkParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/**
 * Whether an attachment of a message that `writeAsAlias` would send tells who its owner is where nobody looks: in its
 * properties, or packed. Attachments are never rewritten. A message without any costs nothing. Never throws.
 */
export async function findInAttachments(input: WriteAsAliasInput): Promise<Identity | null> {
  const { tree, texts } = input.draft;
  const attached = [...walkParts(tree.root)].filter(
    (part) => part.children.length === 0 && !texts.has(part) && part.content.length > 0,
  );
  if (attached.length === 0) return null;
  const { names, replacer } = hideOwner(input);
  const found = await searchFiles(
    attached.map(({ content, encoding }) => decodeTransfer(content, encoding)),
    { holdsAddress: replacer.isIn, holdsName: createNameSearch(names) },
  );
  return found === 'names' ? 'document' : found;
}

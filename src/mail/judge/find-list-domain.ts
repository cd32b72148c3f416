import { fieldText } from '#protocol/message/header-fields.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

const listId = /<([^<>@\s]{1,253})>\s*$/;

/** The domain a mailing list names itself by (RFC 2919 §3), lower case; null where the message is not of a list. */
export function findListDomain(message: RawMessage): string | null {
  const [field, another] = message.fields.filter(({ key }) => key === 'list-id');
  if (field === undefined || another !== undefined) return null;
  return listId.exec(fieldText(field))?.[1]?.toLowerCase() ?? null;
}

import { fieldText } from '#protocol/message/field-text.ts';
import type { HeaderField } from '#protocol/message/raw-message.ts';

/** The text of the topmost field of a name (lower case), as `fieldText` gives it; null without one. */
export function findField(fields: readonly HeaderField[], key: string): string | null {
  const field = fields.find((candidate) => candidate.key === key);
  return field === undefined ? null : fieldText(field);
}

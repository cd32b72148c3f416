/** How names of aliases are made up. */
export const aliasFormats = ['words', 'characters', 'uuid'] as const;
export type AliasFormat = (typeof aliasFormats)[number];

/** How endings are made up that apps offer behind a name of one's own. */
export const endingFormats = ['words', 'characters'] as const;
export type EndingFormat = (typeof endingFormats)[number];

/**
 * How whoever writes is shown beside the reverse address: `Bob (bob at example.com)`, `Bob - bob(a)example.com`, `Bob`,
 * `bob at example.com`, or not at all.
 */
export const senderFormats = ['at', 'bracket', 'name', 'address', 'none'] as const;
export type SenderFormat = (typeof senderFormats)[number];

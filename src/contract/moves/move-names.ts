/** Names that the browser needs, too, apart from the schemas: these would bring their library along. */

/** Services whose aliases can be brought along by an API key of theirs. */
export const moveServices = ['simplelogin', 'addy', 'forward-email', 'improvmx', 'firefox-relay'] as const;
export type MoveService = (typeof moveServices)[number];

/** `new`: can be made · `clash`: is there already · `cannot`: not now, or never */
export const moveVerdicts = ['new', 'clash', 'cannot'] as const;
export type MoveVerdict = (typeof moveVerdicts)[number];

/** What the unsubscribe button of mail to an alias does. The first is what it does unless its owner wants otherwise. */
export const unsubscribeWishes = ['author', 'pause', 'block'] as const;
export type UnsubscribeWish = (typeof unsubscribeWishes)[number];

/** Below our own origin: the place of such links, which their token follows. */
export const unsubscribePath = '/unsubscribe/';

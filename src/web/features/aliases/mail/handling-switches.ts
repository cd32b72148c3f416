import type { AliasSettings } from '#contract/aliases.ts';

export interface HandlingSwitch {
  readonly name: keyof AliasSettings;
  /** The value of the setting while the switch is on. */
  readonly on: boolean;
  readonly title: string;
  readonly text: string;
  /** What it costs. */
  readonly warning?: string;
}

/** The settings of an alias as switches. All are off unless the owner wants otherwise. */
export const handlingSwitches: readonly HandlingSwitch[] = [
  {
    name: 'transparent',
    on: true,
    title: 'Transparent mode',
    text: 'Signed mail arrives unchanged, from its real sender.',
    warning: 'Your replies to it go past the alias and show your real address.',
  },
  {
    name: 'cutThrough',
    on: false,
    title: 'Store mail before delivering it',
    text: 'Senders learn nothing from how your inbox answers. Mail is stored encrypted until it is delivered.',
  },
  {
    name: 'autoReplies',
    on: true,
    title: 'Let automatic replies out',
    text: 'Absence notes tell strangers that the address is read.',
  },
  {
    name: 'identityParts',
    on: true,
    title: 'Let identifying attachments out',
    text: 'S/MIME and PGP signatures and keys can name you. While this is off, such mail is not sent.',
  },
];

import { limits } from '#contract/limits.ts';
import type { aliasFaultTexts } from '#messages/faults.ts';

/** A text that only the owner of an alias reads: at most so many characters, and what is said of more. */
interface OwnText {
  readonly max: number;
  readonly tooLong: Extract<keyof typeof aliasFaultTexts, `${string}TooLong`>;
}

/**
 * What the owner of an alias says of it, each said here once: a text, null for none, which lies sealed (`notes` in `notes_sealed`), or a switch,
 * which is off at first. A new alias may come with it, the list shows it, a change of one alias or many replaces it, and exports, imports and undos
 * carry it. Columns of the database and of CSV files have the same names. No schema stands here: pages load without their library.
 */
const ownFields = {
  notes: { max: limits.notesMax, tooLong: 'notesTooLong' },
  /** What one of its inboxes answers is copied to the others. */
  copyReplies: 'switch',
} as const satisfies Readonly<Record<string, OwnText | 'switch'>>;

type OwnName = keyof typeof ownFields;
type ValueOf<Name extends OwnName> = (typeof ownFields)[Name] extends 'switch' ? boolean : string | null;
export type OwnFields = { [Name in OwnName]: ValueOf<Name> };
export type OwnTextName = { [Name in OwnName]: ValueOf<Name> extends boolean ? never : Name }[OwnName];

type OwnSwitchName = Exclude<OwnName, OwnTextName>;

export const ownNames = Object.keys(ownFields) as OwnName[];

export function isOwnText(name: OwnName): name is OwnTextName {
  return ownFields[name] !== 'switch';
}

export const ownTexts = ownNames.filter(isOwnText);
export const ownSwitches = ownNames.filter((name) => !isOwnText(name)) as OwnSwitchName[];

type Mapped<Text, Switch> = { [Name in OwnName]: Name extends OwnTextName ? Text : Switch };

/** Something of each field, by its name. */
export function mapOwn<Text, Switch>(
  ofText: (name: OwnTextName, text: OwnText) => Text,
  ofSwitch: (name: OwnSwitchName) => Switch,
): Mapped<Text, Switch> {
  const texts = ownTexts.map((name) => [name, ofText(name, ownFields[name])] as const);
  const switches = ownSwitches.map((name) => [name, ofSwitch(name)] as const);
  return Object.fromEntries([...texts, ...switches]) as Mapped<Text, Switch>;
}

/** Those of a new alias of which nothing is said. */
export const usualFields: OwnFields = mapOwn(
  () => null,
  () => false,
);

/** The same fields of something that has more. */
export function pickOwn(of: OwnFields): OwnFields {
  return mapOwn(
    (name) => of[name],
    (name) => of[name],
  );
}

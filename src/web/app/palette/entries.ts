import type { QueryClient } from '@tanstack/react-query';
import { guideEntries } from 'virtual:guides';
import type { Alias } from '#contract/aliases.ts';
import { guides, settingsPages } from '#contract/pages.ts';
import type { User } from '#contract/sign-in.ts';
import type { PublicConfig } from '#contract/site.ts';
import { placeMessages } from '#messages/pages/account/places.ts';
import { paletteMessages as texts } from '#messages/pages/account/palette.ts';
import { settingsWords } from '#messages/pages/account/settings-words.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { openAlias } from '#web/app/palette/alias-acts.ts';
import { findBest, splitQuery, type Candidate } from '#web/app/palette/find-best.ts';
import { switchAlias } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress, aliasState, isPaused, keptForwardTo } from '#web/features/aliases/alias-state.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { navigate } from '#web/lib/router/navigate.ts';

export interface Entry extends Candidate {
  readonly id: string;
  readonly label: string;
  readonly kind: keyof typeof texts.kinds;
  /** Where it leads away from the page, the focus goes along. */
  readonly leads: boolean;
  readonly run: () => void;
  /** Instead of `run`: what is typed next. */
  readonly next?: string;
}

export interface Surroundings {
  readonly user: User;
  readonly config: PublicConfig | undefined;
  readonly client: QueryClient;
  readonly showShortcuts: () => void;
}

const most = 30;
const mostRecent = 5;

/** Ids of the aliases that were chosen here, the last one first. Kept as long as the page, and nowhere else. */
let used: readonly string[] = [];

function noteUse({ id }: Alias): void {
  used = [id, ...used.filter((one) => one !== id)].slice(0, mostRecent);
}

function entry(kind: Entry['kind'], id: string, label: string, run: () => void, more: Partial<Entry> = {}): Entry {
  return { id, kind, label, text: label.toLowerCase(), also: '', leads: true, run, ...more };
}

/** Everything but the aliases. */
function listPlaces({ user, config, showShortcuts }: Surroundings): Entry[] {
  const act = (id: string, label: string, run: () => void, more: Partial<Entry> = {}): Entry =>
    entry('act', id, label, run, { leads: false, ...more });
  const to = (kind: Entry['kind'], path: string, label: string, words = ''): Entry =>
    entry(kind, path, label, () => navigate(path), { also: `${texts.kinds[kind]} ${words}`.toLowerCase() });
  const ask = (verb: keyof typeof texts.verbs, label: string): Entry =>
    act(verb, label, () => undefined, { next: `${texts.verbs[verb]} ` });
  const sections = settingsPages.filter(
    (path) => path !== '/settings/domains' || config?.features.ownDomains !== false,
  );
  const isHeldOffered = config?.features.held ?? false;
  return [
    ...(user.suspension?.scope === 'all'
      ? []
      : [act('new', texts.newAlias, () => navigate('/dashboard#create-alias'), { leads: true })]),
    ask('copy', texts.copyOne),
    ask('pause', texts.pauseOne),
    ask('resume', texts.resumeOne),
    to('place', '/dashboard', placeMessages.aliases),
    ...(isHeldOffered ? [to('place', '/settings/held', placeMessages.held)] : []),
    ...sections.map((path) => to('settings', path, settingsMessages.pages[path], settingsWords[path])),
    ...guides.map((name) => to('guide', `/docs/${name}`, guideEntries[name].title)),
    act('shortcuts', texts.shortcuts, showShortcuts),
  ];
}

interface AliasCandidate extends Candidate {
  readonly alias: Alias;
}

/** The recent ones first: those that were chosen here, then the newest. */
export function indexForPalette(aliases: readonly Alias[]): AliasCandidate[] {
  const rank = new Map(used.map((id, at) => [id, at]));
  const recent = aliases
    .filter(({ id }) => rank.has(id))
    .toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  return [...recent, ...aliases.filter(({ id }) => !rank.has(id))].map((alias) => ({
    alias,
    text: aliasAddress(alias).toLowerCase(),
    also: `${alias.notes ?? ''}\n${alias.labels.join('\n')}\n${keptForwardTo(alias)}`.toLowerCase(),
  }));
}

type Verb = keyof typeof texts.verbs;
const verbs = Object.keys(texts.verbs) as Verb[];

/** Whether something can be done with an alias as it stands now. */
function allows(verb: Verb, alias: Alias): boolean {
  if (verb === 'copy') return true;
  return aliasState(alias) !== 'ended' && isPaused(alias) === (verb === 'resume');
}

function actOn(verb: Verb, { alias, ...texted }: AliasCandidate, { client }: Surroundings): Entry {
  const address = aliasAddress(alias);
  const run = (): void => {
    noteUse(alias);
    void (verb === 'copy' ? copyText(address) : switchAlias(client, alias, verb === 'resume'));
  };
  return {
    ...texted,
    ...entry('act', `${verb}-${alias.id}`, texts.act(texts.verbs[verb], address), run),
    leads: false,
  };
}

function jump({ alias, ...texted }: AliasCandidate): Entry {
  const run = (): void => {
    noteUse(alias);
    openAlias(alias);
  };
  return { id: alias.id, kind: 'alias', label: aliasAddress(alias), leads: true, run, ...texted };
}

/** What is offered for what was typed. */
export function findEntries(query: string, index: readonly AliasCandidate[], around: Surroundings): Entry[] {
  const words = splitQuery(query);
  const verb = verbs.find((one) => texts.verbs[one].toLowerCase() === words[0]);
  // Once a word follows, or a space does: before it, what is typed may become anything.
  if (verb !== undefined && (words.length > 1 || /\s$/u.test(query))) {
    const able = index.filter(({ alias }) => allows(verb, alias));
    const acts = findBest(able, words.slice(1), most).map((one) => actOn(verb, one, around));
    if (acts.length > 0) return acts;
  }
  const aliases = findBest(index, words, words.length === 0 ? mostRecent : most);
  const places = listPlaces(around);
  const jumps = aliases.map((one) => jump(one));
  if (words.length === 0) return [...jumps, ...places];
  const found = findBest([...jumps, ...places], words, most);
  const [first] = aliases;
  if (first === undefined || found[0]?.id !== first.alias.id) return found;
  const acts = verbs.filter((one) => allows(one, first.alias)).map((one) => actOn(one, first, around));
  return [...found.slice(0, 1), ...acts, ...found.slice(1)];
}

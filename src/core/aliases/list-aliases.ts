import type { AliasEnd } from '#contract/alias-standing.ts';
import type { Alias, DomainFault } from '#contract/aliases.ts';
import { type OwnTextName, ownSwitches, ownTexts } from '#contract/aliases/own-fields.ts';
import type { ProviderState } from '#contract/provider.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import type { CoreContext } from '#core/core-context.ts';
import { readColumns, type AliasColumns as Columns } from '#core/aliases/read-aliases.ts';
import { openField } from '#core/alias-rows/owner-columns.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import { openTarget, selectTargets, targetView, type TargetRecord } from '#core/targets/target-views.ts';

type ReadContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;
type Targets = ReadonlyMap<string, TargetRecord>;

// By target: an account has few of them. In the order that aliases have theirs in.
const linksQuery = {
  name: 'list-alias-targets',
  rowMode: 'array',
  text: `
    select l.target_id, string_agg(l.alias_id::text, E'\\n')
    from targets t join alias_targets l on l.target_id = t.id
    where t.user_id = $1 group by l.position, l.target_id order by l.position`,
} as const;

type Links = [targetId: string, aliasIds: string];

/** Targets that some aliases forward to, in this order, and what they put into the JSON of such an alias. */
interface TargetGroup {
  readonly targets: readonly TargetRecord[];
  /** With one target more, by its id. */
  readonly longer: Map<string, TargetGroup>;
  /** While it is on, and while it is paused; null: not asked for yet. */
  texts: { readonly on: string; readonly paused: string } | null;
}

function createGroup(targets: readonly TargetRecord[]): TargetGroup {
  return { targets, longer: new Map(), texts: null };
}

/** Many aliases forward to the same targets: each such group is put together once. */
function forwardTextsOf(group: TargetGroup): { readonly on: string; readonly paused: string } {
  if (group.texts !== null) return group.texts;
  const forwardTo = JSON.stringify(group.targets.map(({ value }) => value).join(', '));
  const views = JSON.stringify(group.targets.map(targetView));
  group.texts = {
    on: `"forwardTo":${forwardTo},"lastForwardTo":null,"targets":${views}}`,
    paused: `"forwardTo":"null","lastForwardTo":${forwardTo},"targets":${views}}`,
  };
  return group.texts;
}

/** The group of each alias that forwards anywhere, by its id. */
function groupTargets(none: TargetGroup, links: readonly Links[], targets: Targets): ReadonlyMap<string, TargetGroup> {
  const groups = new Map<string, TargetGroup>();
  for (const [targetId, aliasIds] of links) {
    const target = targets.get(targetId);
    if (target === undefined) continue;
    for (const id of aliasIds.split('\n')) {
      const { targets: before, longer } = groups.get(id) ?? none;
      let group = longer.get(targetId);
      if (group === undefined) longer.set(targetId, (group = createGroup([...before, target])));
      groups.set(id, group);
    }
  }
  return groups;
}

/** ISO 8601 in milliseconds, from PostgreSQL's, which has up to six digits and no zone; both quoted. */
function isoTime(quoted: string): string {
  if (quoted.length > 24) return quoted.slice(0, 24) + 'Z"';
  const fraction = quoted.slice(20, -1) || '.';
  return `${quoted.slice(0, 20)}${fraction.padEnd(4, '0')}Z"`;
}

/** What stands between the domain and the texts of its owner for most aliases. */
const usualState = '","providerState":"live","active":true';
/** The same, behind them. */
const usualLife =
  '"expiresAt":null,"maxMessages":null,"messagesLeft":null,"idleDays":null,"ended":null,' +
  ownSwitches.map((name) => `"${name}":false,`).join('');

/** What a line of states holds. */
type State = [
  active: boolean,
  providerState: ProviderState,
  improvmxId: string | null,
  otherSenderOn: string | null,
  expiresAt: string | null,
  maxMessages: number | null,
  messagesLeft: number | null,
  idleDays: number | null,
  ended: AliasEnd | null,
  domainFault: DomainFault | null,
  ...switches: boolean[],
];

function splitColumns([ids, names, domains, createdAt, states, ...texts]: Columns) {
  return {
    ids: ids.split('\n'),
    names: names.split('\n'),
    domains: domains.split('\n'),
    times: createdAt.split('\n'),
    states: states.split('\n'),
    /** Of each of `ownTexts`. */
    texts: texts.map((text) => text.split('\n')),
  };
}

type Lines = ReturnType<typeof splitColumns>;

/** A text as it stands in JSON. A line is empty for none, quoted where a release before wrote it, else sealed, in hexadecimal. */
function textOf(keys: KeyRing, id: string, field: OwnTextName, line = ''): string {
  if (line === '') return 'null';
  if (line.startsWith('"')) return line;
  return JSON.stringify(openField(keys, id, field, Buffer.from(line, 'hex')));
}

const textKeys = ownTexts.map((field) => `,"${field}":`);

function textsOf(keys: KeyRing, id: string, { texts }: Lines, index: number): string {
  let json = '';
  for (let at = 0; at < ownTexts.length; at += 1) {
    const field = ownTexts[at];
    if (field !== undefined) json += textKeys[at] + textOf(keys, id, field, texts[at]?.[index]);
  }
  return json;
}

/** What an alias has beside its own columns. */
interface Belongings {
  readonly keys: KeyRing;
  readonly group: TargetGroup;
  readonly labels: readonly string[] | undefined;
}

/** By `+`, and with names as they are, which are letters, digits and `-_.`: this runs for each alias of a list. */
function writeAlias(
  lines: Lines,
  index: number,
  id: string,
  toName: string,
  { keys, group, labels }: Belongings,
): string {
  const head =
    '{"id":"' + id + toName + lines.names[index] + '","domain":"' + lines.domains[index] + '","improvmxId":"';
  const time = isoTime(lines.times[index] ?? '');
  const named = labels === undefined ? '[]' : JSON.stringify(labels);
  const tail = textsOf(keys, id, lines, index) + ',"createdAt":' + time + ',"labels":' + named + ',';
  const { on, paused } = forwardTextsOf(group);
  const state = lines.states[index] ?? '';
  if (state === '') return head + id + usualState + tail + usualLife + on;
  const [isOn, providerState, improvmxId, otherSenderOn, ...lifeFacts] = JSON.parse(state) as State;
  const [expiresAt, maxMessages, messagesLeft, idleDays, ended, fault, ...switches] = lifeFacts;
  const active = isOn && ended === null;
  const alsoUsed = otherSenderOn === null ? '' : `,"alsoUsedSince":"${otherSenderOn}"`;
  const ofDomain = fault === null ? '' : `,"domainFault":"${fault}"`;
  const own = Object.fromEntries(ownSwitches.map((name, at) => [name, switches[at]]));
  const life = JSON.stringify({ expiresAt, maxMessages, messagesLeft, idleDays, ended, ...own }).slice(1, -1);
  const known = `"providerState":"${providerState}","active":${active}${alsoUsed}${ofDomain}`;
  const text = `${JSON.stringify(improvmxId ?? id).slice(1)},${known}`;
  return `${head}${text}${tail}${life},${active ? on : paused}`;
}

/** So many aliases are put together at once: a tenth of a millisecond. */
const aliasesInPiece = 100;

interface Sources {
  readonly keys: KeyRing;
  readonly userId: string;
  readonly columns: Columns;
  readonly links: readonly Links[];
  readonly targets: Targets;
  /** Of each alias that has any. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

function* writeJson({ keys, userId, columns, links, targets, labels }: Sources): Generator<string> {
  const lines = splitColumns(columns);
  const none = createGroup([]);
  const groups = groupTargets(none, links, targets);
  const toName = `","userId":"${userId}","alias":"`;
  let piece = '[';
  for (const [index, id] of lines.ids.entries()) {
    if (index > 0) piece += ',';
    piece += writeAlias(lines, index, id, toName, { keys, group: groups.get(id) ?? none, labels: labels.get(id) });
    if (index % aliasesInPiece !== aliasesInPiece - 1) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}

/** The aliases of an account, newest first, as `Alias[]` in JSON. */
export interface AliasListText {
  /** All that it is made of: the same for the same text. */
  readonly sources: readonly string[];
  /** The text in pieces, each of them little work. */
  pieces(): Iterable<string>;
}

/**
 * All aliases of an account as their owner sees them, written straight down as text: a third of the work that objects
 * and their serialisation were. `aliasView` says the same of one. `askerId`: who is signed in.
 * @throws AppError not_found.
 */
export async function readAliasList(
  { database, keys, clock }: ReadContext,
  userId: string,
  askerId: string,
): Promise<AliasListText> {
  checkOwner(userId, askerId);
  const { db, pool } = database;
  const columns = await readColumns({ database, clock }, userId);
  if (columns === null) return { sources: [], pieces: () => ['[]'] };
  const links = (await pool.query<Links>({ ...linksQuery, values: [userId] })).rows;
  // Read last, so that every link finds its target; each is opened once however many aliases use it.
  const rows = await selectTargets(db).where('targets.userId', '=', userId).execute();
  const targets: Targets = new Map(rows.map((row) => [row.id, openTarget(keys, row)]));
  const labelled = await readLabelled(db, { keys }, userId);
  const sources = [userId, ...columns, ...links.flat(), JSON.stringify([[...targets.values()], labelled])];
  return {
    sources,
    pieces: () => writeJson({ keys, userId, columns, links, targets, labels: namesByAlias(labelled) }),
  };
}

/** The same as objects. @throws AppError not_found. */
export async function listAliases(...asked: Parameters<typeof readAliasList>): Promise<Alias[]> {
  return JSON.parse([...(await readAliasList(...asked)).pieces()].join('')) as Alias[];
}

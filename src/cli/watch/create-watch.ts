import { checkCertificates } from '#cli/doctor/check-certificates.ts';
import { checkListeners } from '#cli/doctor/check-listeners.ts';
import { checkDisk, checkSpool } from '#cli/doctor/check-machine.ts';
import { type CheckName, type DoctorContext, named, type NamedFinding } from '#cli/doctor/doctor-context.ts';
import { examineNode, examineService } from '#cli/doctor/run-doctor.ts';
import { readDomains } from '#cli/database.ts';
import { callUrl, createNotifiers, type Notifiers, withoutAddresses } from '#cli/watch/tell-alarms.ts';
import type { Config } from '#config/config.ts';
import { errorCode } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hasTrustedCertificate } from '#core/domains/domain-records.ts';
import { type Alarm, type AlarmNews, judgeAlarms, type Round } from '#core/watch/judge-alarms.ts';
import { readWatch, removeOldWatches, writeWatch } from '#core/watch/watch-state.ts';
import { notify } from '#core/notices/notify.ts';
import { inTurn, lockOf } from '#database/database.ts';
import { watchWords } from '#messages/server/watch-words.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import { readFreeSpace } from '#platform/disk-space.ts';
import type { Log } from '#platform/log.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';

export interface WatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Anew for each round: what one remembers would hide what is new. Its config has the ports that were bound. */
  readonly openDoctor: () => DoctorContext;
  /** The same one each time, once it could be opened. @throws Error when the database does not answer */
  readonly openCore: () => Promise<CoreContext>;
  /** Names this machine among all nodes. */
  readonly node: string;
  /** How often it looks. */
  readonly everyMs: number;
  /** The program stops: what is found then is no fault. */
  readonly signal: AbortSignal;
}

/** What looks after a running program. Both are called again and again, each when it has ended. Neither rejects. */
export interface Watch {
  /** Looks at what stops mail, tells what changed, and lets the heartbeat go on if mail passes. */
  round(): Promise<void>;
  /** Looks at everything where that is due. */
  examine(): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A database that needs longer is silent. */
const databaseMs = 20_000;
/** Of which each port that is silent takes ten seconds. */
const roundMs = 45_000;

/** What each round looks at; the rest once a day, and every hour while something of it is wrong. */
const quickChecks: ReadonlySet<string> = new Set<CheckName>([
  'database',
  'queue',
  'certificate',
  'listener',
  'shown-certificate',
  'web',
  'disk',
]);

/** Quick checks whose faults raise an alarm only after ten minutes: they mend themselves, or are in no haste. */
const slowChecks: ReadonlySet<string> = new Set<CheckName>(['certificate', 'shown-certificate', 'disk']);
const slowMs = 10 * minuteMs;

/** An alarm is raised by faults alone, but by the disk's warning, too: before it is full. */
function isAlarming({ check, state }: NamedFinding): boolean {
  return state === 'fault' || (check === 'disk' && state === 'warning');
}

function hasNews({ raised, standing, gone }: AlarmNews): boolean {
  return raised.length + standing.length + gone.length > 0;
}

/** One part of an installation. */
interface Scope {
  readonly name: string;
  readonly mailHostname: string | null;
}

/** What all nodes share. */
const service: Scope = { name: 'service', mailHostname: null };

/** What a round sees before anything is judged. */
interface Sight {
  readonly node: readonly NamedFinding[];
  readonly service: readonly NamedFinding[];
  /** The listeners answer, and no mail that is due lies about. */
  readonly passes: boolean;
}

async function look(core: CoreContext, context: DoctorContext): Promise<Sight> {
  const { config } = context;
  const queue = named('queue', await checkSpool(core.database));
  const domains = config.acme === null ? [] : await readDomains(core, config);
  const names = domains.map(({ name }) => name);
  const certificates = await checkCertificates(context, core.database, names);
  const listeners = await checkListeners(context, hasTrustedCertificate(config));
  return {
    node: [named('disk', await checkDisk(context, readFreeSpace)), ...listeners],
    service: [queue, ...certificates],
    passes: queue.state === 'ok' && listeners.every(({ check }) => check !== 'listener'),
  };
}

interface WatchContext extends Omit<WatchOptions, 'node'> {
  readonly node: Scope;
  readonly config: Config;
  /** Which installation speaks. */
  readonly name: string;
  readonly fetch: GuardedFetch;
  readonly tellers: Notifiers;
}

async function tell({ tellers, log }: WatchContext, news: AlarmNews): Promise<void> {
  if (!hasNews(news)) return;
  for (const { check } of news.raised) log.warn('alarm', { check });
  await tellers.tell(news);
}

/** What passes by itself wakes nobody, such as a certificate that is being got; what is looked at once a day is told at once. */
function patienceOf({ everyMs }: WatchContext): Round['patienceMs'] {
  return (check) => {
    if (!quickChecks.has(check)) return 0;
    return slowChecks.has(check) ? slowMs : everyMs / 2;
  };
}

interface Sighting {
  readonly findings: readonly NamedFinding[];
  /** Everything was looked at. */
  readonly isWhole: boolean;
}

/** Remembers and tells what changed. A look that somebody else had a moment ago counts for all. */
async function judge(context: WatchContext, core: CoreContext, scope: Scope, sighting: Sighting): Promise<void> {
  const { clock, config, everyMs, signal, name } = context;
  const { findings, isWhole } = sighting;
  const { keys } = core;
  const now = clock.now();
  const faults = findings.filter(isAlarming);
  const covers = (check: string): boolean => isWhole || quickChecks.has(check);
  if (signal.aborted) return;
  const news = await core.database.db.transaction().execute(async (transaction) => {
    // A new installation has an hour for its DNS.
    const unseen = { lookedAtMs: 0, examinedAtMs: now - dayMs + hourMs, alarms: [] };
    const former = (await readWatch(transaction, keys, scope.name)) ?? unseen;
    if (!isWhole && Math.abs(now - former.lookedAtMs) < everyMs / 2) return null;
    const judged = judgeAlarms(former.alarms, { faults, covers, patienceMs: patienceOf(context), now });
    const examinedAtMs = isWhole ? now : former.examinedAtMs;
    await writeWatch(transaction, keys, scope, { lookedAtMs: now, examinedAtMs, alarms: judged.alarms });
    const shown = withoutAddresses(judged.news);
    if (hasNews(shown)) {
      const settings = { publicUrl: config.publicUrl ?? '', operatorEmail: config.operatorEmail };
      const words = { subject: watchWords.title(name, shown), paragraphs: watchWords.lines(shown) };
      await notify({ ...core, settings }, { kind: 'alarms', userId: null, values: [words] }, transaction);
    }
    return shown;
  });
  if (news !== null) await tell(context, news);
}

/** Resolves to whether mail passes. */
async function lookAround(context: WatchContext, core: CoreContext): Promise<boolean> {
  const sight = await look(core, context.openDoctor());
  // Proves that the database takes writes, too.
  await judge(context, core, context.node, { findings: sight.node, isWhole: false });
  await judge(context, core, service, { findings: sight.service, isWhole: false });
  return sight.passes;
}

/** Whether mail passes; null: the database does not answer. */
async function lookInTime(context: WatchContext): Promise<boolean | null> {
  try {
    const core = await answerInTime(context.openCore(), databaseMs, null);
    return core === null ? null : await answerInTime(lookAround(context, core), roundMs, null);
  } catch (error) {
    context.log.warn('watch_failed', { code: errorCode(error) });
    return null;
  }
}

/** Once a day, and each hour while something of it is wrong. */
async function isDue({ clock }: WatchContext, { database, keys }: CoreContext, { name }: Scope): Promise<boolean> {
  const watch = await readWatch(database.db, keys, name);
  if (watch === null) return false;
  const pauseMs = watch.alarms.some(({ check }) => !quickChecks.has(check)) ? hourMs : dayMs;
  return Math.abs(clock.now() - watch.examinedAtMs) >= pauseMs;
}

/** Each node looks at itself; at what all share one of them does. */
async function examineWhatIsDue(context: WatchContext): Promise<void> {
  const core = await context.openCore();
  const doctor = context.openDoctor();
  if (await isDue(context, core, context.node)) {
    const sections = await examineNode(doctor, hasTrustedCertificate(doctor.config));
    const findings = sections.flatMap((section) => section.findings);
    await judge(context, core, context.node, { findings, isWhole: true });
  }
  await inTurn(core.database, lockOf('kauke watch'), async () => {
    if (!(await isDue(context, core, service))) return;
    const { database, domains } = await examineService(core, doctor);
    const findings = [...database, ...domains.flatMap((section) => section.findings)];
    await judge(context, core, service, { findings, isWhole: true });
    await removeOldWatches(core.database, context.clock.now());
  });
}

async function beat({ config: { heartbeatUrl }, fetch, log }: WatchContext): Promise<void> {
  if (heartbeatUrl === null) return;
  const fault = await callUrl(fetch, { url: new URL(heartbeatUrl), headers: {}, body: null });
  if (fault !== null) log.warn('heartbeat_failed', { fault });
}

export function createWatch({ node, ...options }: WatchOptions): Watch {
  const { clock, log, openDoctor, signal } = options;
  const { config, fetch } = openDoctor();
  const name = config.publicUrl === null ? config.mailHostname : new URL(config.publicUrl).hostname;
  const tellers = createNotifiers({ alarms: config.alarms, name, fetch, log });
  const scope = { name: `node ${node}`, mailHostname: config.mailHostname };
  const context: WatchContext = { ...options, node: scope, config, name, fetch, tellers };
  // What is to be remembered while there is no database. Each node tells it for itself, and by no mail.
  let ofDatabase: readonly Alarm[] = [];

  const judgeDatabase = async (answers: boolean): Promise<void> => {
    const faults = answers ? [] : [{ check: 'database', about: '', text: watchWords.database }];
    const round = { faults, covers: () => true, patienceMs: patienceOf(context), now: clock.now() };
    const { alarms, news } = judgeAlarms(ofDatabase, round);
    ofDatabase = alarms;
    await tell(context, news);
  };

  return {
    round: async () => {
      const passes = await lookInTime(context);
      if (signal.aborted) return;
      await judgeDatabase(passes !== null);
      if (passes === true) await beat(context);
      await tellers.flush();
    },
    examine: () =>
      examineWhatIsDue(context).catch((error: unknown) => log.warn('watch_failed', { code: errorCode(error) })),
  };
}

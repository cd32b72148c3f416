import type { Config } from '#config/config.ts';
import type { Alarm, AlarmNews } from '#core/watch/judge-alarms.ts';
import { watchWords } from '#messages/server/watch-words.ts';
import type { Log } from '#platform/log.ts';
import type { FetchRequest, GuardedFetch } from '#protocol/net/guarded-fetch.ts';

/** Ways that need neither our mail nor our database. What one does not take is told there again. */
export interface Notifiers {
  /** Never rejects; settles when each way took it, or has failed for now. */
  tell(news: AlarmNews): Promise<void>;
  /** Tries again what has not been taken. Never rejects. */
  flush(): Promise<void>;
}

interface NotifiersOptions {
  readonly alarms: Config['alarms'];
  /** Which installation speaks. */
  readonly name: string;
  readonly fetch: GuardedFetch;
  readonly log: Log;
}

type Request = Pick<FetchRequest, 'url' | 'headers' | 'body'>;

/** Waits for a way that fails; the oldest goes first, and who is reminded each day hears of it all the same. */
const maxWaiting = 20;
const timeoutMs = 10_000;
/** Nobody reads the answer. */
const maxAnswerBytes = 1024;
/** What ntfy shows as text. */
const maxTextBytes = 4096;
/** What Discord takes is 2,000. */
const maxContent = 1900;
/** Of each list. */
const maxListed = 50;

const address =
  /[^\s<>()"']+@[^\s<>()"',]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/giu;

/** Whoever carries an alarm reads it too: it names no mailbox and no IP address. */
export function hideAddresses(text: string): string {
  return text.replace(address, watchWords.hidden);
}

function hideIn(list: readonly Alarm[]): Alarm[] {
  return list.map((alarm) => ({ ...alarm, about: hideAddresses(alarm.about), text: hideAddresses(alarm.text) }));
}

/** The same news without addresses. */
export function withoutAddresses({ raised, standing, gone }: AlarmNews): AlarmNews {
  return { raised: hideIn(raised), standing: hideIn(standing), gone: hideIn(gone) };
}

function cut(text: string): string {
  return Buffer.from(text)
    .subarray(0, maxTextBytes)
    .toString()
    .replace(/\uFFFD$/u, '');
}

function describe({ check, about, text, sinceMs }: Alarm) {
  return { check, about, text, since: new Date(sinceMs).toISOString() };
}

function webhookRequest(url: URL, name: string, news: AlarmNews): Request {
  const title = watchWords.title(name, news);
  const text = cut([title, ...watchWords.lines(news)].join('\n'));
  const list = (alarms: readonly Alarm[]) => alarms.slice(0, maxListed).map(describe);
  const lists = { raised: list(news.raised), standing: list(news.standing), gone: list(news.gone) };
  // `text` is what Slack, Mattermost, Google Chat and others show, `content` what Discord does.
  const body = { name, title, text, content: text.slice(0, maxContent), ...lists };
  return { url, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) };
}

/** A token stands alone behind the colon; a user and a password are told as such (RFC 7617 §2). */
function authorization({ username, password }: URL): Record<string, string> {
  if (password === '') return {};
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const basic = Buffer.from(`${user}:${secret}`).toString('base64');
  return { Authorization: user === '' ? `Bearer ${secret}` : `Basic ${basic}` };
}

function ntfyRequest(url: URL, name: string, news: AlarmNews): Request {
  const isGood = news.raised.length + news.standing.length === 0;
  return {
    url,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      Title: watchWords.title(name, news),
      Priority: news.raised.length > 0 ? 'high' : 'default',
      Tags: isGood ? 'white_check_mark' : 'warning',
    },
    body: Buffer.from(cut(watchWords.lines(news).join('\n'))),
  };
}

/** Asks for an address of the operator's choice, which may be a private one. Why it did not take it; null: it did. */
export async function callUrl(fetch: GuardedFetch, { url, headers, body }: Request): Promise<string | null> {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const result = await fetch({
    method: body === null ? 'GET' : 'POST',
    url: target,
    headers: { 'User-Agent': 'Kauke', ...headers, ...authorization(url) },
    body,
    timeoutMs,
    maxBytes: maxAnswerBytes,
    signal: new AbortController().signal,
  });
  if (result.kind === 'failed') return result.fault;
  return result.status >= 200 && result.status < 300 ? null : String(result.status);
}

/** One for each way that is set. */
export function createNotifiers({ alarms, name, fetch, log }: NotifiersOptions): Notifiers {
  const ways = [
    { way: 'webhook', url: alarms.url, write: webhookRequest },
    { way: 'ntfy', url: alarms.ntfyUrl, write: ntfyRequest },
  ].flatMap(({ url, ...rest }) => (url === null ? [] : [{ ...rest, url: new URL(url), waiting: [] as Request[] }]));
  const underWay = new Map<string, Promise<void>>();

  const send = async ({ way, waiting }: (typeof ways)[number]): Promise<void> => {
    for (let request = waiting[0]; request !== undefined; request = waiting[0]) {
      const fault = await callUrl(fetch, request);
      if (fault !== null) {
        log.warn('alarm_not_told', { way, fault });
        return;
      }
      waiting.shift();
    }
  };
  /** Never twice at once by one way: nothing is told twice. */
  const sendOnce = (way: (typeof ways)[number]): Promise<void> => {
    const sending = underWay.get(way.way) ?? send(way).finally(() => underWay.delete(way.way));
    underWay.set(way.way, sending);
    return sending;
  };
  const flush = async (): Promise<void> => {
    await Promise.all(ways.map(sendOnce));
  };
  return {
    tell: (news) => {
      for (const { url, waiting, write } of ways) {
        waiting.push(write(url, name, news));
        if (waiting.length > maxWaiting) waiting.shift();
      }
      return flush();
    },
    flush,
  };
}

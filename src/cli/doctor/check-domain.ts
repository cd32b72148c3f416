import {
  type DoctorContext,
  fault,
  type Finding,
  named,
  type NamedFinding,
  ok,
  warning,
} from '#cli/doctor/doctor-context.ts';
import { quoteText, recordLine, recordText, spfBelow, spfValue } from '#cli/render-dns-records.ts';
import type { RecordState } from '#contract/operator.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords } from '#core/domains/domain-records.ts';
import {
  readDomain,
  readKey,
  readMx,
  type DomainSources,
  readOne,
  type KeyFacts,
  type MxFacts,
  type OneFacts,
  type SpfFacts,
} from '#main/health/read-domain.ts';
import { isSpfRecord } from '#protocol/spf/spf-record.ts';

type DnsContext = Pick<DoctorContext, 'config' | 'resolver'>;

function unanswered(text: string): Finding {
  return fault(`${text} cannot be looked up`, 'DNS gave no answer: look at its name servers, and at its DNSSEC.');
}

/** What goes to another host before ours, or as soon, never comes here. */
function judgeMx(own: string, name: string, { state, exchanges, foreign }: MxFacts): Finding {
  if (state === 'ok') return ok(`MX of ${name} is ${own}`);
  if (state === 'unknown') return unanswered(`MX of ${name}`);
  const [first] = foreign;
  if (first === undefined) {
    const has = state === 'missing' ? 'is missing' : `is ${exchanges.join(', ')}`;
    return fault(`MX of ${name} ${has}`, `Publish: ${recordLine(name, 'MX', `10 ${own}.`)}`);
  }
  const lines = foreign.map(({ preference, exchange }) => recordLine(name, 'MX', `${preference} ${exchange}.`));
  return fault(
    `MX of ${name} leads to ${first.exchange} no later than to ${own}`,
    `Mail goes there instead. Take away:\n${lines.join('\n')}`,
  );
}

function textLines(name: string, texts: readonly string[]): string {
  return texts.map((text) => recordLine(name, 'TXT', quoteText(text))).join('\n');
}

/** Of several none counts, whatever each of them says. */
function judgeSeveral(label: string, name: string, several: readonly string[]): Finding {
  return fault(
    `${label} has ${several.length} records, so that none counts`,
    `Leave one of them, with all that is needed, and take away the others:\n${textLines(name, several)}`,
  );
}

function judgeSpf({ config }: DnsContext, name: string, { state, seen, several }: SpfFacts): Finding {
  if (several.length > 0) return judgeSeveral(`SPF of ${name}`, name, several);
  if (config.delivery === 'smarthost') {
    if (state === 'ok') return ok(`SPF of ${name} is published`);
    if (state === 'unknown') return unanswered(`SPF of ${name}`);
    return fault(`SPF of ${name} is missing`, "Publish the record that your smarthost's provider names.");
  }
  if (state === 'ok') return ok(`SPF of ${name} passes`);
  const todo = `Publish: ${recordLine(name, 'TXT', quoteText(spfValue(config)))}`;
  return seen === null
    ? fault(`SPF of ${name} cannot be checked`, todo)
    : fault(`SPF of ${name} gives ${seen.result} for ${seen.address}`, todo);
}

/** What stands there goes before ours comes: two keys at one selector are a fault of their own. */
function judgeKey({ record, state, isThere, beside }: KeyFacts, label: string): Finding {
  if (state === 'ok') return ok(`${label} matches`);
  if (state === 'unknown') return unanswered(label);
  const publish = `Publish: ${recordText(record)}`;
  if (beside.length === 0) return fault(`${label} is missing`, publish);
  const takeAway = `Take away:\n${textLines(record.name, beside)}`;
  return isThere
    ? fault(`${label} is not the only record there`, takeAway)
    : fault(`${label} is not our key`, `${takeAway}\nThen publish: ${recordText(record)}`);
}

/** The key that comes next is in no hurry; the last one must stay while mail that it signed is on its way. */
async function checkSpare({ resolver }: DnsContext, { name, spare }: MailDomain): Promise<Finding[]> {
  if (spare === null) return [];
  const records = dkimRecords(name, spare);
  const found = await Promise.all(records.map((record) => readKey(resolver, record)));
  if (spare.until !== null) return found.map((facts) => judgeKey(facts, `The last DKIM key of ${name}`));
  const crowded = found.filter(({ beside }) => beside.length > 0);
  if (crowded.length > 0) return crowded.map((facts) => judgeKey(facts, `The next DKIM key of ${name}`));
  const command = `npm run kauke -- dkim rotate ${name}`;
  return found.every(({ state }) => state === 'ok')
    ? [warning(`The next DKIM key of ${name} is published and not in use`, `Run: ${command}`)]
    : [
        warning(
          `The next DKIM key of ${name} is not published`,
          `Publish:\n${records.map(recordText).join('\n')}\nThen: ${command}`,
        ),
      ];
}

function judgeDmarc(name: string, { state, several }: OneFacts): Finding {
  if (several.length > 0) return judgeSeveral(`DMARC of ${name}`, `_dmarc.${name}`, several);
  if (state === 'ok') return ok(`DMARC of ${name} is published`);
  if (state === 'unknown') return unanswered(`DMARC of ${name}`);
  const line = recordLine(`_dmarc.${name}`, 'TXT', quoteText('v=DMARC1; p=quarantine'));
  return warning(`DMARC of ${name} is missing`, `Publish: ${line}`);
}

function judgeSts(name: string, state: RecordState): Finding {
  if (state === 'ok') return ok(`MTA-STS of ${name} is published`);
  if (state === 'unknown') return unanswered(`MTA-STS of ${name}`);
  return warning(`MTA-STS of ${name} is missing`, 'Others may send to it in clear text: see the self-hosting guide.');
}

/** Names below a domain that accounts are given: the wildcard is asked for by its own name (RFC 4592 §2.1.1). */
async function checkBelow(sources: DnsContext & DomainSources, name: string): Promise<NamedFinding[]> {
  const { config, resolver } = sources;
  if (!config.subdomains.includes(name)) return [];
  const below = `*.${name}`;
  const [mx, answer] = await Promise.all([readMx(sources, below), resolver.txt(below)]);
  const includes = (text: string): boolean => text.toLowerCase().split(' ').includes(`include:${name}`);
  const { several } = readOne(answer, isSpfRecord);
  const { state } = readOne(answer, (text) => isSpfRecord(text) && includes(text));
  const single =
    state === 'ok'
      ? ok(`SPF of ${below} is published`)
      : fault(`SPF of ${below} is missing`, `Publish: ${recordLine(below, 'TXT', quoteText(spfBelow(name)))}`);
  const senders = several.length > 0 ? judgeSeveral(`SPF of ${below}`, below, several) : single;
  return [named('mx', judgeMx(config.mailHostname, below, mx), below), named('spf', senders, below)];
}

/** What DNS must say about one of our domains. `hosts`: mail hosts of our other nodes. */
export async function checkDomain(
  context: DnsContext,
  domain: MailDomain,
  hosts: readonly string[] = [],
): Promise<NamedFinding[]> {
  const { name } = domain;
  const sources = { ...context, hosts };
  const { mx, spf, dkim, dmarc, mtaSts } = await readDomain(sources, domain);
  const present = dkim.map((facts, index) =>
    judgeKey(facts, index === 0 ? `DKIM of ${name}` : `DKIM of ${name} with Ed25519`),
  );
  const keys = [...present, ...(await checkSpare(context, domain))];
  return [
    named('mx', judgeMx(context.config.mailHostname, name, mx), name),
    named('spf', judgeSpf(context, name, spf), name),
    ...keys.map((finding, index) => named('dkim', finding, index === 0 ? name : `${name} ${index + 1}`)),
    named('dmarc', judgeDmarc(name, dmarc), name),
    named('mta-sts', judgeSts(name, mtaSts), name),
    ...(await checkBelow(sources, name)),
  ];
}

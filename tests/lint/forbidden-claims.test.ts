import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#contract/account/languages.ts';
import { firstStepsMessages as deSteps } from '#messages-de/pages/account/start.ts';
import { featureMessages as deFeatures, landingMessages as deLanding } from '#messages-de/pages/landing.tsx';
import { cardMessages as deCards, stepMessages as deHow } from '#messages-de/pages/landing/sections.tsx';
import { firstStepsMessages as ltSteps } from '#messages-lt/pages/account/start.ts';
import { featureMessages as ltFeatures, landingMessages as ltLanding } from '#messages-lt/pages/landing.tsx';
import { cardMessages as ltCards, stepMessages as ltHow } from '#messages-lt/pages/landing/sections.tsx';
import { firstStepsMessages as enSteps } from '#messages/pages/account/start.ts';
import { featureMessages as enFeatures, landingMessages as enLanding } from '#messages/pages/landing.tsx';
import { cardMessages as enCards, stepMessages as enHow } from '#messages/pages/landing/sections.tsx';
import { bareFacts, elsewhereFacts, fullFacts, legalPages } from '#support/legal-pages.ts';

/**
 * Anonymous replies and zero logs are what the built-in forwarder keeps. Under ImprovMX a reply shows the inbox, and ImprovMX
 * keeps logs: whoever says such a thing there says what is not so.
 */
const claims = [
  /anonym|zero.logs?|no logs? of your mail|(?:nobody|none of them)\b[^.]{0,40}\blearns|(?:stays?|remains?) hidden|untraceable/iu,
  /keine (?:logs|protokolle)|bleibt (?:verborgen|geheim)|(?:niemand|keiner)\b[^.]{0,40}\berfährt/iu,
  /anonim|jokių žurnalų|lieka paslėpt|(?:niekas|nė vienas)[^.]{0,40}\snesužin/iu,
];

function claimIn(text: string): string | null {
  for (const claim of claims) {
    const found = claim.exec(text);
    if (found !== null) return found[0];
  }
  return null;
}

const messages = resolve(import.meta.dirname, '../../src/messages');

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(join(messages, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function claimants(folder: string, find = claimIn): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesUnder(folder)) {
    if (find(await readFile(file, 'utf8')) !== null) found.push(file.slice(join(messages, folder).length + 1));
  }
  return found.toSorted();
}

/** What the built-in forwarder alone keeps, where it is said. */
const said: Readonly<Record<Language, readonly string[]>> = {
  en: [enLanding.promise, enFeatures.reply, enHow.steps[2]?.[1] ?? '', enCards.logs, enSteps.replyText],
  de: [deLanding.promise, deFeatures.reply, deHow.steps[2]?.[1] ?? '', deCards.logs, deSteps.replyText],
  lt: [ltLanding.promise, ltFeatures.reply, ltHow.steps[2]?.[1] ?? '', ltCards.logs, ltSteps.replyText],
};

describe('what only the built-in forwarder keeps', () => {
  it('is known when it is said', () => {
    expect(claimIn('Reply anonymously.')).toBe('anonym');
    expect(claimIn('Anonym antworten')).toBe('Anonym');
    expect(claimIn('Jūsų adresas lieka paslėptas.')).toBe('lieka paslėpt');
    expect(claimIn('Keiner, der schreibt, erfährt sie.')).toBe('Keiner, der schreibt, erfährt');
    expect(claimIn('Send as your alias')).toBeNull();
  });

  it.each(languages)('is known in the words in which it is said (%s)', (language) => {
    expect(said[language].filter((text) => claimIn(text) === null)).toEqual([]);
  });

  // Mails, answers, warnings and replies of SMTP are the same under every provider. Pages and legal texts have tests of their own.
  it.each(languages)('is promised by no mail or answer (%s)', async (language) => {
    const saying = await claimants(language);
    expect(saying.filter((file) => !/^(?:pages|legal)\//u.test(file))).toEqual([]);
  });

  // These hide it where ImprovMX forwards, which tests/e2e/improvmx.test.ts sees. Whoever says it elsewhere has to hide it, too.
  it.each(languages)('is promised by those pages alone that know who forwards (%s)', async (language) => {
    const knowing = ['account/start.ts', 'landing.tsx', 'landing/sections.tsx'];
    const saying = await claimants(`${language}/pages`);
    expect(saying).toEqual(knowing);
  });

  it('is promised by no legal page where somebody else forwards', () => {
    const pages = legalPages(elsewhereFacts);
    const claims = Object.entries(pages).map(([name, text]) => [name, claimIn(text)]);
    expect(claims).toEqual(Object.keys(pages).map((name) => [name, null]));
    expect(legalPages(bareFacts)['privacy']).toContain('Zero logs');
  });

  it('is not promised by the guide of that mode', async () => {
    const guide = await readFile(resolve(messages, '../../docs/improvmx.md'), 'utf8');
    expect(claimIn(guide)).toBeNull();
  });
});

/** Not so where reports of mail hold the addresses of the servers that sent it (DMARC_REPORTS). */
const noAddresses =
  /\bno IP address(?:es)?\b|keine IP-Adresse|IP-Adressen werden nicht|(?:jokių|nė vieno) IP adres|IP adresai neįrašomi/iu;

function addressClaimIn(text: string): string | null {
  return noAddresses.exec(text)?.[0] ?? null;
}

describe('that no IP address is kept', () => {
  it('is said by the privacy page where that is so, and by no page where reports are sent', () => {
    expect(legalPages(bareFacts)['privacy']).toContain('No IP addresses.');
    for (const facts of [fullFacts, { ...elsewhereFacts, sendsReports: { dmarc: true, tls: false } }]) {
      const pages = legalPages(facts);
      for (const [name, text] of Object.entries(pages))
        expect([name, /no ip addresses/iu.exec(text)]).toEqual([name, null]);
      for (const name of ['privacy', 'gdpr', 'transparency']) expect(pages[name]).toContain('IP addresses of');
      expect(pages['privacy']).toContain('Owners of domains who ask for it (DMARC) get a report');
      expect(pages['gdpr']).toContain('with the IP addresses of the servers that sent it');
    }
  });

  it('is not said of reports that are not sent', () => {
    const pages = Object.values(legalPages(bareFacts)).join('\n');
    expect(pages).not.toMatch(/servers? that (?:sent|send) mail|reports? each day|TLS reports|What is to be reported/u);
    const tls = Object.values(legalPages({ ...bareFacts, sendsReports: { dmarc: false, tls: true } })).join('\n');
    expect(tls).toContain('No IP addresses.');
    expect(tls).toContain('TLS reports');
  });

  it.each(languages)('is said by no other text, whose pages do not know of reports (%s)', async (language) => {
    const saying = await claimants(language, addressClaimIn);
    expect(saying).toEqual(language === 'en' ? ['legal/privacy.tsx'] : []);
  });

  it('is said by no guide', async () => {
    const docs = resolve(messages, '../../docs');
    const guides = (await readdir(docs)).filter((name) => name.endsWith('.md'));
    const saying: string[] = [];
    for (const name of guides) if (addressClaimIn(await readFile(join(docs, name), 'utf8')) !== null) saying.push(name);
    expect(guides.length).toBeGreaterThan(10);
    expect(saying).toEqual([]);
  });
});

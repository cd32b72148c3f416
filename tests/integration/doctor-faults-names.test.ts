import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDomains, withDomains } from '#cli/database.ts';
import { dkimRecord } from '#core/domains/domain-records.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { admitPatient, foreignPin, patientAddress, recordsOf, type Patient } from '#support/doctor-patient.ts';
import { rsaKey } from '#support/rsa-keys.ts';

let patient: Patient;
beforeAll(async () => {
  patient = await admitPatient();
});
afterAll(() => patient.close());

interface PlantedFault {
  readonly check: string;
  readonly state?: 'warning';
  readonly says: RegExp;
  plant(): void | Promise<void>;
  /** Does what the doctor proposed. */
  mend(todo: string | null): void | Promise<void>;
}

function publish(todo: string | null): void {
  patient.publish(todo);
}

/** Takes away the records that the lines name. */
function takeAwayMx(todo: string | null): void {
  const lines = [...(todo ?? '').matchAll(/^(\S+)\. +IN MX \d+ (\S+)\.$/gmu)];
  for (const [, name = '', exchange] of lines) {
    const before = recordsOf(patient.zone, name);
    patient.zone[name] = { ...before, MX: (before.MX ?? []).filter((record) => record.exchange !== exchange) };
  }
}

/** Takes away what the lines quote, but for what is ours. */
async function takeAwayTexts(todo: string | null, ours: readonly string[]): Promise<void> {
  const lines = [...(todo ?? '').matchAll(/^(\S+)\. +IN TXT "(.+)"$/gmu)];
  expect(lines).not.toEqual([]);
  for (const [, name = '', quoted = ''] of lines) {
    const value = quoted.replaceAll('" "', '');
    if (ours.includes(value)) continue;
    const before = recordsOf(patient.zone, name);
    patient.zone[name] = { ...before, TXT: (before.TXT ?? []).filter((text) => text !== value) };
  }
}

/** Another record beside the one that stands at a name. */
function addText(name: string, text: string): void {
  change(name, { TXT: [...(recordsOf(patient.zone, name).TXT ?? []), text] });
}

const ownSpf = 'v=spf1 a:mx.mask.example ~all';

async function findKeyName(): Promise<string> {
  const [domain] = await withDomains(patient.command(), readDomains);
  return domain === undefined ? '' : dkimRecord(domain).name;
}

function change(name: string, records: object): void {
  patient.zone[name] = { ...recordsOf(patient.zone, name), ...records };
}

const listing = '9.9.9.9.bl.example';
let silent: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  silent = await startDnsServer({ 'mask.example': 'silence' });
});
afterAll(() => silent.close());

const faults: Record<string, PlantedFault> = {
  'a domain without MX': {
    check: 'mx',
    says: /^MX of mask\.example is missing$/,
    plant: () => change('mask.example', { MX: [] }),
    mend: publish,
  },
  'an MX of somebody else before ours': {
    check: 'mx',
    says: /^MX of mask\.example leads to mx\.old\.example no later than to mx\.mask\.example$/,
    plant: () => {
      const [ours] = recordsOf(patient.zone, 'mask.example').MX ?? [];
      const better = { preference: 5, exchange: 'mx.old.example' };
      const equal = { preference: 10, exchange: 'mx.other.example' };
      const later = { preference: 20, exchange: 'mx.later.example' };
      change('mask.example', { MX: [better, equal, later, ours] });
    },
    mend: takeAwayMx,
  },
  'an SPF record that leaves us out': {
    check: 'spf',
    says: /^SPF of mask\.example gives fail for 9\.9\.9\.9$/,
    plant: () => change('mask.example', { TXT: ['v=spf1 -all'] }),
    mend: publish,
  },
  'a DKIM key that nobody finds': {
    check: 'dkim',
    says: /^DKIM of mask\.example is missing$/,
    plant: async () => change(await findKeyName(), { TXT: [] }),
    mend: publish,
  },
  'a DKIM key of another server': {
    check: 'dkim',
    says: /^DKIM of mask\.example is not our key$/,
    plant: async () => {
      const key = rsaKey(14);
      change(await findKeyName(), { TXT: [dkimRecord({ name: 'mask.example', selector: 'k1', key }).value] });
    },
    mend: async (todo) => {
      await takeAwayTexts(todo, []);
      publish(/^Then publish: .*/mu.exec(todo ?? '')?.[0] ?? null);
    },
  },
  'a second key at our selector': {
    check: 'dkim',
    says: /^DKIM of mask\.example is not the only record there$/,
    plant: async () => addText(await findKeyName(), 'v=DKIM1; k=rsa; p='),
    mend: (todo) => takeAwayTexts(todo, []),
  },
  'a second SPF record': {
    check: 'spf',
    says: /^SPF of mask\.example has 2 records, so that none counts$/,
    plant: () => addText('mask.example', 'v=spf1 include:elsewhere.example ~all'),
    mend: (todo) => takeAwayTexts(todo, [ownSpf]),
  },
  'a second SPF record where a smarthost sends': {
    check: 'spf',
    says: /^SPF of mask\.example has 2 records, so that none counts$/,
    plant: () => {
      patient.settings = { delivery: 'smarthost' };
      addText('mask.example', 'v=spf1');
    },
    mend: async (todo) => {
      await takeAwayTexts(todo, [ownSpf]);
      expect((await patient.complaints()).map(({ check }) => check)).not.toContain('spf');
      patient.settings = {};
    },
  },
  'a second key where a smarthost sends': {
    check: 'dkim',
    says: /^DKIM of mask\.example is not the only record there$/,
    plant: async () => {
      patient.settings = { delivery: 'smarthost' };
      addText(await findKeyName(), 'one more text');
    },
    mend: async (todo) => {
      await takeAwayTexts(todo, []);
      patient.settings = {};
    },
  },
  'a second DMARC record': {
    check: 'dmarc',
    says: /^DMARC of mask\.example has 2 records, so that none counts$/,
    plant: () => addText('_dmarc.mask.example', 'V = DMARC1; p=none'),
    mend: (todo) => takeAwayTexts(todo, ['v=DMARC1; p=quarantine']),
  },
  'a DMARC record that nobody reads as one': {
    check: 'dmarc',
    state: 'warning',
    says: /^DMARC of mask\.example is missing$/,
    plant: () => change('_dmarc.mask.example', { TXT: ['V=dmarc1; p=reject'] }),
    mend: publish,
  },
  'a domain without DMARC': {
    check: 'dmarc',
    state: 'warning',
    says: /^DMARC of mask\.example is missing$/,
    plant: () => change('_dmarc.mask.example', { TXT: [] }),
    mend: publish,
  },
  'an MTA-STS record with the id of an older policy': {
    check: 'mta-sts-policy',
    says: /^The id of the MTA-STS record of mask\.example is not that of its policy$/,
    plant: () => change('_mta-sts.mask.example', { TXT: ['v=STSv1; id=20200101'] }),
    mend: publish,
  },
  'an MTA-STS policy that nobody can fetch': {
    check: 'mta-sts-policy',
    says: /^The MTA-STS policy of mask\.example cannot be fetched \(no-name\)$/,
    plant: () => {
      delete patient.zone['mta-sts.mask.example'];
    },
    mend: (todo) => {
      const [, name = ''] = /^https:\/\/([^/]+)\/\S+ must lead here/.exec(todo ?? '') ?? [];
      patient.zone[name] = { A: [patientAddress] };
    },
  },
  'a mail host without an address': {
    check: 'hostname',
    says: /^mx\.mask\.example has no address$/,
    plant: () => {
      delete patient.zone['mx.mask.example'];
    },
    mend: publish,
  },
  'an address that is called something else': {
    check: 'reverse-name',
    says: /^PTR of 9\.9\.9\.9 names host-9\.provider\.example$/,
    plant: () => change('9.9.9.9.in-addr.arpa', { PTR: ['host-9.provider.example'] }),
    mend: (todo) => {
      const [, name = ''] = /let it name (\S+)\.$/.exec(todo ?? '') ?? [];
      change('9.9.9.9.in-addr.arpa', { PTR: [name] });
    },
  },
  'a key pinned by DANE that is not ours': {
    check: 'dane',
    says: /^TLSA of mx\.mask\.example is not our key$/,
    plant: () => change('_25._tcp.mx.mask.example', { TLSA: [foreignPin], authentic: true }),
    mend: publish,
  },
  'a DNS server that keeps silent': {
    check: 'dns-server',
    state: 'warning',
    says: /^The DNS server 127\.0\.0\.1:\d+ does not answer$/,
    plant: () => {
      patient.dnsServers = [patient.dns.address, silent.address];
    },
    mend: (todo) => {
      expect(todo).toContain('take it out of DNS_SERVERS');
      patient.dnsServers = [patient.dns.address];
    },
  },
  'an address on a block list': {
    check: 'block-list',
    says: /^bl\.example lists 9\.9\.9\.9, from which mail leaves$/,
    plant: () => change(listing, { A: ['127.0.0.2'] }),
    mend: (todo) => {
      expect(todo).toContain('ask bl.example to take it off');
      delete patient.zone[listing];
    },
  },
  'a block list that does not answer us': {
    check: 'block-list',
    state: 'warning',
    says: /^bl\.example does not answer the DNS servers that are asked here$/,
    plant: () => change(listing, { A: ['127.255.255.254'] }),
    mend: (todo) => {
      expect(todo).toContain('set DNS_SERVERS to a resolver of your own');
      delete patient.zone[listing];
    },
  },
};

describe('the doctor, of names', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await patient.complaints()).toEqual([]);
  });

  it.each(Object.entries(faults))('names %s, and not after what it proposed was done', async (_title, fault) => {
    const { check, state = 'fault', says, plant, mend } = fault;
    await plant();
    const found = (await patient.complaints()).find((one) => one.check === check && one.state === state);
    expect(found?.text).toMatch(says);
    await mend(found?.todo ?? null);
    expect(await patient.complaints()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect } from 'vitest';
import { createReportRows, type DmarcRow, type ReportRows } from '#core/mail-reports/report-rows.ts';
import { type OpenedReport, openReport } from '#mail/reports/open-report.ts';
import { createDnsTally, type DnsTally, sendDueReports, type SendReportsContext } from '#mail/reports/send-reports.ts';
import { systemClock } from '#platform/clock.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** A report that arrived somewhere. */
export interface ArrivedReport {
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
  readonly message: RawMessage;
  readonly opened: OpenedReport;
}

/** An engine that gathers what is to be reported, by a clock that is put on, and the servers that reports go to. */
export interface ReportWorld {
  readonly mail: TestMail;
  /** The process that gathers; another one after each `writeOut`. */
  readonly context: TestContext;
  readonly rows: ReportRows;
  /** Begins to gather, in a process of its own. @returns how many steps its end has. */
  gather(wanted: { readonly dmarc: boolean; readonly tls: boolean }): Promise<number>;
  /** What a process does at its end, and every ten seconds before. */
  writeOut(): Promise<void>;
  /** A day later, and as much more as it takes until the day before is told. */
  nextDay(): void;
  /** `parts`: other ones than those of the engine. */
  sendDue(
    wanted?: { readonly dmarc: boolean; readonly tls: boolean },
    parts?: Partial<SendReportsContext>,
    run?: { readonly stop?: AbortSignal; readonly tally?: DnsTally },
  ): Promise<void>;
  /** The same, and what arrives, of which there are so many. */
  sendReports(count: number): Promise<readonly ArrivedReport[]>;
  countRows(): Promise<{ kind: string; count: string }[]>;
  publish(domain: string, ...rua: readonly string[]): void;
}

/** `readers`: domains whose mail the reports' readers get; that of inbox.example arrives elsewhere. */
export function useReportWorld(readerDomains: readonly string[]): ReportWorld {
  let inboxes: SmtpSink;
  let readers: SmtpSink;
  let mail: TestMail;
  let context: TestContext;
  let rows: ReportRows;
  let endings: (() => Promise<void>)[] = [];
  let laterMs = 0;
  const clock = { now: () => systemClock.now() + laterMs };
  const both = { dmarc: true, tls: true };

  const gather: ReportWorld['gather'] = async (wanted) => {
    endings = [];
    rows = createReportRows({ ...mail.context, clock }, endings, wanted);
    context = await mail.another({ reportRows: rows, clock });
    return endings.length;
  };
  const sendDue: ReportWorld['sendDue'] = async (wanted = both, parts = {}, run = {}) => {
    const { domains, resolver } = context;
    const running = { stop: new AbortController().signal, tally: createDnsTally(clock) };
    await sendDueReports(
      { queue: context, domains, resolver, version: '1.2.3', wanted, ...parts },
      { ...running, ...run },
    );
    await mail.tell(context);
  };

  beforeAll(async () => {
    inboxes = await startSmtpSink();
    readers = await startSmtpSink();
    const ports = Object.fromEntries(readerDomains.map((name) => [name, readers.port]));
    mail = await createTestMail({ transport: createSinkTransport({ 'inbox.example': inboxes.port, ...ports }) });
    await gather(both);
  });
  afterAll(async () => {
    for (const end of endings) await end();
    await mail.context.transport.close();
    await mail.close();
    await inboxes.stop();
    await readers.stop();
  });

  return {
    get mail() {
      return mail;
    },
    get context() {
      return context;
    },
    get rows() {
      return rows;
    },
    gather,
    writeOut: async () => {
      for (const end of endings) await end();
      await gather(both);
    },
    nextDay: () => {
      laterMs += dayMs + hourMs;
    },
    sendDue,
    sendReports: async (count) => {
      const before = readers.messages.length;
      await sendDue();
      const worker = mail.worker();
      await readers.waitForMessages(before + count);
      await mail.drained();
      await worker.stop(0);
      expect(readers.messages).toHaveLength(before + count);
      return Promise.all(
        readers.messages.slice(before).map(async ({ mailFrom, rcptTo, raw }) => {
          const message = parseMessage(raw);
          const opened = await openReport(message);
          if (opened === null) throw new Error('what arrived is no report');
          return { mailFrom, rcptTo, message, opened };
        }),
      );
    },
    countRows: () =>
      mail.test.database.db.selectFrom('reportRows').select(['kind', 'count']).orderBy('count').execute(),
    publish: (domain, ...rua) => {
      mail.dns.add({ [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=${rua.join(',')}`] } });
    },
  };
}

/** Mail that another server sent in the name of other.example. */
export const reportedRow: DmarcRow = {
  domain: 'other.example',
  headerFrom: 'mail.other.example',
  sourceIp: '2001:db8::1',
  disposition: 'none',
  dkim: false,
  spf: true,
  reason: null,
  dkimResults: [{ domain: 'other.example', selector: 's<1>', result: 'fail' }],
  spfResult: { domain: 'other.example', result: 'pass' },
};

import type { ReactNode } from 'react';
import type { DmarcDay, MailReports, TlsDay } from '#contract/domains/mail-reports.ts';
import { mailReportMessages as texts } from '#messages/pages/account/mail-reports.ts';

const failures = ['starttlsFailed', 'certificateFailed', 'daneFailed', 'stsFailed', 'otherFailed'] as const;

/** What was reported of a domain, by day; what nobody reported on is left out. */
export function MailReportTables({ reports: { dmarc, tls } }: { reports: MailReports }) {
  const own = dmarc.reduce((sum, { ownFailed }) => sum + ownFailed, 0);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {dmarc.length > 0 && (
        <div className="flex flex-col gap-2">
          <DmarcTable days={dmarc} />
          <p className="text-small text-soft">{texts.dmarcNote}</p>
          {own > 0 && <p className="text-small font-medium">{texts.own(own)}</p>}
        </div>
      )}
      {tls.length > 0 && <TlsTable days={tls} />}
    </div>
  );
}

function DmarcTable({ days }: { days: readonly DmarcDay[] }) {
  return (
    <Days caption={texts.dmarc} heads={[texts.messages, texts.proven, texts.refused]}>
      {days.map(({ day, messages, passed, quarantined, rejected }) => (
        <Row key={day} day={day} all={messages} good={passed} bad={quarantined + rejected} />
      ))}
    </Days>
  );
}

function TlsTable({ days }: { days: readonly TlsDay[] }) {
  const failedOf = (day: TlsDay): number => failures.reduce((sum, reason) => sum + day[reason], 0);
  const reasons = failures.flatMap((reason) => {
    const sessions = days.reduce((sum, day) => sum + day[reason], 0);
    return sessions > 0 ? [texts.reason(texts.reasons[reason], sessions)] : [];
  });
  return (
    <div className="flex flex-col gap-2">
      <Days caption={texts.tls} heads={[texts.sessions, texts.succeeded, texts.failed]}>
        {days.map((day) => {
          const [good, bad] = [day.succeeded, failedOf(day)];
          return <Row key={day.day} day={day.day} all={good + bad} good={good} bad={bad} />;
        })}
      </Days>
      {reasons.length > 0 && <p className="text-small text-soft">{texts.why(reasons.join(', '))}</p>}
    </div>
  );
}

function Days({ caption, heads, children }: { caption: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full text-small tabular-nums">
      <caption className="pb-2 text-left font-semibold">{caption}</caption>
      <thead className="text-soft">
        <tr>
          <th scope="col" className="pb-2 text-left align-bottom font-normal">
            {texts.day}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="pb-2 pl-3 text-right align-bottom font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A day of the server's, wherever the reader is. */
function dayText(day: string): string {
  return new Date(day).toLocaleDateString(__LOCALE__, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

interface RowProps {
  day: string;
  all: number;
  good: number;
  bad: number;
}

function Row({ day, all, good, bad }: RowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-medium whitespace-nowrap">
        {dayText(day)}
      </th>
      <Cell number={all} />
      <Cell number={good} />
      <Cell number={bad} />
    </tr>
  );
}

function Cell({ number }: { number: number }) {
  return <td className="py-1.5 pl-3 text-right">{number.toLocaleString(__LOCALE__)}</td>;
}

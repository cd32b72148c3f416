import type { AccountAge, VolumeDay } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { operatorVolumeMessages as texts } from '#messages/pages/operator/lists.ts';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { volumeQuery } from '#web/features/operator/operator-calls.ts';

const kinds = ['forwarded', 'sent'] as const;
const ages = ['day', 'week', 'older'] as const satisfies readonly AccountAge[];

function hadMail(day: VolumeDay): boolean {
  return kinds.some((kind) => ages.some((age) => day[kind][age] > 0));
}

/** How much mail there was, by day and by the age of the accounts. Days without mail are left out. */
export function VolumeSection() {
  return (
    <AskedSection title={texts.title} description={texts.description(operatorLimits.volumeDays)} options={volumeQuery}>
      {({ days }) =>
        days.some(hadMail) ? <VolumeTable days={days.filter(hadMail)} /> : <p className="text-soft">{texts.empty}</p>
      }
    </AskedSection>
  );
}

/** A day of the server's, wherever the reader is. */
function dayText(day: string): string {
  return new Date(day).toLocaleDateString(__LOCALE__, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

function VolumeTable({ days }: { days: readonly VolumeDay[] }) {
  return (
    <table className="w-full text-small tabular-nums">
      <caption className="sr-only">{texts.caption}</caption>
      <thead className="text-soft">
        <tr>
          <th scope="col" className="pb-2 text-left font-normal">
            {texts.day}
          </th>
          <th scope="col" className="pb-2 pl-3 text-left font-normal">
            {texts.kind}
          </th>
          {ages.map((age) => (
            <th key={age} scope="col" className="pb-2 pl-3 text-right font-normal whitespace-nowrap">
              {texts.ages[age]}
            </th>
          ))}
        </tr>
      </thead>
      {days.map((day) => (
        <tbody key={day.day} className="border-t border-line">
          {kinds.map((kind, index) => (
            <tr key={kind}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={kinds.length} className="py-1 text-left align-top font-medium">
                  {dayText(day.day)}
                </th>
              )}
              <th scope="row" className="pl-3 text-left font-normal text-soft">
                {texts.kinds[kind]}
              </th>
              {ages.map((age) => (
                <td key={age} className="py-1 pl-3 text-right">
                  {day[kind][age].toLocaleString(__LOCALE__)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

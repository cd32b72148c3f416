import { useState } from 'react';
import type { AliasDay } from '#contract/aliases/counts.ts';
import { dayChartMessages as texts } from '#messages/pages/alias/alias-page.tsx';

const dayCount = 30;
const dayMs = 24 * 60 * 60 * 1000;

interface ChartDay {
  readonly day: string;
  readonly forwarded: number;
  /** Dropped or held. */
  readonly other: number;
}

/** Each of the last days up to `today`, oldest first, by UTC, also those without mail. */
export function chartDays(days: readonly AliasDay[], today: Date): ChartDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: dayCount }, (_, index) => {
    const day = new Date(today.getTime() - (dayCount - 1 - index) * dayMs).toISOString().slice(0, 10);
    const { forwarded = 0, dropped = 0, held = 0 } = known.get(day) ?? {};
    return { day, forwarded, other: dropped + held };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const height = 48;
const step = 10;
const barWidth = 7;

/** How much came on each of the last 30 days, as bars: what was forwarded, and upon it what was not. */
export function DayChart({ days }: { days: readonly AliasDay[] }) {
  const [today] = useState(() => new Date());
  const bars = chartDays(days, today);
  const most = Math.max(...bars.map(({ forwarded, other }) => forwarded + other));
  const scale = most === 0 ? 0 : height / most;
  const forwarded = sum(bars.map((bar) => bar.forwarded));
  const other = sum(bars.map((bar) => bar.other));
  return (
    <figure className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={texts.name(dayCount, forwarded, other)}
        viewBox={`0 0 ${dayCount * step} ${height + 1}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        <line x1="0" x2={dayCount * step} y1={height + 0.5} y2={height + 0.5} className="stroke-line" />
        {bars.map((bar, index) => (
          <g key={bar.day}>
            <Bar at={index} from={0} of={bar.forwarded} scale={scale} className="fill-on" />
            <Bar at={index} from={bar.forwarded} of={bar.other} scale={scale} className="fill-edge" />
          </g>
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 text-note text-soft tabular-nums">
        <span className="inline-flex items-center gap-2">
          <svg aria-hidden="true" className="size-2 bg-on" />
          {texts.forwarded}
        </span>
        <span className="inline-flex items-center gap-2">
          <svg aria-hidden="true" className="size-2 bg-edge" />
          {texts.other}
        </span>
        <span className="ml-auto">{texts.most(most)}</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  at: number;
  /** What stands below it. */
  from: number;
  of: number;
  scale: number;
  className: string;
}

function Bar({ at, from, of, scale, className }: BarProps) {
  if (of === 0) return null;
  return (
    <rect
      x={at * step + (step - barWidth) / 2}
      y={height - (from + of) * scale}
      width={barWidth}
      height={of * scale}
      className={className}
    />
  );
}

import { problemMessages } from '#messages/pages/landing/sections.tsx';

/** Where the strangers stand: one below the other. */
const strangers = [30, 75, 120, 165, 210];
/** The one who sold the address. */
const leak = 75;

function Stranger({ y }: { y: number }) {
  return <rect x="14" y={y - 11} width="22" height="22" rx="5" className="fill-sheet stroke-edge" strokeWidth="1.5" />;
}

function Inbox({ y }: { y: number }) {
  return (
    <g className="fill-sheet stroke-ink" strokeWidth="2" strokeLinejoin="round">
      <rect x="334" y={y - 24} width="68" height="48" rx="8" />
      <path d={`M336 ${y - 18} 368 ${y + 6} 400 ${y - 18}`} fill="none" />
    </g>
  );
}

/** A small mask, centred on its line. */
function MaskAt({ y, off = false }: { y: number; off?: boolean }) {
  return (
    <g transform={`translate(176 ${y - 14}) scale(.9)`} className={off ? 'opacity-40' : undefined}>
      <path
        className="fill-ink"
        fillRule="evenodd"
        d="M15 7C11.5 4.5 6.5 3.5 2 4.5 1.5 15 4.5 25 15 29.5ZM4.5 12.5c2.5-2 6.5-1 8 2.5-3 1.5-7 1-8-2.5Z"
      />
      <path
        className="fill-amber"
        fillRule="evenodd"
        d="M17 7c3.5-2.5 8.5-3.5 13-2.5C30.5 15 27.5 25 17 29.5ZM27.5 12.5c-2.5-2-6.5-1-8 2.5 3 1.5 7 1 8-2.5Z"
      />
    </g>
  );
}

function wayIn(from: number, y: number): string {
  return `M${from} ${y}C${from + 70} ${y} 264 120 334 120`;
}

/** Where a Bezier curve is, after a part of its way. */
function along(part: number, a: number, b: number, c: number, d: number): number {
  const left = 1 - part;
  return left ** 3 * a + 3 * left ** 2 * part * b + 3 * left * part ** 2 * c + part ** 3 * d;
}

/** Spam on its way in: from which stranger, and how far it has come. */
const letters = [
  [30, 0.3],
  [30, 0.62],
  [75, 0.46],
  [120, 0.24],
  [120, 0.72],
  [165, 0.36],
  [165, 0.58],
  [210, 0.26],
  [210, 0.5],
] as const;

function Letter({ from, part }: { from: number; part: number }) {
  const x = along(part, 36, 106, 264, 334) - 8;
  const y = along(part, from, from, 120, 120) - 6;
  return (
    <g className="fill-sheet stroke-soft" strokeWidth="1.5" strokeLinejoin="round">
      <rect x={x} y={y} width="16" height="12" rx="2.5" />
      <path d={`M${x + 1} ${y + 2}l7 5 7-5`} fill="none" />
    </g>
  );
}

/** One address for all: strangers hand it on, and everything ends in the inbox. */
export function WithoutMask({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 240" role="img" aria-label={problemMessages.problemDrawing} className={className}>
      <g fill="none" strokeWidth="1.5" className="stroke-edge">
        {strangers.map((y) => (
          <path key={y} d={wayIn(36, y)} />
        ))}
        {strangers.slice(1).map((y) => (
          <path key={y} d={`M36 ${y - 45}C96 ${y - 45} 96 ${y} 36 ${y}`} strokeDasharray="3 4" />
        ))}
      </g>
      {letters.map(([from, part]) => (
        <Letter key={`${from}-${part}`} from={from} part={part} />
      ))}
      {strangers.map((y) => (
        <Stranger key={y} y={y} />
      ))}
      <Inbox y={120} />
    </svg>
  );
}

/** A mask for each: one of them is taken away, and its stranger knows nothing any more. */
export function WithMasks({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 240" role="img" aria-label={problemMessages.solutionDrawing} className={className}>
      <g fill="none" strokeWidth="1.5">
        {strangers.map((y) => (
          <path
            key={y}
            d={`M36 ${y}H172`}
            className={y === leak ? 'stroke-edge' : 'stroke-ink'}
            strokeDasharray={y === leak ? '3 4' : undefined}
          />
        ))}
        {strangers.map((y) => y !== leak && <path key={y} d={wayIn(212, y)} className="stroke-ink" />)}
      </g>
      {strangers.map((y) => (
        <g key={y}>
          <Stranger y={y} />
          <MaskAt y={y} off={y === leak} />
        </g>
      ))}
      <Inbox y={120} />
    </svg>
  );
}

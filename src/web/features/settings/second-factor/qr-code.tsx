import { encode } from 'uqr';

/** Free space that readers need around a code, in modules (ISO/IEC 18004). */
const quietModules = 4;

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('');
}

/** Dark on light in both themes: many readers know nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-box bg-sheet fill-ink dark:bg-ink dark:fill-paper"
    >
      <path d={data.map(drawRow).join('')} />
    </svg>
  );
}

import type * as en from '#messages/quantities.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const dayMs = 24 * 60 * 60 * 1000;

/** „1 adresas, 2 adresai, 10 adresų“: which, Intl knows. */
type Forms = readonly [one: string, few: string, other: string];

const rules = new Intl.PluralRules('lt');
const formatter = new Intl.NumberFormat('lt');

/** The form of a word that goes with a number. */
function formFor(total: number, [one, few, other]: Forms): string {
  const rule = rules.select(total);
  if (rule === 'one') return one;
  return rule === 'few' ? few : other;
}

export const countText: typeof en.countText = (total) => formatter.format(total);

/** A number and what is counted: „1 adresas“, „22 adresai“, „20 adresų“. */
export function count(total: number, ...forms: Forms): string {
  return `${countText(total)} ${formFor(total, forms)}`;
}

const second = { ms: 1000, forms: ['sekundę', 'sekundes', 'sekundžių'] } as const;
/** The accusative, as behind „per“ and „po“: „per vieną dieną“, „per 21 dieną“, „per 7 dienas“, „per 10 dienų“. */
const units = [
  { ms: dayMs, forms: ['dieną', 'dienas', 'dienų'] },
  { ms: 60 * 60 * 1000, forms: ['valandą', 'valandas', 'valandų'] },
  { ms: 60 * 1000, forms: ['minutę', 'minutes', 'minučių'] },
  second,
] as const;
const words = ['vieną', 'dvi', 'tris', 'keturias', 'penkias'];

export const sizeText: typeof en.sizeText = (bytes) => {
  if (bytes >= mebibyte && bytes % mebibyte === 0) return `${countText(bytes / mebibyte)} MiB`;
  if (bytes >= kibibyte && bytes % kibibyte === 0) return `${countText(bytes / kibibyte)} KiB`;
  return count(bytes, 'baitas', 'baitai', 'baitų');
};

/** A duration in the accusative. */
export const durationText: typeof en.durationText = (ms) => {
  const unit = units.find((each) => ms >= each.ms && ms % each.ms === 0) ?? second;
  const total = Math.round(ms / unit.ms);
  return `${words[total - 1] ?? countText(total)} ${formFor(total, unit.forms)}`;
};

import type * as en from '#messages/quantities.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const dayMs = 24 * 60 * 60 * 1000;

const second = { ms: 1000, one: 'Sekunde', many: 'Sekunden' };
/** Durations stand behind prepositions with the dative: „nach vier Tagen“. */
const units = [
  { ms: dayMs, one: 'Tag', many: 'Tagen' },
  { ms: 60 * 60 * 1000, one: 'Stunde', many: 'Stunden' },
  { ms: 60 * 1000, one: 'Minute', many: 'Minuten' },
  second,
];
const words = ['null', 'einer', 'zwei', 'drei', 'vier', 'fünf'];

export const count: typeof en.count = (total, one, many) => `${total} ${total === 1 ? one : many}`;

export const countText: typeof en.countText = (total) => total.toLocaleString('de');

export const largeCount: typeof en.largeCount = (total, one, many) => `${countText(total)} ${total === 1 ? one : many}`;

export const sizeText: typeof en.sizeText = (bytes) => {
  if (bytes >= mebibyte && bytes % mebibyte === 0) return `${countText(bytes / mebibyte)} MiB`;
  if (bytes >= kibibyte && bytes % kibibyte === 0) return `${countText(bytes / kibibyte)} KiB`;
  return `${countText(bytes)} Byte`;
};

/** A duration behind a preposition with the dative: „einem Tag“, „einer Stunde“, „vier Tagen“. */
export const durationText: typeof en.durationText = (ms) => {
  const unit = units.find((each) => ms >= each.ms && ms % each.ms === 0) ?? second;
  const total = Math.round(ms / unit.ms);
  if (total === 1) return `${unit.one === 'Tag' ? 'einem' : 'einer'} ${unit.one}`;
  return `${words[total] ?? countText(total)} ${unit.many}`;
};

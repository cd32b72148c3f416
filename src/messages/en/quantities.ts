const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

const dayMs = 24 * 60 * 60 * 1000;

const second = { ms: 1000, one: 'second', many: 'seconds' };
const units = [
  { ms: dayMs, one: 'day', many: 'days' },
  { ms: 60 * 60 * 1000, one: 'hour', many: 'hours' },
  { ms: 60 * 1000, one: 'minute', many: 'minutes' },
  second,
];

const words = ['no', 'one', 'two', 'three', 'four', 'five'];

/** A number and what is counted: `1 alias`, `20 aliases`. */
export function count(total: number, one: string, many: string): string {
  return `${total} ${total === 1 ? one : many}`;
}

/** A number with its thousands set apart: `10,000`. */
export function countText(total: number): string {
  return total.toLocaleString('en');
}

/** A number that may be large, and what is counted: `1 delivery`, `1,204 deliveries`. */
export function largeCount(total: number, one: string, many: string): string {
  return `${countText(total)} ${total === 1 ? one : many}`;
}

/** A size of octets in the largest unit that it fills: `25 MiB`, `512 KiB`, `1,000 bytes`. */
export function sizeText(bytes: number): string {
  if (bytes >= mebibyte && bytes % mebibyte === 0) return `${countText(bytes / mebibyte)} MiB`;
  if (bytes >= kibibyte && bytes % kibibyte === 0) return `${countText(bytes / kibibyte)} KiB`;
  return `${countText(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** A duration in the largest unit that it fills, up to five in words: `one hour`, `four days`, `30 seconds`. */
export function durationText(ms: number): string {
  const unit = units.find((each) => ms >= each.ms && ms % each.ms === 0) ?? second;
  const total = Math.round(ms / unit.ms);
  return `${words[total] ?? countText(total)} ${total === 1 ? unit.one : unit.many}`;
}

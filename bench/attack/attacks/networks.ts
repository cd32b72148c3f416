/** Addresses that attackers have; each of the same number is the same. */

/** From as many /64s of one /48 as there are numbers. */
export function inOneSite(number: number): string {
  return `2001:db8:666:${(number % 0x10000).toString(16)}::1`;
}

/** From many /48s, and every eighth from an IPv4 /24 of its own. */
export function fromEverywhere(number: number): string {
  if (number % 8 === 0) return `198.51.${(number / 8) % 32}.${1 + (number % 200)}`;
  return `2001:db8:${(number % 256).toString(16)}:${(number % 0x10000).toString(16)}::1`;
}

/** One of so many IPv4 /24s, in turn. */
export function inTurn(number: number, networks: number): string {
  return `203.0.${number % networks}.${1 + (Math.floor(number / networks) % 250)}`;
}

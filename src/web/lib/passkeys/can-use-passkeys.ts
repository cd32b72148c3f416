/** Whether this browser has passkeys, and this page may use them: not on plain http elsewhere, and never at a bare IP address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname);
}

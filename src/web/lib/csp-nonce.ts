declare global {
  var __webpack_nonce__: string | undefined;
}

/** Dialogs lock the page's scrolling by a `<style>`; their library looks for its nonce under this bundler's name. */
export function shareCspNonce(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
}

/** What buttons and waits say wherever they stand. */
export const controlMessages = {
  /** Under a field: the address by the name that DNS knows. */
  goesTo: (addresses: string) => `Read as ${addresses}`,
  loading: 'Loading...',
  tryAgain: 'Try again',
  close: 'Close',
  copy: 'Copy',
  copyOne: (name: string) => `Copy ${name}`,
  showOne: (what: string) => `Show ${what}`,
  hideOne: (what: string) => `Hide ${what}`,
};

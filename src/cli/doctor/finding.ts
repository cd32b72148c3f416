/** What one check found, in words for the operator. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do; may hold lines to copy. Null where nothing is to be done. */
  readonly todo: string | null;
}

export const ok = (text: string): Finding => ({ state: 'ok', text, todo: null });
export const warning = (text: string, todo: string): Finding => ({ state: 'warning', text, todo });
export const fault = (text: string, todo: string): Finding => ({ state: 'fault', text, todo });

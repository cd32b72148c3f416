/** What one check found, in words for the operator. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do; may hold lines to copy. Null where nothing is to be done. */
  readonly todo: string | null;
}

export function ok(text: string): Finding {
  return { state: 'ok', text, todo: null };
}
export function warning(text: string, todo: string): Finding {
  return { state: 'warning', text, todo };
}
export function fault(text: string, todo: string): Finding {
  return { state: 'fault', text, todo };
}

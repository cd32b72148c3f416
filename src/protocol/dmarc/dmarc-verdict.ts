/** RFC 9989. */
export interface DmarcVerdict {
  readonly result: 'none' | 'pass' | 'fail' | 'temperror' | 'permerror';
  /** The From domain. */
  readonly domain: string;
  /** What applies to it (p= or sp= or np=); null without a record. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null;
  readonly spfAligned: boolean;
  /** The d= of an aligned signature that passed. */
  readonly dkimAligned: string | null;
}

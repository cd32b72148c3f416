/** The end of every id that a program makes, in hex; of one of its workers alone, when that is named. */
export function leaseMark(serial: number, worker?: number): string {
  const program = serial.toString(16).padStart(4, '0');
  return worker === undefined ? program : `${worker.toString(16).padStart(2, '0')}${program}`;
}

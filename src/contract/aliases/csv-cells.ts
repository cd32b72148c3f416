/** How a cell begins that a spreadsheet would take for a formula (OWASP, CSV injection), full-width signs included. */
const formula = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** A cell that a spreadsheet shows as the text it is: an apostrophe stands before what it would calculate. */
export function defuseCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text that `defuseCell` was given. */
export function readDefusedCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

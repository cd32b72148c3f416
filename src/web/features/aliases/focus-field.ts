/** At once: the form library's own way waits a moment, in which a quick typist loses the first letter. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Browsers that read the file only after the click find nothing where its URL is gone by then (WebKit 211234, Mozilla 1282407). */
const keptMs = 60_000;

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

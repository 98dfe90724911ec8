// The mark that old programs put at the end of a text.

const CTRL_Z = 0x1a;

/** Old programs end a text file with Ctrl-Z: `copy a+b` of DOS. */
export function withoutEndOfFile(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (end > 0 && trimmed.charCodeAt(end - 1) === CTRL_Z) end -= 1;
  return end === trimmed.length ? text : text.slice(0, end);
}

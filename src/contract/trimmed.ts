// Text without the spaces around it: on the hottest paths, where nearly no text has any, looking is quicker than trimming.

const isInk = (code: number): boolean => code > 0x20 && code < 0x7f;

/** The same as `text.trim()`. */
export function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

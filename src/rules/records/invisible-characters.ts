// Characters that no one sees: left at the edges of a value by web pages and chat programs, and a trap inside an address.

/** Zero-width spaces and joiners, marks of direction, the soft hyphen, the byte order mark. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;
const INVISIBLE_START = new RegExp(`^(?:\\s|${INVISIBLE.source})+`);

/** ASCII is what nearly every cell begins and ends with. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Without the spaces and invisible characters at both ends. Inside a text they stay: joiners belong to some scripts and to emoji. */
export function withoutInvisibleEdges(text: string): string {
  if (text === '' || (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)))) return text;
  // From the end character by character: a pattern that is anchored there alone would look from every place on.
  let end = text.length;
  while (end > 0 && isEdge(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(INVISIBLE_START, '');
}

const isEdge = (character: string): boolean => INVISIBLE.test(character) || character.trim() === '';

/** Where in a text the first invisible character stands, from 0; -1 for none. In an address each of them makes another address. */
export function invisibleAt(text: string): number {
  return text.search(INVISIBLE);
}

/** `U+200B`, for messages: the character itself would not be seen. */
export function codePointName(text: string, at: number): string {
  return `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Fields that hold an email, a host or an address on the web. */
const ADDRESS_FIELDS = new Set([
  ...['professionalEmail', 'networkProfileUrl', 'domain', 'website', 'companyNetworkUrl', 'companyDomain'],
  ...['companyWebsite', 'imageUrl'],
]);

/** Why the text of a field cannot be stored: an invisible character inside an address; null where it can. */
export function invisibleProblem(field: string, text: string): string | null {
  const at = ADDRESS_FIELDS.has(field) ? invisibleAt(text) : -1;
  return at < 0 ? null : `${field}: it holds the invisible character ${codePointName(text, at)}`;
}

const ASCII = /^[\0-\x7F]*$/;
const NO_BREAK_SPACE = /[\u00A0\u2007\u202F]/g;
/** Where a line may break, and marks of the order of bytes. Joiners stay: some scripts and emoji need them. */
const NEVER_SEEN = /[\u00AD\u200B\u2060\uFEFF]/g;

/** One spelling of texts that look the same (undocumented): macOS writes `é` as two characters, web pages no-break spaces. */
export const oneSpelling = (text: string): string =>
  ASCII.test(text) ? text : text.replace(NEVER_SEEN, '').replace(NO_BREAK_SPACE, ' ').normalize('NFC');

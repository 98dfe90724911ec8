// Text from outside as it may be shown, and its characters as a person counts them.

/**
 * Controls, escapes, marks that reorder text, and letters that are not seen: what they do to a terminal is not data. Joiners
 * stay where they join (emoji, Persian, Hindi), which beside ASCII they never do.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?=[\u0000-\u007f])/gu;
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Text that cannot move the cursor, colour the screen or reorder what stands beside it. Keeps tab and newline. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n|[\u2028\u2029]/g, '\n')
    .replace(ANSI, '')
    .replace(UNSAFE, '');
}

/** Text on one line, without anything that moves a terminal's cursor. */
export const oneLine = (text: string): string => harmless(text).replace(/\s+/g, ' ').trim();

/** Whole characters, a thousand at most: finding their borders takes quadratic time over text that takes no room. */
export const piecesOf = (text: string): readonly string[] => text.match(/.{1,1000}/gsu) ?? [];

/** What a person takes for one character each. */
export const segmentsOf = (text: string): readonly string[] =>
  piecesOf(text).flatMap((piece) => Array.from(new Intl.Segmenter().segment(piece), ({ segment }) => segment));

/** Each word with the space before it. */
export const wordsOf = (text: string): string[] => text.trimEnd().split(/(?<=\S)(?=\s)/);

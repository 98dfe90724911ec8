// How a workbook shows the numbers of its cells: as dates, as times, with zeros in front.

/** What a number format makes of a number; null: the number itself. */
export type NumberFormat = { readonly kind: 'date' | 'elapsed' } | { readonly kind: 'padded'; readonly code: string };

export interface CellFormats {
  /** By the index of the cell format; those that are not in it show a number as it is. */
  readonly byStyle: ReadonlyMap<number, NumberFormat>;
  /** Days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** Numbers of the formats for dates and times that every workbook has, the East Asian ones included. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Without quoted text, escaped characters, colours and conditions, a date is what has one of these letters. */
const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

/** `[h]:mm`: the hours go beyond 24. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;

const CODE_CHARACTERS_MAX = 1_000;
/** Zeros, and what stands between them: `0000000000`, `000-0000`. Behind a zero, `#` is one: `0#" "##" "##" "##" "##`. */
const PADDED = /^(?:[-+() /]|"[^"]*"|\\.)*0(?:[0#]|[-+() /]|"[^"]*"|\\.)*$/;
/** A code of a country or a zero in front of the digits: `"+49 "0`, `+#`, `"0"##0`. */
const PREFIXED = /^((?:"[^"]*"|\\.|[+ ])+)#*(0*)$/;
const LITERAL = /"([^"]*)"|\\(.)|([-+() /])/g;

/** The format of a number code; null where it shows the number itself, or as a measure. */
export function numberFormat(id: number, code: string | undefined): NumberFormat | null {
  if (code === undefined) return isBuiltInDate(id) ? { kind: id === 46 ? 'elapsed' : 'date' } : null;
  const section = (code.slice(0, CODE_CHARACTERS_MAX).split(';')[0] ?? '').replace(/^(?:\[\$[^\]]*\])+/, '');
  if (isDateCode(section)) return { kind: ELAPSED.test(section) ? 'elapsed' : 'date' };
  const [, prefix = '', zeros = ''] = PREFIXED.exec(section) ?? [];
  if (/[+0-9]/.test(prefix)) return { kind: 'padded', code: prefix + (zeros || '0') };
  const zeroed = section.replace(/"[^"]*"|\\.|#/g, (part) => (part === '#' ? '0' : part));
  const isPadded = PADDED.test(section) && zeroed.replace(LITERAL, '').length > 1;
  return isPadded ? { kind: 'padded', code: zeroed } : null;
}

/** The text that a padded format shows for a whole number of at least 0; null for any other number. */
export function paddedText(digits: string, code: string): string | null {
  if (!/^[0-9]+$/.test(digits)) return null;
  const places = code.replace(LITERAL, '').length;
  let left = digits.padStart(places, '0');
  const surplus = left.length - places;
  let isFirst = true;
  return code.replace(/"([^"]*)"|\\(.)|([^0])|0/g, (all, quoted, escaped, literal) => {
    if (all !== '0') return quoted ?? escaped ?? literal;
    const taken = isFirst ? surplus + 1 : 1;
    isFirst = false;
    const displayed = left.slice(0, taken);
    left = left.slice(taken);
    return displayed;
  });
}

/** A double holds as many digits of a decimal number. */
const EXACT_DIGITS = 15;

/**
 * The digits of a number as the file has them, in the notation people use: `3.53E+11` is 353000000000. One that was shortened stays in
 * its notation with an exponent, by which it is known as damaged.
 */
export function numberText(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number) || text.length > CODE_CHARACTERS_MAX) return text;
  if (/^-?[0-9]+$/.test(text)) return text;
  if (/^-?[0-9]+\.0+$/.test(text)) return text.slice(0, text.indexOf('.'));
  if (!Number.isInteger(number)) return String(Number(number.toPrecision(EXACT_DIGITS)));
  const mantissa =
    text
      .split(/e/i)[0]
      ?.replaceAll(/[^0-9]/g, '')
      .replace(/^0+|0+$/g, '') ?? '';
  if (mantissa.length > EXACT_DIGITS || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text;
  return String(number);
}

const DAY_MS = 86_400_000;
const UP_TO_1900 = Date.UTC(1899, 11, 30);
const UP_TO_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a 29 February 1900, which there was not: the days before it are one off. */
const NO_SUCH_DAY = 60;
/** 9999-12-31, the last day of Excel. */
const LAST_DAY = 2_958_466;

/** `2024-01-31`, with its time where it has one, `2024-01-31T09:30:00`, or a time without a day, `09:30:00`. */
export function dateText(days: number, from1904: boolean): string {
  if (!(days >= 0 && days < LAST_DAY)) return String(days);
  const isTime = days < 1 && days > 0;
  const seconds = Math.min(Math.round(days * 86_400), isTime ? 86_399 : Number.POSITIVE_INFINITY);
  const shift = !from1904 && seconds < NO_SUCH_DAY * 86_400 ? DAY_MS : 0;
  const text = new Date(seconds * 1_000 + shift + (from1904 ? UP_TO_1904 : UP_TO_1900)).toISOString();
  if (isTime) return text.slice(11, 19);
  if (!from1904 && Math.floor(seconds / 86_400) === NO_SUCH_DAY)
    return `1900-02-29${text.slice(10, 19).replace('T00:00:00', '')}`;
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** `36:00:00`, as `[h]:mm:ss` shows a day and a half. */
export function elapsedText(days: number): string {
  if (!(days >= 0 && days < LAST_DAY)) return String(days);
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

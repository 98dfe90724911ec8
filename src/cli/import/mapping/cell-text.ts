// What is done to the text of a cell before it is read, and why some texts are surely no value of their field.

import { getOwn } from '../../../contract/json.ts';
import { parsedJson } from '../../../contract/parse-json.ts';
import { readEmail } from '../../../rules/records/email-text.ts';
import { DAMAGE_WORDS, textFormula, withoutPointZero } from '../../../rules/records/spreadsheet-damage.ts';
import { unguardCell } from '../../terminal/formats/csv.ts';

const ENTITY = /&(?:#([0-9]{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,8}));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', rsquo: '’' },
  ...{ szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ', aring: 'å', Aring: 'Å' },
};
const ACCENTS: Readonly<Record<string, string>> = {
  ...{
    uml: '\u0308',
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    tilde: '\u0303',
    cedil: '\u0327',
    caron: '\u030C',
  },
};
/** `&amp;uuml;` was written twice. */
const TIMES_WRITTEN = 2;

/** The characters that codes of HTML stand for: `O&#39;Neil`, `M&uuml;ller`. */
export function withoutEntities(text: string): string {
  let plain = text;
  for (let time = 0; time < TIMES_WRITTEN && plain.includes('&') && plain.includes(';'); time += 1)
    plain = plain.replace(ENTITY, (all, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (code > 0x1f && code < 0xd800) return String.fromCharCode(code);
      const accent = getOwn(ACCENTS, name.slice(1));
      return getOwn(ENTITIES, name) ?? (accent === undefined ? all : `${name.slice(0, 1)}${accent}`.normalize('NFC'));
    });
  return plain;
}

/** `[Acme](https://acme.example)` of Markdown, and `Acme (https://www.notion.so/Acme-0a1b)`: a name and the link of it. */
const LINKED = /^(?:\[([^[\]]+)\]\(\S+\)|([^()]+\S) \((?:https?:\/\/\S+|\S+%20\S*\.md)\))$/i;

/** Around all of a name. */
const QUOTED_NAME = /^(["'“”„«])([^"'“”„«»]+)["'“”»]$/;

/** The name of a text, without what programs write beside it: its link, backslashes before quotes; of a person, quotes around it. */
export function nameText(text: string, isPerson: boolean): string {
  const linked = text.endsWith(')') ? LINKED.exec(text) : null;
  const name = (linked?.[1] ?? linked?.[2] ?? text).replaceAll(/\\(?=['"])/g, '');
  return isPerson ? name.replace(QUOTED_NAME, '$2') : name;
}

const SEVERAL_IDS = /^[^\s;,]+[;,]\s*[^\s;,]+/;
const FRACTION = /^-?[0-9]+[.,](?!0+$)[0-9]+$/;

/** Why a text is surely no id of a CRM. */
export function crmIdProblem(text: string): string | null {
  if (/[\n\r]/.test(text)) return 'several lines';
  if (SEVERAL_IDS.test(text)) return 'several ids';
  return FRACTION.test(text) ? 'a number with a fraction' : null;
}

/** Without the `.0` that a table program adds to a number. */
export const crmIdText = (text: string): string => withoutPointZero(text) ?? text.replace(/^([0-9]+)\.0$/, '$1');

export const URL_MAX = 2_000;
const HOST_FIRST = /^(?:\/\/)?[^\s/:@?#][^\s/:@?#.]*(?:\.+[^\s/:@?#.]+)+(?::[0-9]+)?(?:[/?#]\S*)?$/;
/** Addresses are often exported without their scheme; what names no host stays as it is. */
export function withScheme(url: string): string {
  return url.length <= URL_MAX && HOST_FIRST.test(url) ? `https://${url.replace(/^\/\//, '')}` : url;
}

/** `a.example;b.example`, `https://a.example/x, https://b.example`. */
export const SEVERAL_URLS = /^https?:\/\/[^/?#]*[;,|]|[;,|\s]https?:\/\//i;
export const WEB_URL = /^https?:\/\/[^\s/?#][^\s/?#.]*\.+[^\s/?#.]\S*$/i;

/** A website, of which no network is known that has such pages. */
export const isHostAlone = (url: string): boolean => /^https?:\/\/[^/?#\s]+\/?$/i.test(withScheme(url));

/** Of a person on the network that everyone has a page on. */
export const isProfile = (url: string): boolean =>
  /^https?:\/\/(?:[a-z]+\.)?linkedin\.com\/(?:in|pub|sales\/(?:lead|people))\//i.test(url);

const JSON_TEXT = /^(?:\{.*\}|\[.*\])$/s;

/** The value of JSON in a cell, if it is an array or an object; undefined where it is neither. */
export const jsonIn = (text: string): unknown => (JSON_TEXT.test(text) ? parsedJson(text) : undefined);

/** Of templates: `{{first}}`, `${first}`, `%FIRST%`, `*|FNAME|*`, `[First Name]`, `<First Name>`. */
const PLACEHOLDER = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|%[A-Z_]+%|\*\|\w+\|\*|\[\p{L}[\p{L}_ ]*\]|<\p{L}[\p{L}_ ]*>)$/u;

/** Of JavaScript, mails and addresses: `Jos\u00e9`, `Jos=C3=A9`, `Jos%C3%A9`. */
const ESCAPE = /\\u00[89a-f][0-9a-f]|\\x[89a-f][0-9a-f]|([=%])[c-f][0-9a-f]\1[89ab][0-9a-f]/i;

/** What a formula makes of an empty cell, also where it is shown as a date. */
const ZERO = /^(?:0+(?:[.,]0+)?|1900-01-00|0?0[./]0?1[./]1900|0?1\/0?0\/1900|0?0[./]0?0[./](?:00)+)$/;

/** Why a text is surely not the name of anything, nor a title or a country; null where it may be. `isName`: of a person. */
export function misplacedText(text: string, isName: boolean): string | null {
  if (PLACEHOLDER.test(text)) return 'a placeholder that no one filled in';
  if (ZERO.test(text)) return 'a zero, as a formula makes of an empty cell';
  if (ESCAPE.test(text)) return 'an escape code in place of a character';
  if (jsonIn(text) !== undefined) return 'JSON, not a text';
  if (/^https?:\/\/\S+$/i.test(text)) return 'an address on the web';
  if (text.includes('@') && readEmail(text).ok) return 'an email address';
  if (/^\+[0-9][0-9 ()/.-]{6,}$/.test(text)) return 'a phone number';
  if (isName && /<\/?[a-z][^<>]*>/i.test(text)) return 'HTML, not a name';
  return isName && /^\+?[0-9][0-9\s.,-]*$/.test(text) ? 'a number, not a name' : null;
}

/** Of a text with words; fewer are those of `call after 5`. */
const DIGITS_MIN = 3;
/** What a form fills in before the number. */
const COUNTRY_CODE = /^\+[0-9]{1,3}$/;
/** Days since 1900 from 1968 to 2064, without a sign: how a spreadsheet saves a date whose format is gone. */
const DAYS = /^(?:2[5-9]|[3-5][0-9])[0-9]{3}(?:[.,][0-9]+)?$/;
/** `+353 86 *** 4567`, as those who sell numbers show them. */
const HIDDEN_DIGITS = /[xX*•]{3}/;
const NO_PHONE = /[@%€$£]|:\/\//;
/** `1234.5`, `353861234567.00001`, `-353861234567`: what a spreadsheet computed. */
const AMOUNT = /^-?[0-9]+[.,][0-9]{1,2}$|^-[0-9]+$|^[0-9]{7,}[.,][0-9]+$/;
/** `353861E6`, `3.53861 E+11`, `3.53861×10^11`. */
const POWER_OF_TEN = /[0-9]\s?(?:e\s?\+?|[×*x]\s?10\s?\^)[0-9]/i;

/** Why a text is surely not a phone number: an address, words, `0`. */
export function phoneProblem(text: string): string | null {
  const digits = text.replaceAll(/\P{Nd}/gu, '');
  if (DAYS.test(text)) return 'a number of days, as of a date, not a phone number';
  if (HIDDEN_DIGITS.test(text)) return 'a phone number whose digits are hidden';
  if (COUNTRY_CODE.test(text)) return 'the code of a country without a number';
  if (POWER_OF_TEN.test(text)) return DAMAGE_WORDS.digits;
  const isText = NO_PHONE.test(text) || (/\p{L}/u.test(text) && digits.length < DIGITS_MIN);
  return isText || AMOUNT.test(text) || !/[^0]/.test(digits) ? 'not a phone number' : null;
}

/** `353,861,234,567`: a spreadsheet took it for an amount. */
const THOUSANDS = /^[1-9][0-9]{0,2}(?:[.,][0-9]{3}){3,}$/;

/** The numbers of a cell: without `tel:` and the like, those of JSON in it joined as the service keeps several. */
export function phoneText(text: string): string {
  const found = jsonIn(text);
  if (Array.isArray(found) && found.every((one) => typeof one === 'string')) return found.join(', ');
  return THOUSANDS.test(text) ? text.replaceAll(/[.,]/g, '') : text.replace(/^(?:tel|callto|whatsapp):\s?/i, '');
}

/** By which two rows have the same number: `00353 86 123` and `+353-86-123`. */
export const digitsOf = (phone: string): string => phone.replace(/^00/, '+').replaceAll(/[\s()./-]/g, '');

/** `Mar-24`, `Mar 2024`: a plain text, but not as a name. */
const MONTH = /^[a-zä]{3}[-. ](?:[0-9]{2}){1,2}$/i;
const MONTH_TEXT_MAX = 8;
export const isMonth = (text: string): boolean => text.length <= MONTH_TEXT_MAX && MONTH.test(text);

/** Fields that make a key by themselves: of their values, rows/match-keys.ts keeps the hash of the key. */
export const ADDRESS_FIELDS: ReadonlySet<string> = new Set([
  'networkProfileUrl',
  'companyNetworkUrl',
  'domain',
  'website',
]);

/** The text of `="…"`, also where it is guarded; null for any other cell. */
export function formulaText(cell: string): string | null {
  const text = textFormula(cell);
  return text === null ? null : unguardCell(text);
}

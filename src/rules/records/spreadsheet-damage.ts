// What a spreadsheet leaves in a cell instead of its value: errors, numbers without their last digits, columns too narrow to show,
// question marks for characters that the encoding of its file does not have.

import { trimmed } from '../../contract/trimmed.ts';

/**
 * `error`: a formula failed. `narrow`: `####` of a narrow column. `digits`: an exponent or zeros in place of the last digits. `date`: a
 * number that was read as one.
 */
type DamageKind = 'error' | 'narrow' | 'digits' | 'date' | 'characters';

/** What the field holds: a number of many digits (a phone number, an id), the name of a person, of a company or country, or any text. */
export type DamageContext = 'digits' | 'name' | 'label' | 'text';

/** Longer texts are values, whatever they hold. */
const DAMAGE_CHARACTERS_MAX = 40;

/** Errors of Excel and LibreOffice, in the languages that translate them, without `#` and the final mark. */
const ERRORS = new Set(
  (
    'NULL DIV/0 VALUE REF NAME NUM N/A NA NV N/V GETTING_DATA SPILL CALC FIELD BLOCKED ' +
    'CONNECT UNKNOWN BUSY EXTERNAL PYTHON TIMEOUT MACRO ERROR CIRCULAR DATA EXTERNAL_DATA ' +
    // German
    'BEZUG WERT ZAHL ÜBERLAUF KALK FELD BLOCKIERT VERBINDEN UNBEKANNT DATEN_ABRUFEN BESCHÄFTIGT ' +
    // French, Spanish, Italian, Portuguese
    'NUL VALEUR NOM NOMBRE PROPAGATION EPARS ÉPARS CALCUL CHAMP CHARGEMENT_DONNEES BLOQUE ' +
    'NULO VALOR NÚM ¡NULO ¡VALOR ¡REF ¡NUM ¡DIV/0 ¿NOMBRE N/D ND DESBORDAMIENTO ¡DESBORDAMIENTO ¡CALC CAMPO ' +
    'NULLO VALORE NOME RIF ESPANSIONE CALCOLO DESPEJAR N/DISP OBTENDO_DADOS CARICAMENTO_DATI ' +
    // Dutch, Danish, Norwegian, Swedish, Finnish
    'LEEG DEEL/0 WAARDE VERW NAAM GETAL N/B NB OVERLOPEN BEREKENEN VELD GEGEVENS_OPHALEN ' +
    'VÆRDI REFERENCE NAVN VERDI NULLSTILL I/T VÄRDEFEL REFERENS NAMN OGILTIGT SAKNAS SKÄRNING ' +
    'DIVISION/0 SPILLD ARVO VIITTAUS NIMI LUKU PUUTTUU TYHJÄ JAKO/0 ' +
    // Polish, Czech, Hungarian, Turkish, Russian
    'ZERO DZIEL/0 ARG ADR NAZWA LICZBA N/D HODNOTA ODKAZ NÁZEV ČÍSLO NENÍ_K_DISPOZICI DĚLENÍ_NULOU ' +
    'ÉRTÉK HIV NÉV SZÁM HIÁNYZIK ZÉRÓOSZTÓ BOŞ SAYI/0 DEĞER BAŞV AD SAYI YOK ' +
    'ПУСТО ДЕЛ/0 ЗНАЧ ССЫЛКА ИМЯ ЧИСЛО Н/Д ПЕРЕНОС'
  ).split(' '),
);

const ERROR = /^#([^\s#!?]{1,24})([!?]{0,2})$/u;
/** Written without a mark at the end; others without one are tags, such as `#ad`. */
const WITHOUT_MARK = /[/_]|^(?:NV|NA|YOK|HIÁNYZIK|SAKNAS|PUUTTUU)$/;
/** Of a data service, with its reason: `#N/A Field Not Applicable`. */
const WITH_REASON = /^#N\/A\s/i;
/** Of a function of Google Sheets, saved before it had its value. */
const LOADING =
  /^(?:loading|wird geladen|laden|chargement(?: en cours)?|cargando|caricamento|carregando|wczytywanie)\s?(?:\.{3}|…)$/i;
/** LibreOffice: `Err:502`, `#ERR502`. */
const NUMBERED_ERROR = /^(?:err:|#err:?)[0-9]{3}$/i;
const NARROW = /^#{3,}$/;
const EXPONENT = /^[+-]?[0-9]+(?:[.,][0-9]+)?e\+?([0-9]{1,3})$/i;
/** `353861234567.0`: a number that a table program took for a measure. Nothing is lost. */
const POINT_ZERO = /^([0-9]{6,})[.,]0+$/;

/** A spreadsheet keeps 15 digits of a number; the others become zeros. Of one zero alone, or of a round number, nothing is certain. */
const ZEROS_BEHIND = /^[1-9][0-9]{13}[1-9]0{2,}$/;

/** From here on, an exponent in a text field is a long number that lost its digits: a spreadsheet writes it from 12 digits on. */
const LONG_EXPONENT = 9;
/** `2024-01-31`, `2024-01-31T09:30:00`, `09:30:00`, `31.01.2024`, `5-Mar`, `Mar-24`. */
const DATE =
  /^(?:(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ][\d:]+)?|[012]?\d:[0-5]\d(?::[0-5]\d)?|[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d|(?:[0-3]?\d[-. ])?(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[-. ](?:\d\d){0,2})$|^[0-3]?\d[-. ](?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])$/i;

/**
 * Which damage the text of a cell is; null for a value. `3.53861E+11` is damage where a phone number or an id belongs, and elsewhere
 * where it stands for a number that a spreadsheet shortens by itself.
 */
export function spreadsheetDamage(text: string, context: DamageContext = 'text'): DamageKind | null {
  if (text.includes('?') && isMarked(text, context)) return 'characters';
  // Nearly every cell: no error begins with a letter but `Err:`, and no exponent has its `e` in the first place.
  if (text.length > DAMAGE_CHARACTERS_MAX || text.length < 3) return null;
  const cell = trimmed(text);
  const first = cell.charCodeAt(0);
  if (first === 0x23) return hashDamage(cell);
  if (/[.…]$/.test(cell) && LOADING.test(cell)) return 'error';
  if (first === 0x45 || first === 0x65) return NUMBERED_ERROR.test(cell) ? 'error' : null;
  if (context === 'digits' && ZEROS_BEHIND.test(cell)) return 'digits';
  if (context !== 'text' && DATE.test(cell) && /\d/.test(cell)) return 'date';
  const exponent = first <= 0x39 ? EXPONENT.exec(cell) : null;
  // An id may be `12345e67`: a spreadsheet writes a sign or a fraction.
  if (exponent === null || !/[.,+]/.test(cell.slice(1))) return null;
  return context === 'digits' || Number(exponent[1]) >= LONG_EXPONENT ? 'digits' : null;
}

/** The question marks of an address begin a query. */
const OF_ADDRESS = /[/=&:@.]/;
/** `?ukasz`, `Mu?oz`, `???? 8`. Behind a word, a question mark may be one. */
const MARK_IN_WORD = /(?<=^|[\s-])\?+(?=\p{L})|(?<=\p{L})\?+(?=\p{Ll})/u;
const MARKS_ALONE = /^\?[\s?-]*\?$|(?:^|\s)\?{2,}(?=\s)/;

function isMarked(text: string, context: DamageContext): boolean {
  if (context === 'name' || MARKS_ALONE.test(text)) return true;
  return text.split(/\s+/).some((word) => MARK_IN_WORD.test(word) && !OF_ADDRESS.test(word));
}

function hashDamage(cell: string): DamageKind | null {
  if (NARROW.test(cell)) return 'narrow';
  const [, name = '', mark = ''] = ERROR.exec(cell.normalize('NFC')) ?? [];
  const isError = ERRORS.has(name.toUpperCase()) && (mark !== '' || WITHOUT_MARK.test(name));
  return isError || NUMBERED_ERROR.test(cell) || WITH_REASON.test(cell) ? 'error' : null;
}

/** Fields of phone numbers and ids: texts that a spreadsheet takes for numbers. */
const NUMBER_TEXTS = new Set(['mobilePhone', 'phones', 'contactCRMId', 'leadCRMId', 'companyCRMId']);

/** Why the value of a standard field is surely damage; null for any other. Zeros at the end may be those of an id that a script gives. */
export function damagedField(field: string, text: string): string | null {
  const damage = spreadsheetDamage(text, NUMBER_TEXTS.has(field) ? 'digits' : 'text');
  const isSure = damage === 'error' || damage === 'narrow' || (damage === 'digits' && /e/i.test(text));
  return isSure ? DAMAGE_WORDS[damage] : null;
}

/** Whether a value may be one that a spreadsheet took for a number: then it has no plus sign and no zeros before its digits. */
export const mayLackDigits = (field: string, value: unknown): value is string =>
  NUMBER_TEXTS.has(field) && typeof value === 'string' && /^[1-9][0-9]*$/.test(value);

/** From so many digits on, a spreadsheet shows six of them at most. */
const EXPONENT_DIGITS = 12;

/** `353861000000` or `353862000000` for 353861934567: `3.53861E+11`, saved once more as a number. */
function isShortened(number: string, value: string): boolean {
  let kept = value.length;
  while (value.charAt(kept - 1) === '0') kept -= 1;
  if (
    value.length < EXPONENT_DIGITS ||
    value.length > DAMAGE_CHARACTERS_MAX ||
    (kept > 6 && (value.length <= 15 || kept > 15))
  )
    return false;
  const unit = 10n ** BigInt(value.length - kept);
  return [0n, unit / 2n].some((half) => ((BigInt(number) + half) / unit) * unit === BigInt(value));
}

/** Whether a value is what a spreadsheet leaves of the stored one: `353861234567` of `+353861234567`. */
export function lacksDigits(field: string, stored: unknown, value: unknown): stored is string {
  if (typeof stored !== 'string' || stored === value || !mayLackDigits(field, value)) return false;
  const number = stored.replace(/^[+0]+/, '');
  if (!/^[0-9]+$/.test(number) || number.length !== value.length) return false;
  return number === value || isShortened(number, value);
}

/** What the service warns of where a merge keeps the number of a field, behind the name of the field. */
export const KEPT_DIGITS = ' stays as stored: the value sent lacks its plus sign, zeros or last digits';

const FORMULA_CHARACTERS_MAX = 10_000;
const QUOTED = '"((?:[^"]|"")*)"';
const TEXT_FORMULA = new RegExp(`^=\\s*${QUOTED}$`);
const LINK = new RegExp(`^=\\s*HYPERLINK\\(\\s*(?:${QUOTED}|\\$?[A-Z]+\\$?[0-9]+)\\s*[,;]\\s*${QUOTED}\\s*\\)$`, 'i');

/** The text that `="0861234567"` or `=HYPERLINK("https://…","Ada")` stands for; null for any other cell. */
export function textFormula(cell: string): string | null {
  if (cell.charCodeAt(0) !== 0x3d || cell.length > FORMULA_CHARACTERS_MAX) return null;
  const text = TEXT_FORMULA.exec(cell.trimEnd())?.[1] ?? LINK.exec(cell.trimEnd())?.[2];
  return text?.replaceAll('""', '"') ?? null;
}

const EQUALS = /^[=\uFF1D]\s*[-+@]*[\p{L}\p{N}"'($[{#_.]/u;
/** `= Head of Sales`: no formula has two words side by side. */
const WORDS = /^[=\uFF1D]\s*\p{L}+\s+\p{L}/u;
/** `@SUM(…)`; and of formulas with another sign those that are no note: `-SUM(A1)`, not `-VP(Sales)`. */
const CALL = /^@[A-Za-z][A-Za-z0-9.]+\(|^[+-][A-Z][A-Z0-9.]+\((?:["'(+)0-9-]|\$?[A-Z]{1,3}\$?[0-9]|[A-Z]+[(:])/;
const REFERENCE = /^\+\$?[A-Z]{1,3}\$?[0-9]{1,7}(?:[-+*/&^:!]\S+)?$/;
/** Of another program: `+1+cmd|…`, `-cmd|' /C calc'!A0`. */
const COMMAND = /^[+@-](?:[^\s|]*\w\|(?:\s*['"]|.*!)|[0-9+*/-]*[+*/-]\w+\|)/;

/** Whether a cell holds a formula in place of its result. Phone numbers, handles such as `@ada` and notes behind a dash are none. */
export function isFormula(cell: string): boolean {
  if (cell.length > FORMULA_CHARACTERS_MAX) return false;
  const text = cell.trim();
  if (EQUALS.test(text)) return !WORDS.test(text);
  return CALL.test(text) || REFERENCE.test(text) || COMMAND.test(text);
}

export const FORMULA_WORDS = 'a formula, not its result';

/** A phone number or id without the `.0` that a table program adds to a number; null where there is none. */
export function withoutPointZero(text: string): string | null {
  return text.length > DAMAGE_CHARACTERS_MAX ? null : (POINT_ZERO.exec(text.trim())?.[1] ?? null);
}

/** What a report says of a damaged cell. */
export const DAMAGE_WORDS: Readonly<Record<DamageKind, string>> = {
  error: 'an error of a spreadsheet, not a value',
  narrow: 'a spreadsheet column too narrow to show its value',
  digits: 'a number that a spreadsheet shortened: its last digits are lost',
  date: 'a date in place of the value',
  characters: 'question marks in place of characters that were lost',
};

// Words that stand for "no value" in files and databases. They are kept where they are sent, but never make two records one.

import { trimmed } from '../../contract/trimmed.ts';
import { type DamageContext, spreadsheetDamage } from './spreadsheet-damage.ts';

/** Longer texts are values. */
const NULL_CHARACTERS_MAX = 24;

const split = (words: string): string[] => words.split('|');

/** In any case of letters. */
const NULL_WORDS = new Set([
  ...split('none|(none)|[none]|<none>|null|(null)|[null]|<null>|\\n|nil|nan|<na>|(nan)|undefined'),
  ...split('n/a|n.a|n.a.|n/d|n/v|n.v.|n.d.|not available|not applicable|not provided|[not provided]'),
  ...split('not set|(not set)|not specified|unspecified|unknown|(unknown)|[unknown]|<unknown>|missing|(missing)'),
  ...split('blank|(blank)|[blank]|empty|(empty)|[empty]|<empty>|no value|(no value)|no name|(no name)'),
  ...split('no data|tbd|t.b.d.|tba|[object object]|1.#ind|1.#qnan|-nan|(leer)|leer|k.a.|k. a.|k.a'),
  ...split('keine angabe|keine|unbekannt|nicht verfügbar|inconnu|non disponible|non renseigné|aucun|s/d|s.d.'),
  ...split('desconocido|no disponible|ninguno|sconosciuto|non disponibile|nessuno|onbekend|geen|n.v.t.|n.b.'),
]);

/** Also names of people: taken for a word only where they are not written as a name is. */
const ALSO_NAMES = new Set(['Null', 'Nil', 'Nan', 'Blank', 'Empty', 'Leer', 'Missing', 'Geen', 'Keine']);
/** R and pandas. `Na` and `na` are names. */
const EXACT = new Set(['NA']);

/** Dashes, dots, question marks. */
const NO_LETTER_NOR_DIGIT = /^[^\p{L}\p{N}\p{M}]+$/u;

/** Of each word its first character and its length, in one number: nearly no value has these of a word. */
const shapeOf = (word: string): number => (word.charCodeAt(0) | LOWER_CASE) * (NULL_CHARACTERS_MAX + 1) + word.length;
const LOWER_CASE = 0x20;
const SHAPES = new Set([...NULL_WORDS, ...EXACT].map(shapeOf));
const ASCII_LETTER_OR_DIGIT = /^[a-z0-9]/i;

/** Whether a text says that there is no value: `NULL`, `n/a`, `--`, `(blank)`, `[object Object]`. An empty text is not one. */
export function isNullValue(text: string): boolean {
  if (text.length > NULL_CHARACTERS_MAX) return false;
  const word = trimmed(text);
  if (word === '' || (ASCII_LETTER_OR_DIGIT.test(word) && !SHAPES.has(shapeOf(word)))) return false;
  return (
    EXACT.has(word) || (NULL_WORDS.has(word.toLowerCase()) && !ALSO_NAMES.has(word)) || NO_LETTER_NOR_DIGIT.test(word)
  );
}

/** Whether a text can name or identify something: neither a word for no value nor what a spreadsheet leaves of one. */
export function isTellingValue(text: string, context: DamageContext = 'text'): boolean {
  return !isNullValue(text) && spreadsheetDamage(text, context) === null;
}

// Words that stand for "no value" in files and databases. They are kept where they are sent, but never make two records one.

import { trimmed } from '../../contract/trimmed.ts';
import { type DamageContext, spreadsheetDamage } from './spreadsheet-damage.ts';

const LOWER_CASE = 0x20;
/** Longer texts are values. */
const NULL_CHARACTERS_MAX = 24;

const split = (words: string): string[] => words.split('|');

/** In any case of letters, and whatever stands around them: `(none)`, `--None--`, `n.a.`. */
const NULL_WORDS = new Set(
  split(
    'none|null|\\n|nil|nan|<na>|undefined|n/a|n.a|n/d|n/v|n.v|n.d|n/c|n.c|not available|not applicable|not provided|' +
      'not set|not specified|not known|not found|unspecified|unknown|unnamed|missing|blank|empty|' +
      'no value|no name|no last name|no first name|no surname|no data|does not apply|' +
      'tbd|t.b.d|tba|tbc|xxx|object object|1.#ind|1.#qnan|leer|k.a|k. a|n.n|ohne name|ohne namen|kein name|' +
      'nicht bekannt|nicht vorhanden|entfällt|sans nom|sans objet|sin nombre|no aplica|no consta|senza nome|' +
      'sem nome|não se aplica|desconhecido|niet bekend|niet van toepassing|nvt|geen naam|nie dotyczy|nie podano|' +
      'keine angabe|keine|unbekannt|nicht verfügbar|inconnu|non disponible|non renseigné|aucun|s/d|s.d|' +
      'nicht angegeben|ohne angabe|néant|neant|non communiqué|sin datos|sin especificar|não informado|nenhum|' +
      'brak|brak danych|nieznany|neznámý|neuvedeno|ismeretlen|okänd|ukendt|ukjent|tuntematon|ingen|' +
      'yok|bilinmiyor|belirtilmemiş|нет|н/д|нет данных|неизвестно|не указано|无|無|暂无|未知|不明|なし|無し|該当なし|未定|' +
      'info requested|linkedin member|없음|미상|desconocido|no disponible|ninguno|sconosciuto|non disponibile|nessuno|onbekend|geen|n.v.t|n.b',
  ),
);

/** Also names of people: taken for a word only where they are not written as a name is. */
const ALSO_NAMES = new Set(split('Null|Nil|Nan|Blank|Empty|Leer|Missing|Geen|Keine|Brak|Yok|Ingen'));
/** R and pandas. `Na`, `na` and `Nat` are names. */
const EXACT = new Set(['NA', 'NaT']);

/** `none@none.com`, `noemail@acme.example`, and what a data provider writes in place of an address that was not bought. */
const NO_ADDRESS =
  /^(?:(none|null|nil|na|unknown|undefined)@\1\.|(?:no[-_.]?e?-?mail|unavailable|email_not_unlocked)@)/i;

const AROUND = ' ([{<*_"\'-)]}>.';
/** Dashes, dots, question marks. */
const NO_LETTER_NOR_DIGIT = /^[^\p{L}\p{N}\p{M}]+$/u;

/** Whether a word begins with this ASCII character, in lower case, and has this length: nearly no value is like that. */
const ROW = NULL_CHARACTERS_MAX + 1;
const ASCII_END = 0x80;
const SHAPES = new Uint8Array(ASCII_END * ROW);
// Also with a dot behind it: other signs are in no plain text.
for (const word of [...NULL_WORDS, ...EXACT])
  for (const length of [word.length, word.length + 1]) SHAPES[(word.charCodeAt(0) | LOWER_CASE) * ROW + length] = 1;

/** Whether a text may be such a word that begins with a letter: one of few shapes. */
export const mayBeNullWord = (first: number, length: number): boolean =>
  length <= NULL_CHARACTERS_MAX && SHAPES[(first | LOWER_CASE) * ROW + length] === 1;

const isPlain = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | LOWER_CASE) >= 0x61 && (code | LOWER_CASE) <= 0x7a);

function isNullWord(word: string): boolean {
  let [from, end] = [0, word.length];
  while (from < end && AROUND.includes(word.charAt(from))) from += 1;
  while (end > from && AROUND.includes(word.charAt(end - 1))) end -= 1;
  const small = word.toLowerCase();
  return NULL_WORDS.has(small) || NULL_WORDS.has(small.slice(from, end));
}

/** Whether a text says that there is no value: `NULL`, `n/a`, `--`, `(blank)`, `[object Object]`. An empty text is not one. */
export function isNullValue(text: string): boolean {
  if (text.length > NULL_CHARACTERS_MAX) return NO_ADDRESS.test(text);
  const word = trimmed(text);
  if (word === '') return false;
  const first = word.charCodeAt(0);
  const mayBe =
    first >= ASCII_END ||
    !isPlain(first) ||
    mayBeNullWord(first, word.length) ||
    !isPlain(word.charCodeAt(word.length - 1));
  if (mayBe && (EXACT.has(word) || (isNullWord(word) && !ALSO_NAMES.has(word)))) return true;
  if (NO_ADDRESS.test(word)) return true;
  return !isPlain(first) && !isPlain(word.charCodeAt(word.length - 1)) && NO_LETTER_NOR_DIGIT.test(word);
}

/** Whether a text can name or identify something: neither a word for no value nor what a spreadsheet leaves of one. */
export function isTellingValue(text: string, context: DamageContext = 'text'): boolean {
  return !isNullValue(text) && spreadsheetDamage(text, context) === null;
}

// Rows of a file that are no records: the header again, a rule below it, a title or a footer of a report.

import { trimmed } from '../../../contract/trimmed.ts';
import { KNOWN_HEADERS } from '../mapping/known-headers.ts';

const words = (all: string): string =>
  all
    .split('|')
    .map((word) => word.replaceAll(' ', '\\s'))
    .join('|');

/** A row of sums or averages, in the languages that spreadsheets of Europe, China and Japan are often in. */
const SUMS = words(
  'totals?|grand totals?|sub-?totals?|summe|gesamt|gesamtsumme|zwischensumme|total général|total general|sous-total|somme|suma|suma total|' +
    'totale|totale generale|subtotale|somma|total geral|soma|totaal|eindtotaal|subtotaal|razem|łącznie|ogółem|suma częściowa|' +
    'summa|totalt|i alt|yhteensä|celkem|součet|összesen|toplam|genel toplam|ara toplam|итого|всего|合計|小計|总计|合计|小计|' +
    'averages?|durchschnitt|mittelwert|moyenne|promedio|gemiddelde|średnia|ortalama|среднее|平均',
);
/** What a report says of itself. */
const NOTES = words(
  'copyright|confidential|vertraulich|confidentiel|confidencial|riservato|vertrouwelijk|poufne|end of (?:file|report|list)|ende der liste|' +
    'fin (?:du fichier|du rapport|de la liste|del archivo|del informe|de la lista)|fine (?:del file|dell.elenco)|fim (?:do arquivo|da lista)|' +
    'einde (?:van het bestand|van de lijst)|koniec (?:pliku|raportu|listy)',
);
const MADE = words(
  '(?:generated|exported) (?:by|on|at|from)|(?:erstellt|exportiert) (?:von|am|mit)|(?:généré|exporté) (?:par|le|depuis)|' +
    '(?:generado|exportado) (?:por|el|desde)|(?:generato|esportato) (?:da|il|con)|(?:gerado|exportado) (?:por|em|de)|' +
    '(?:gegenereerd|geëxporteerd) (?:door|op|uit)|(?:wygenerowan[aoey]|wyeksportowan[aoey]) (?:przez|dnia|z)',
);
const DATED = words(
  'generated|exported|printed|created|erstellt|exportiert|gedruckt|généré|exporté|generado|generato|exportado|esportato',
);
const COUNTED =
  'rows?|records?|contacts?|companies|entries|results|zeilen|datensätze|kontakte|firmen|einträge|lignes|entrées|filas|registros|righe|wiersze';
const LABELS = words(`${COUNTED}|count|anzahl|nombre de|source|quelle|filters?|as of|stand|report date|printed`);
const PAGE = '(?:page|seite|página|pagina|strona) [0-9]+';
const FOOTER = new RegExp(
  `^(?:©|\\(c\\) ?[0-9]|\\(?[0-9.,]+\\s(?:${COUNTED})(?:\\s(?:affected|returned|selected|in set))?\\)?$|(?:${LABELS})\\s?:|(?:${DATED})\\s?:?\\s?[0-9]|(?:${SUMS}|${NOTES}|${MADE}|${PAGE})(?![\\p{L}\\p{N}]))`,
  'iu',
);
/** Of columns, in a line below the header. */
const TYPE = new RegExp(
  `^(?:${words(
    'n?(?:var)?char2?|text|(?:long|short|tiny|medium|plain|single line|multi line|rich) ?text|string|str|(?:big|small|tiny)?int(?:eger|[0-9]+)?|long|number|numeric|decimal|' +
      'float[0-9]*|double|real|bool(?:ean)?|date|time|date ?time|timestamp|email|e-mail|url|uri|link|phone|tel|uuid|guid|json|enum|object|array|currency|picklist|zahl|ganzzahl|datum',
  )})(?:\\((?:[0-9]+(?:,[0-9]+)?|max)\\))?$`,
  'i',
);
/** A table of fewer columns may well have a row of one cell. */
const TABLE_COLUMNS = 3;
const DELIMITERS = [',', ';', '\t', '|'];
const RULE = /^:?[-=]{2,}:?$/;
const NUMBER_OR_RULE = /^[\d.,'\s%€$£:=-]*$/;

/** Names of columns, in small letters. */
const HEADERS: ReadonlySet<string> = new Set(
  Object.values(KNOWN_HEADERS)
    .flatMap((fields) => Object.values(fields).flat())
    .map((name) => name.toLowerCase()),
);

export interface NoRecord {
  /** What the writer of the file added is passed over; what may have been a record goes to the rejects. */
  readonly fate: 'skipped' | 'rejected';
  readonly error: string;
}

/** Null for a row that may be a record; it has a cell that is not blank. */
export function noRecord(cells: readonly string[], header: readonly string[], isFirst = false): NoRecord | null {
  if (isFirst && areTypes(cells)) return { fate: 'skipped', error: 'the types of the columns' };
  // Nearly every row: it does not begin as a header does, and its second cell is neither empty nor a number or a rule.
  const start = trimmed(cells[0] ?? '');
  const mayBeHeader = start === trimmed(header[0] ?? '') || HEADERS.has(start.toLowerCase());
  if (start !== '' && !mayBeHeader && cells.length > 1 && !NUMBER_OR_RULE.test(cells[1] ?? '')) return null;
  const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (mayBeHeader && (isHeader(cells, header) || areHeaders(cells)))
    return { fate: 'skipped', error: 'the header again' };
  if (RULE.test(first) && filled.length > 1 && filled.every((cell) => RULE.test(cell)))
    return { fate: 'skipped', error: 'a rule, no record' };
  if (header.length < TABLE_COLUMNS) return null;
  const other = cells.length === 1 && DELIMITERS.find((one) => first.split(one).length === header.length);
  if (other)
    return {
      fate: 'rejected',
      error: `its cells are separated by ${JSON.stringify(other)}, unlike those of the header`,
    };
  const isTotal = FOOTER.test(first) && filled.slice(1).every((cell) => /^[\d.,'\s%€$£-]+$/.test(cell));
  if (isTotal || (filled.length === 1 && cells.length === 1 && !first.includes('@')))
    return { fate: 'rejected', error: `a title or footer, no record: ${JSON.stringify(first.slice(0, 60))}` };
  return null;
}

function areTypes(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 1 && filled.every((cell) => TYPE.test(cell));
}

/** The header of another part of the file, in other words: of three columns or more, for `Nom` and `Portable` may be names. */
function areHeaders(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== '');
  return filled.length >= TABLE_COLUMNS && filled.every((cell) => HEADERS.has(cell));
}

const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.length > 1 && header.every((name, at) => name.trim() === (cells[at]?.trim() ?? ''));

// Rows of a file that are no records: the header again, a rule below it, a title or a footer of a report, several rows in one cell.

import { NOUN } from '../../../contract/entities.ts';
import { trimmed } from '../../../contract/trimmed.ts';
import { countryName } from '../../../rules/records/countries.ts';
import type { ItemReader } from '../mapping/item.ts';
import { FIELDS_OF_HEADER } from '../mapping/known-headers.ts';
import { type ImportPlan, NAMING } from '../mapping/plan.ts';

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
/** `Acme Total`: below the rows of a group, as spreadsheets write it. */
const SUM_OF_GROUP = new RegExp(`\\s(?:${SUMS}|ergebnis)$`, 'iu');
/** Of columns, in a line below the header. */
const TYPE = new RegExp(
  `^(?:${words(
    'n?(?:var)?char2?|text|(?:long|short|tiny|medium|plain|single line|multi line|rich) ?text|string|str|(?:big|small|tiny)?int(?:eger|[0-9]+)?|long|number|numeric|decimal|' +
      'float[0-9]*|double|real|bool(?:ean)?|date|time|date ?time|timestamp|email|e-mail|url|uri|link|phone|tel|uuid|guid|json|enum|object|array|currency|picklist|zahl|ganzzahl|datum|' +
      'required|mandatory|optional|read-only|unique|pflicht|pflichtfeld|erforderlich|obligatoire|facultatif|obligatorio|opcional',
  )})(?: ?\\([^()]*\\))?$`,
  'i',
);
/** Of a template that is to be filled in: `Your Company Name`, `email@example.com`. */
const SAMPLE =
  /^(?:your|enter|insert) (?:[\w-]+ )*(?:name|company|title|e-?mail|phone|website|here)$|^(?:example|sample|e-?mail|name|your[\w.-]*)@(?:example|sample|domain|company|your[\w-]*)\.\w+$/i;
/** A table of fewer columns may well have a row of one cell. */
const TABLE_COLUMNS = 3;
const DELIMITERS = [',', ';', '\t', '|'];
const COMMENT = /^(?:\/\/|#\s|-- )/;
const CODE_MAX = 3;
const RULE = /^:?[-=*_~.+]{2,}:?$/;
const NUMBER_OR_RULE = /^[\d.,'\s%€$£:=*_~+-]*$/;

/** The errors of rows of one cell, with which empty ones are written in the file of rejected rows. */
const OF_ONE_CELL = /^(?:a title or footer|its cells are separated)/;

/** The columns of a file without those that our rejects have behind them, `_line` and `_error`; and the cells of a row there. */
export function ownColumns(header: readonly string[]) {
  const added = header.indexOf('_line');
  if (added <= 0) return { header, cellsOf: (cells: readonly string[]) => cells };
  const cellsOf = (cells: readonly string[]) => {
    const own = cells.slice(0, added);
    const filled = own.filter((cell) => cell.trim() !== '');
    return filled.length === 1 && OF_ONE_CELL.test(cells[added + 1] ?? '') ? filled : own;
  };
  return { header: header.slice(0, added), cellsOf };
}

interface NoRecord {
  /** What the writer of the file added is passed over; what may have been a record goes to the rejects. */
  readonly fate: 'skipped' | 'rejected';
  readonly error: string;
  readonly isHeader?: true;
}

interface RowPlace {
  readonly isFirst: boolean;
  readonly isBelowBlank: boolean;
  /** Of the rows above it: their number, the sum of their ids, and the last that had all its cells. */
  readonly above: { readonly rows: number; readonly sum: number; readonly full: readonly string[] };
}

/** Null for a row that may be a record; it has a cell that is not blank. */
export function noRecord(
  cells: readonly string[],
  header: readonly string[],
  { isFirst, isBelowBlank, above }: RowPlace,
): NoRecord | null {
  if (isFirst && areTypes(cells)) return { fate: 'skipped', error: 'the types of the columns' };
  if (isFirst && cells.some((cell) => SAMPLE.test(cell.trim()))) return { fate: 'skipped', error: 'a sample row' };
  if (
    header.length >= TABLE_COLUMNS &&
    cells.some((cell, at) => cell.includes('\n') && holdsRows(cell, at, header.length))
  )
    return { fate: 'rejected', error: 'a cell of several lines that are rows themselves: is a quote missing?' };
  // Nearly every row: it does not begin as a header does, and its second cell is neither empty nor a number or a rule.
  const start = trimmed(cells[0] ?? '');
  const mayBeHeader = start === trimmed(header[0] ?? '') || FIELDS_OF_HEADER.has(start.toLowerCase());
  if (start !== '' && !mayBeHeader && cells.length > 1 && !NUMBER_OR_RULE.test(cells[1] ?? '')) return null;
  const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (mayBeHeader && (isHeader(cells, header) || areHeaders(cells, header, isBelowBlank)))
    return { fate: 'skipped', error: 'the header again', isHeader: true };
  if (RULE.test(first) && filled.length > 1 && filled.every((cell) => RULE.test(cell)))
    return { fate: 'skipped', error: 'a rule, no record' };
  // What may be an id is how many rows there are, or their sum.
  const isCount = filled.length === 1 && above.rows > 1 && [above.rows, above.sum].includes(Number(first));
  // Below rows of ids alone, another one is no count of them.
  const isFuller = above.full.filter((cell) => cell.trim() !== '').length > 1;
  if (isCount && (header.length === 1 ? isBelowBlank : isFuller)) return footer(first);
  if (header.length < TABLE_COLUMNS) return null;
  const other = cells.length === 1 && DELIMITERS.find((one) => first.split(one).length === header.length);
  if (other)
    return {
      fate: 'rejected',
      error: `its cells are separated by ${JSON.stringify(other)}, unlike those of the header`,
    };
  const isSum = FOOTER.test(first) || (filled.length > 1 && SUM_OF_GROUP.test(first));
  const isTotal = isSum && filled.slice(1).every((cell) => /^[\d.,'\s%€$£-]+$/.test(cell));
  // Companies have names like the codes of countries: GE.
  const isHeading = COMMENT.test(first) || (first.length > CODE_MAX && countryName(first) !== null);
  const isAlone = filled.length === 1 && ((cells.length === 1 && !first.includes('@')) || isHeading);
  return isTotal || isAlone ? footer(first) : null;
}

const footer = (text: string): NoRecord => ({
  fate: 'rejected',
  error: `a title or footer, no record: ${JSON.stringify(text.slice(0, 60))}`,
});

function areTypes(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const types = filled.filter((cell) => TYPE.test(cell.replace(/^\(([^()]+)\)$/, '$1')));
  return types.length > 1 && (types.length === filled.length || filled.every((cell) => /^\(.*\)$/.test(cell)));
}

/** A quote that was not closed, up to the next one: the end of one row, all of those behind it, the beginning of another. In prose, a space is behind a comma. */
function holdsRows(cell: string, at: number, width: number): boolean {
  const lines = cell.split(/[\r\n]+/).filter((line) => line !== '');
  return DELIMITERS.some((delimiter) =>
    lines.every((line, number) => {
      const cuts = line.split(delimiter).filter((part, place) => place > 0 && !part.startsWith(' ')).length;
      return cuts === (number === 0 ? width - 1 - at : number === lines.length - 1 ? at : width - 1);
    }),
  );
}

/** The header of another part of the file, in other words: of three columns or more, for `Nom` and `Portable` may be names; of two below a blank row. */
function areHeaders(cells: readonly string[], header: readonly string[], isBelowBlank: boolean): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const known = cells.filter(
    (cell, at) =>
      FIELDS_OF_HEADER.has(cell.trim().toLowerCase()) || (cell.trim() !== '' && cell.trim() === header[at]?.trim()),
  );
  const isEnough =
    known.length >= TABLE_COLUMNS || (isBelowBlank && known.length > 1 && known.length === filled.length);
  return isEnough && known.length * 2 > filled.length && !filled.some((cell) => /[@0-9]/.test(cell));
}

const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.length > 1 && header.every((name, at) => name.trim() === (cells[at]?.trim() ?? ''));

/** Whether such a header is of another table: below it, a column is no longer of the field that it is mapped to. */
export const isOfOtherTable = (cells: readonly string[], { columns }: Pick<ImportPlan, 'columns'>): boolean =>
  columns.some(({ index, header, field }) => {
    const name = cells[index]?.trim().toLowerCase() ?? '';
    const isSame = name === '' || name === header.trim().toLowerCase();
    return !isSame && FIELDS_OF_HEADER.get(name)?.includes(field) !== true;
  });

/** Why a row to create or merge, the last that the reader read, is of no one: a heading, or what would name it was left out; null where it may be. */
export function noOneProblem(
  cells: readonly string[],
  { fields, values, leftOut }: Pick<ItemReader, 'fields' | 'values' | 'leftOut'>,
  { entity, columns }: Pick<ImportPlan, 'entity' | 'columns'>,
): string | null {
  const filled = fields.filter((_, at) => values[at] !== undefined);
  const [field = '', another] = filled;
  const isNaming = (one: string) => NAMING[entity].has(one);
  const wasNaming = (header: string) => columns.some((column) => column.header === header && isNaming(column.field));
  if (leftOut.some(({ column }) => wasNaming(column)) && !filled.some(isNaming))
    return `no value that names a ${NOUN[entity]}`;
  if (entity === 'COMPANY') return null;
  if (another !== undefined || cells.length < TABLE_COLUMNS || (field !== 'firstName' && field !== 'lastName'))
    return null;
  return cells.filter((cell) => cell.trim() !== '').length === 1 ? 'a single name, no contact' : null;
}

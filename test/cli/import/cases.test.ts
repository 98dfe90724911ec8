// Files as people have them: nothing wrong is stored, merged or lost with exit 0. Each is in `cases/`, with everything that comes of it beside it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openImport, reach, run } from './import-world.ts';

const FOLDER = join(import.meta.dirname, 'cases');

interface Case {
  /** What is right. */
  readonly right: string;
  /** The command; without one, `contacts import FILE`. */
  readonly argv?: string;
  /** Records that are there before, by the command that imports them. */
  readonly before?: string;
}

const CONTACTS = 'contacts import contacts.csv';
const BY_EMAIL = 'contacts update --csv FILE --by email';
const DELETE = { argv: 'contacts delete --csv FILE --by id --yes', before: CONTACTS };

const CASES: Readonly<Record<string, Case>> = {
  'c01-windows-1251.csv': { right: 'headers in Russian are read' },
  'c02-windows-1252.csv': { right: 'a dry run names the encoding too', argv: 'contacts import FILE --dry-run' },
  'c03-shift-jis.csv': { right: 'Shift-JIS is detected' },
  'c05-uncertain.csv': { right: 'bytes of no certain encoding are refused' },
  'c06-cp850.csv': { right: 'CP850 is detected' },
  'c07-double-encoded.csv': { right: 'text that was encoded twice is not stored' },
  'c08-replacement.csv': { right: 'text that lost characters is not stored' },
  'c09-one-row-encoded-twice.csv': { right: 'the rows that are not damaged are imported' },
  'c10-ndjson-not-utf8.ndjson': { right: 'JSON that is not UTF-8 is refused where it is not' },
  'c11-escapes.csv': { right: 'escape codes are not the characters that they stand for' },
  'c18-ctrl-z.csv': { right: 'Ctrl-Z at the end is not a contact' },
  'c19-control-characters.csv': { right: 'control characters are not values' },
  'c20-composed-and-not.csv': { right: 'what looks the same is the same: accents, no-break spaces, soft hyphens' },
  'c21-double-width.csv': { right: 'letters and digits of double width are those of an address and a number' },
  'd09-crlf-with-lone-crs.csv': { right: 'a CR inside a cell ends no row' },
  'd11-crcrlf-quoted.csv': { right: 'line ends of CR CR LF are read' },
  'd13-comment-line.csv': { right: 'a comment above the header: --skip-lines is named' },
  'd14-header-of-two-rows.csv': { right: 'a header of two rows is refused' },
  'd15-no-header.csv': { right: 'a file without a header is refused as such' },
  'd16-delimiter-changes.csv': { right: 'rows with another delimiter are not names' },
  'd17-header-below-a-report.csv': { right: 'the line that names the columns is pointed to' },
  'd18-page-of-html.xls': { right: 'a page of HTML is called one, whatever its name' },
  'd19-quote-never-closed.csv': { right: 'rows that a quote swallowed are not values of another one' },
  'd20-cut-off.csv': { right: 'the row in whose middle the file ends is not a contact' },
  'd21-two-tables.csv': { right: 'rows below the header of other columns are not contacts' },
  'd22-below-a-title.csv': {
    right: 'a dry run names the lines above the header',
    argv: 'contacts import FILE --dry-run',
  },
  'd23-a-record-each-column.csv': { right: 'a file in which each column is a record is refused' },
  'd24-table-below-a-blank-row.csv': { right: 'a blank line and names of two columns begin another table' },
  'd25-yaml.yaml': { right: 'YAML is called YAML, not a table without a header' },
  'd26-missing-cell.csv': {
    right: 'values that stand left of their columns are not stored; empty cells at the end are fine',
  },
  'd27-missing-cell-of-companies.csv': { right: 'nor are those of companies', argv: 'companies import FILE' },
  'd28-vcards.csv': { right: 'vCards are called vCards' },
  'd29-one-name-alone.csv': { right: 'the split is offered where nothing else is there' },
  'd30-separated-by-carets.csv': { right: '--delimiter is named' },
  'd31-quote-missing.csv': { right: 'values that stand right of their columns are not stored' },
  'd32-lines-in-quotes.csv': { right: 'lines in quotes are called that' },
  'e01-emails.csv': { right: 'what is not an email is left out, its row is not' },
  'e02-placeholder-emails.csv': { right: 'an address that says there is none is a word for "no value"' },
  'e03-no-addresses.csv': { right: 'hidden addresses, and those of nowhere, are none' },
  'f01-no-names.csv': { right: 'a table that names no one is refused' },
  'g01-groups.csv': { right: 'headings and sums of groups are not contacts' },
  'g02-groups-of-companies.csv': { right: 'nor are they companies', argv: 'companies import FILE' },
  'h01-damaged-phones.csv': { right: 'days, amounts, hidden digits and addresses are not phone numbers' },
  'h02-truth-values.ndjson': { right: 'false in place of a name is none' },
  'h03-measures-and-prefixes.csv': {
    right: 'ids of a table program are whole numbers, a code of a country is no phone number',
  },
  'i01-ids-to-delete.csv': {
    right: 'a number that stands where the id belongs, or counts the rows, deletes no one',
    ...DELETE,
  },
  'i02-id-of-a-colleague.csv': {
    right: 'an id beside the email of someone else, of the same company, deletes no one',
    ...DELETE,
  },
  'i03-ids-of-companies.csv': { right: 'ids of companies delete no contact', ...DELETE },
  'i04-id-that-is-missing.csv': { right: 'a number that came to the place of a missing id deletes no one', ...DELETE },
  'i05-ids-of-contacts.csv': {
    right: 'ids of contacts change no company',
    argv: 'companies update --csv FILE --by id --yes',
    before: 'companies import companies.csv',
  },
  'i06-ids-alone.csv': {
    right: 'below rows of ids alone, the number of the rows above, or their sum, is an id',
    ...DELETE,
  },
  'i07-column-sorted-alone.csv': {
    right: 'a column that was sorted without the others changes no one',
    before: CONTACTS,
  },
  'j01-big-ids.ndjson': { right: 'numbers beyond 2^53 keep their digits' },
  'j02-exponents.json': { right: 'a number with an exponent is not a phone number or an id' },
  'j03-list-in-an-object.json': { right: 'a list of records in an object is named' },
  'k01-company-with-two-domains.csv': { right: 'a domain that would replace another is told before' },
  'k02-people-as-companies.csv': { right: 'people are not companies', argv: 'companies import FILE' },
  'k03-people-of-companies.csv': { right: 'their companies are', argv: 'companies import FILE' },
  'k04-companies-not-named.csv': { right: 'values of companies without a name are told' },
  'm01-url-is-website.csv': { right: 'a URL that is a company website is not a profile' },
  'm02-foreign-id.csv': { right: 'ids of another system change no contact', before: 'contacts import strangers.csv' },
  'm03-foreign-id-pages.csv': {
    right: 'ids that no value confirms change no contact',
    before: 'contacts import contacts.csv',
  },
  'm04-uuid-id.csv': { right: 'uuids are recognized before the first request' },
  'm06-company-page-as-profile.csv': { right: 'pages that name no one merge no one' },
  'm07-foreign-company-id.csv': {
    right: 'ids of another system change no company',
    argv: 'companies import FILE',
    before: 'companies import companies.csv',
  },
  'm09-authwall.csv': { right: 'a page that asks to log in merges no one' },
  'm10-shared-domains.csv': { right: 'companies at a free mail host stay apart' },
  'm11-more-nameless-pages.csv': { right: 'further pages that name no one merge no one' },
  'm12-websites-and-dates.csv': { right: 'a website is not a profile, a date is not a phone number or an id' },
  'm13-websites-as-profiles.csv': { right: 'websites in a column of profiles are those of the companies' },
  'm14-pages-of-no-one.csv': { right: 'of a known network, only pages of people merge' },
  'm15-foreign-id-partly.csv': { right: 'a first name alone does not make an id the right one', before: CONTACTS },
  'm16-own-id-edited.csv': { right: 'own ids with edited values are updated', before: CONTACTS },
  'm17-pages-of-templates.csv': { right: 'pages that a template names merge no one' },
  'm18-data-loader.csv': { right: 'ID beside OWNERID is that of the CRM' },
  'm19-one-id-slipped.csv': { right: 'an id that is surely of someone else changes no one', before: CONTACTS },
  'm20-id-alone.csv': { right: 'a row without the id that alone would name it is no contact', before: CONTACTS },
  'm21-pages-by-parameter.csv': {
    right: 'a parameter tells the pages of a program apart, pages of no one merge no one',
  },
  'm22-profiles-as-websites.csv': { right: 'a profile of a person is not the website of the company' },
  'n01-full-name.csv': { right: 'a full name is not a last name; the split is offered' },
  'n02-google-multi.csv': { right: 'the first of several addresses, all phones' },
  'n03-full-name-split.csv': { right: 'a full name is split', argv: 'contacts import FILE --map Name=fullName' },
  'n04-line-breaks.csv': {
    right: 'a name has one line, a note as many as it has',
    argv: 'contacts import FILE --custom',
  },
  'n05-several-companies.csv': { right: 'several companies are not one, several ids none' },
  'n06-guessed-names.csv': {
    right: 'names that could be divided elsewhere are counted',
    argv: 'contacts import FILE --map Name=fullName',
  },
  'n07-whole-names.csv': { right: 'whole names under the header of last names are not last names' },
  'n08-names-with-links.csv': { right: 'a link or a backslash is no part of a name' },
  'n09-name-beside-first-names.csv': { right: 'Name beside Vorname is the last name' },
  'n10-company-beside-first-names.csv': { right: 'but not where companies stand in it' },
  'p01-placeholder-names.csv': { right: 'words for "no value" make no two people one' },
  'p03-crm-id-error.csv': { right: 'an error is not a CRM id' },
  'p04-same-person-more-values.csv': { right: 'rows of one person add to each other; what contradicts is reported' },
  'p05-words-over-values.csv': { right: 'a word for "no value" replaces nothing in a merge', before: CONTACTS },
  'p06-words-in-other-languages.csv': { right: 'words for "no value" in other languages make no two people one' },
  'p07-key-of-a-later-row.csv': { right: 'what an earlier row of a record adds may be the key of a further one' },
  'p08-words-in-two-cells.csv': { right: 'a word for "no value" in two cells makes no two people one' },
  'p09-number-spelled-otherwise.csv': { right: 'a number in another spelling is the same' },
  'p10-loading.csv': { right: 'a function of a sheet without its value is not a company, nor an id' },
  'q01b-space-before-quote-plain.csv': { right: 'spaces before all quotes are read' },
  'q02-space-after-quote.csv': { right: 'spaces behind quotes are read' },
  'q05b-single-quotes-noemail.csv': { right: 'single quotes are read' },
  'q06-printed-quotes.csv': { right: 'quotes of print are not kept as text' },
  'q07-single-quotes-spaces.csv': { right: 'single quotes behind spaces are read' },
  'q08-quoted-twice.csv': { right: 'quotes around quotes are not kept as text' },
  'q09-rows-in-french-quotes.csv': { right: 'nor are other quotes around all cells of the rows' },
  'q10-names-in-quotes.csv': { right: 'quotes around a name are no part of it' },
  'r01-rejects-again.csv': { right: 'what was rejected and is not fixed is rejected again' },
  'r02-rejected-companies-again.csv': { right: 'nor does it become a company', argv: 'companies import FILE' },
  's01-long-numbers.xlsx': { right: 'long numbers keep their digits or are left out' },
  's02-errors-formulas.xlsx': { right: 'errors are not values' },
  's03-rich-text.xlsx': { right: 'escaped characters are decoded' },
  's04-hidden-first.xlsx': { right: 'a hidden sheet is passed over' },
  's13-extra-cells.xlsx': { right: 'a note right of the table is ignored' },
  's14-cover-sheet.xlsx': { right: 'the sheet whose header maps is read' },
  's18-shared-strings-other-name.xlsx': { right: 'shared texts under another name' },
  's19-parts-at-root.xlsx': { right: 'parts at the root' },
  's22-styles-other-name.xlsx': {
    right: 'dates, with styles under another name',
    argv: 'contacts import FILE --map "Met on=jobTitle"',
  },
  's23-number-prefixes.xlsx': {
    right: 'a code of a country in front of a number is a part of it; a fraction is not an id',
  },
  's24-merged-cells.xlsx': { right: 'merged cells are named' },
  's25-hidden-rows.xlsx': { right: 'hidden rows are counted' },
  's26-header-below-a-report.xlsx': { right: 'the row that names the columns is pointed to' },
  's27-header-below-titles.xlsx': { right: 'below a title, too' },
  't01-types-below-header.csv': { right: 'a line of types below the header is not a contact' },
  't02-types-below-header-again.csv': { right: 'nor is one below a header that is there twice' },
  't03-template.csv': { right: 'the sample rows of a template are not contacts' },
  't04-headers-of-a-form.csv': { right: 'numbers and marks of a form are no part of a header' },
  't05-units-below-header.csv': { right: 'nor are kinds in brackets' },
  'u01-update-errors.csv': {
    right: 'damaged cells update nothing',
    argv: 'contacts update --csv FILE --by id --yes',
    before: CONTACTS,
  },
  'u02-words-by-email.ndjson': {
    right: 'a word for "no value" replaces nothing, whatever names the record',
    argv: `${BY_EMAIL} --yes`,
    before: 'contacts import strangers.csv',
  },
  'v01-excel-errors.csv': { right: 'errors of a spreadsheet are not values' },
  'v04b-header-again-noemail.csv': { right: 'the header again is not a contact' },
  'v04c-markdown-table.csv': { right: 'the rule of a table is not a contact' },
  'v04d-headers-in-other-words.csv': { right: 'a header in other words, or in capitals, is not a contact' },
  'v05-report-footer.csv': { right: 'the footer of a report is not a contact' },
  'v05b-sums.csv': { right: 'sums in other languages are not contacts' },
  'v06-zero-width.csv': { right: 'invisible characters make no second contact, and are in no address' },
  'v08-excel-text-formula.csv': { right: 'a formula that is a text is read as it' },
  'v09-employee-ranges.csv': { right: 'ranges are not numbers', argv: 'companies import FILE' },
  'v10-company-footers.csv': { right: 'notes below the table are not companies', argv: 'companies import FILE' },
  'v11-formulas.csv': {
    right: 'a formula in place of its result is not a value',
    argv: 'contacts import FILE --custom',
  },
  'v12-formulas.xlsx': { right: 'a formula without a result, and as text, is not a value' },
  'v13-misplaced-values.csv': {
    right: 'dates, numbers, JSON and addresses are not names, codes of HTML are characters',
  },
  'v14-misplaced-company-values.csv': { right: 'what has no dot is not a domain', argv: 'companies import FILE' },
  'v15-shifted-cells.csv': { right: 'words are not a phone number, phone numbers and HTML are not titles and names' },
  'v16-nothing-left-to-name.csv': { right: 'a row of which nothing is left that names it is not a contact' },
  'w01-several-websites.csv': { right: 'two addresses are not one website', argv: 'companies import FILE' },
  'x01-export-resaved-by-excel.csv': { right: 'shortened numbers replace nothing', before: CONTACTS },
  'x02-lost-digits-in-an-update.csv': { right: 'in an update, neither', argv: `${BY_EMAIL} --yes`, before: CONTACTS },
  'x03-lost-digits-in-a-merge.csv': { right: 'in a merge, neither', before: CONTACTS },
  'x04-lost-digits-in-a-preview.csv': {
    right: 'a dry run names them',
    argv: `${BY_EMAIL} --dry-run`,
    before: CONTACTS,
  },
};

const RECORDS = new Set(['contacts.csv', 'strangers.csv', 'companies.csv']);

const FIELDS = {
  contacts: [
    ...['firstName', 'lastName', 'professionalEmail', 'mobilePhone', 'phones', 'jobTitle', 'contactCRMId'],
    'networkProfileUrl',
  ],
  companies: ['name', 'domain', 'website', 'numberOfEmployees', 'companyCRMId', 'companyNetworkUrl'],
} as const;

/** Each record that is stored, its values joined by ` | `. */
async function stored(group: keyof typeof FIELDS): Promise<string[]> {
  const { body } = await reach.world.call('GET', `/v1/${group}`, { query: { page: 1, pageSize: 100 } });
  return body.data[group].map((record: Record<string, unknown> & { company?: { name?: string } }) =>
    [record['id'], ...FIELDS[group].map((field) => record[field]), record.company?.name]
      .filter((value) => value !== null && value !== undefined && value !== '')
      .join(' | '),
  );
}

/** Of the summary, what has a value and does not depend on the time. */
const facts = (stdout: string): string[] =>
  stdout
    .split('\n')
    .filter((line) => !/^(?:id|file|seconds|rowsPerSecond|results|rejects)\t|\t0?$/.test(line))
    .map((line) => line.replace('\t', ' '));

const linesOf = (name: string): string[] => (existsSync(join(reach.home, name)) ? reach.read(name).split('\n') : []);

/** Only where something is in it; characters that no one sees as their code. */
const section = (title: string, lines: readonly string[]): string => {
  const displayed = lines.filter((line) => line !== '').map((line) => line.trimEnd());
  const text = [`# ${title}`, ...displayed].join('\n').replaceAll(/[\p{C}\u00ad](?<!\n)/gu, (character) => {
    return `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;
  });
  return displayed.length === 0 ? '' : `${text}\n`;
};

openImport();

test('every file has its row', () => {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.out') && !RECORDS.has(name));
  expect(Object.keys(CASES)).toEqual(files.toSorted());
  expect(readdirSync(FOLDER).filter((name) => name.endsWith('.out'))).toEqual(files.map((name) => `${name}.out`));
});

const ROWS = Object.entries(CASES).map(([name, row]) => [name, row.right, row] as const);

test.each(ROWS)('%s: %s', async (name, _, { argv = 'contacts import FILE', before }) => {
  for (const file of [name, ...RECORDS]) reach.write(file, readFileSync(join(FOLDER, file)));
  if (before !== undefined) expect(await run(`${before} --no-input`)).toMatchObject({ code: 0 });
  const line = argv.replace('FILE', name);
  const files = line.includes('--dry-run') ? '' : ' --results results.csv --rejects rejects.csv';
  const { code, stdout, stderr } = await run(`${line} --no-input${files}`);
  const out = [
    `$ reach ${line}\nexit ${code}\n`,
    section('stderr', stderr.split('\n')),
    section('summary', facts(stdout)),
    section('results', linesOf('results.csv')),
    section('rejects', linesOf('rejects.csv')),
    section('stored', await stored(line.startsWith('companies') ? 'companies' : 'contacts')),
  ].join('');
  await expect(out).toMatchFileSnapshot(join(FOLDER, `${name}.out`));
});

import { describe, expect, test } from 'vitest';
import { KNOWN_HEADERS } from '../../../../src/cli/import/mapping/known-headers.ts';
import { type MappingFlags, mapColumns } from '../../../../src/cli/import/mapping/map-columns.ts';
import { targetFields } from '../../../../src/cli/import/mapping/target-fields.ts';
import type { EntityName } from '../../../../src/contract/entities.ts';
import type { FieldDescriptor } from '../../../../src/contract/records/fields.ts';
import { looseName } from '../../../../src/rules/nearest.ts';

const custom = (id: string, editable = true): FieldDescriptor => ({
  id,
  label: id,
  fieldType: 'EMPTY_FIELD',
  dataType: 'text',
  editable,
  promptReference: `{${id}}`,
});

interface Input {
  readonly flags?: Partial<MappingFlags>;
  readonly entity?: EntityName;
  readonly discovered?: readonly FieldDescriptor[] | null;
}

function mapped(header: string, { flags = {}, entity = 'CONTACT', discovered = [] }: Input = {}) {
  const input = { map: [], custom: [], ...flags };
  const { columns, skipped, problems } = mapColumns(header.split('|'), input, targetFields(entity, discovered));
  return [
    columns
      .map(({ header: name, field, kind }) => `${name} → ${field}${kind === 'custom' ? ' (custom)' : ''}`)
      .join(', '),
    ...skipped.map(({ header: name, why, suggestion }) => `${name}: ${why}${suggestion}`),
    ...problems.map((problem) => `! ${problem}`),
  ];
}

const IN_ORDER =
  'firstName,lastName,companyName,professionalEmail,mobilePhone,phones,jobTitle,contactCountry,companyWebsite,companyIndustry';

describe('headers of other programs', () => {
  test.each<[string, string, string]>([
    [
      'a professional network',
      'First Name|Last Name|URL|Email Address|Company|Position|Connected On',
      'firstName,lastName,networkProfileUrl,professionalEmail,companyName,jobTitle,-',
    ],
    [
      'its sales tool',
      'First name|Last name|Current title|Current company|LinkedIn URL|Headline',
      'firstName,lastName,jobTitle,companyName,networkProfileUrl,networkHeadline',
    ],
    [
      'a marketing CRM',
      'Record ID - Contact|First Name|Last Name|Email|Phone Number|Mobile Phone Number|Job Title|Company Name|Website URL|Company Domain Name',
      'contactCRMId,firstName,lastName,professionalEmail,phones,mobilePhone,jobTitle,companyName,companyWebsite,companyDomain',
    ],
    [
      'a sales CRM',
      'Lead ID|First Name|Last Name|Title|Account Name|Account ID|Email|Mobile|Mailing Country',
      'leadCRMId,firstName,lastName,jobTitle,companyName,companyCRMId,professionalEmail,mobilePhone,contactCountry',
    ],
    [
      'a mail program',
      'First Name|Last Name|E-mail Address|Company|Job Title|Business Phone|Mobile Phone|Business Country/Region|Web Page',
      'firstName,lastName,professionalEmail,companyName,jobTitle,phones,mobilePhone,contactCountry,companyWebsite',
    ],
    [
      'an address book',
      'Given Name|Family Name|E-mail 1 - Value|Phone 1 - Value|Organization 1 - Name|Organization 1 - Title',
      'firstName,lastName,professionalEmail,phones,companyName,jobTitle',
    ],
    [
      'a German spreadsheet',
      'Vorname|Nachname|Firma|E-Mail|Telefon|Mobil|Position|Land|Webseite|Branche',
      'firstName,lastName,companyName,professionalEmail,phones,mobilePhone,jobTitle,contactCountry,companyWebsite,companyIndustry',
    ],
    ['Italian', 'Nome|Cognome|Azienda|Indirizzo e-mail|Cellulare|Telefono|Ruolo|Paese|Sito web|Settore', IN_ORDER],
    ['Dutch', 'Voornaam|Achternaam|Bedrijf|E-mailadres|Mobiel|Telefoon|Functie|Land|Website|Sector', IN_ORDER],
    [
      'Polish',
      'Imię|Nazwisko|Nazwa firmy|Adres e-mail|Telefon komórkowy|Telefon|Stanowisko|Kraj|Strona www|Branża',
      IN_ORDER,
    ],
    ['Turkish', 'Adı|Soyadı|Şirket|E-posta|Cep telefonu|Telefon|Unvan|Ülke|Web sitesi|Sektör', IN_ORDER],
    ['Japanese', '名|姓|会社名|メールアドレス|携帯電話|電話番号|役職|国|ウェブサイト|業種', IN_ORDER],
    ['Russian', 'Имя|Фамилия|Компания|Электронная почта|Мобильный|Телефон|Должность|Страна|Сайт|Отрасль', IN_ORDER],
    [
      'our own export',
      'firstName|companyName|company.domain|contactCRMId',
      'firstName,companyName,companyDomain,contactCRMId',
    ],
    ['any spelling', 'first_name|LAST-NAME|  e mail ', 'firstName,lastName,professionalEmail'],
  ])('%s', (_, header, fields) => {
    const { columns } = mapColumns(header.split('|'), { map: [], custom: [] }, targetFields('CONTACT', null));
    const byIndex = new Map(columns.map(({ index, field }) => [index, field]));
    expect(
      header
        .split('|')
        .map((_name, index) => byIndex.get(index) ?? '-')
        .join(','),
    ).toBe(fields);
  });

  test('companies', () => {
    expect(
      mapped('Name|Domain|Website|Industry|Number of Employees|Country|LinkedIn Company Page|Account ID', {
        entity: 'COMPANY',
      }),
    ).toEqual([
      'Name → name, Domain → domain, Website → website, Industry → industry, Number of Employees → numberOfEmployees, Country → companyCountry, LinkedIn Company Page → companyNetworkUrl, Account ID → companyCRMId',
    ]);
  });

  test.each<EntityName>(['CONTACT', 'COMPANY'])('no header of %s means two fields', (entity) => {
    const seen = new Map<string, string>();
    for (const [field, headers] of Object.entries(KNOWN_HEADERS[entity])) {
      for (const header of headers) {
        expect([header, seen.get(looseName(header)) ?? field]).toEqual([header, field]);
        seen.set(looseName(header), field);
      }
    }
  });

  test.each<EntityName>(['CONTACT', 'COMPANY'])(
    'every known header of %s leads to a field that an item takes',
    (entity) => {
      const { fields } = targetFields(entity, null);
      expect(Object.keys(KNOWN_HEADERS[entity]).filter((field) => !fields.has(field))).toEqual([]);
    },
  );
});

describe('which column counts', () => {
  test.each<[string, string, Input, string[]]>([
    [
      'of two columns for one field the first',
      'E-Mail|Email Address',
      {},
      ['E-Mail → professionalEmail', 'Email Address: professionalEmail already comes from "E-Mail"'],
    ],
    [
      'of two equal headers the first',
      'Email|Email',
      {},
      ['Email → professionalEmail', `Email: same header as another column (use --map 'Email#2=field' for the second)`],
    ],
    [
      '--map before a header',
      'Email|Work',
      { flags: { map: ['Work=professionalEmail'] } },
      ['Work → professionalEmail', 'Email: professionalEmail already comes from "Work"'],
    ],
    [
      'the second of two',
      'Phone|Phone',
      { flags: { map: ['Phone#2=mobilePhone'] } },
      ['Phone → phones, Phone → mobilePhone'],
    ],
    [
      'a header that is called so',
      'A#2|A',
      { flags: { map: ['A#2=firstName', 'A=lastName'] } },
      ['A#2 → firstName, A → lastName'],
    ],
    [
      'a column left out',
      'Email|Land',
      { flags: { map: ['Land='] } },
      ['Email → professionalEmail', 'Land: skipped by --map'],
    ],
    ['a header with =', 'x=y', { flags: { map: ['x=y=firstName'] } }, ['x=y → firstName']],
    [
      'a loose header and field',
      'Work Mail',
      { flags: { map: ['work_mail=professional email'] } },
      ['Work Mail → professionalEmail'],
    ],
    [
      'no header, and one of ours',
      'Email||_line|_error',
      {},
      ['Email → professionalEmail', ': no header', '_line: header starts with _', '_error: header starts with _'],
    ],
    [
      'a field of the service',
      'Email|createdAt|id',
      {},
      ['Email → professionalEmail', 'createdAt: cannot be set by an import', 'id: cannot be set by an import'],
    ],
    [
      'a near miss',
      'Email|Frist Name',
      {},
      ['Email → professionalEmail', 'Frist Name: no matching field; did you mean "firstName"?'],
    ],
  ])('%s', (_, header, input, source) => {
    expect(mapped(header, input)).toEqual(source);
  });
});

describe('custom fields', () => {
  test.each<[string, string, Input, string[]]>([
    ['only when asked for', 'Email|Notes', {}, ['Email → professionalEmail', 'Notes: no matching field']],
    [
      'all of them',
      'Email| Notes |Tier',
      { flags: { custom: 'all' } },
      ['Email → professionalEmail, Notes → Notes (custom), Tier → Tier (custom)'],
    ],
    [
      'one of them',
      'Email|Notes|Tier',
      { flags: { custom: ['Tier'] } },
      ['Email → professionalEmail, Tier → Tier (custom)', 'Notes: no matching field'],
    ],
    [
      'one that the workspace has',
      'email|lead score',
      { discovered: [custom('Lead Score')] },
      ['email → professionalEmail, lead score → Lead Score (custom)'],
    ],
    ['before a header of other programs', 'Title', { discovered: [custom('Title')] }, ['Title → Title (custom)']],
    [
      'never one that cannot be set',
      'Email|Score',
      { flags: { custom: 'all' }, discovered: [custom('Score', false)] },
      ['Email → professionalEmail', 'Score: Score cannot be set by an import'],
    ],
    [
      'under another name',
      'Email|Notes',
      { flags: { map: ['Notes=custom:Remarks'] } },
      ['Email → professionalEmail, Notes → Remarks (custom)'],
    ],
    ['even where its header means a field', 'Email', { flags: { custom: ['Email'] } }, ['Email → Email (custom)']],
  ])('%s', (_, header, input, source) => {
    expect(mapped(header, input)).toEqual(source);
  });
});

describe('wrong use, all of it at once', () => {
  test.each<[string, string, Input, string[]]>([
    [
      'several problems',
      'Email|Name',
      { flags: { map: ['Emial=firstName', 'Name', 'Name=fristName'], custom: ['Nope'] } },
      [
        'Email → professionalEmail',
        "Name: one name: --map 'Name=fullName' splits it",
        '! --map Emial=firstName: the file has no column "Emial"; did you mean "Email"?',
        "! --map Name: must be 'Header=field', or 'Header=' to skip the column",
        '! --map Name=fristName: there is no field "fristName"; did you mean "firstName"?',
        '! --custom Nope: the file has no column "Nope"; its columns: Email, Name',
      ],
    ],
    [
      'one field twice',
      'A|B',
      { flags: { map: ['A=firstName', 'B=firstName'] } },
      [
        'A → firstName',
        'B: no matching field',
        '! --map B=firstName: firstName is already mapped by --map A=firstName',
      ],
    ],
    [
      'one column twice',
      'A',
      { flags: { map: ['A=firstName', 'A=lastName'] } },
      ['A → firstName', '! --map A=lastName: the column is mapped twice'],
    ],
    [
      'a field of the service',
      'A',
      { flags: { map: ['A=createdAt'] } },
      ['A: no matching field', '! --map A=createdAt: createdAt cannot be set by an import'],
    ],
    [
      'a third that is not there',
      'A|A',
      { flags: { map: ['A#3=firstName'] } },
      [
        '',
        'A: no matching field',
        "A: same header as another column (use --map 'A#2=field' for the second)",
        '! --map A#3=firstName: the file has no column "A#3"; its columns: A, A',
      ],
    ],
    [
      'an unknown field offline',
      'A',
      { flags: { map: ['A=Zzz'] }, discovered: null },
      [
        'A: no matching field',
        `! --map A=Zzz: there is no field "Zzz"; custom fields are not known offline (use --map 'Header=custom:Name')`,
      ],
    ],
  ])('%s', (_, header, input, source) => {
    expect(mapped(header, input).filter((line) => line !== '')).toEqual(source.filter((line) => line !== ''));
  });
});

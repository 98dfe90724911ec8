import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mapColumns } from '../../../../src/cli/import/mapping/map-columns.ts';
import { checkMappingName, findMapping, mapTexts } from '../../../../src/cli/import/mapping/saved-mappings.ts';
import { targetFields } from '../../../../src/cli/import/mapping/target-fields.ts';
import { withColumn } from '../../../../src/cli/import/start/confirm-mapping.ts';
import { CONTACT } from '../../../../src/cli/shared/records/entity.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { folderForAllTests } from '../../../folder.ts';
import { COMPANY, openRig, type Rig } from '../rig.ts';

const HEADER = ['Who', 'Mail', 'Mail', 'Note', ''];
const TARGETS = targetFields('CONTACT', null);
const map = (flags: string[], saved: string[] = []) => mapColumns(HEADER, { map: flags, custom: [], saved }, TARGETS);
const pairs = ({ columns }: ReturnType<typeof map>) =>
  columns.map(({ index, field }) => `${index} ${field}`).join(', ');

describe('a mapping as texts', () => {
  const mapping = map(['Who=firstName', 'Mail#2=professionalEmail', 'Mail=', 'Note=custom:Notes']);
  const texts = ['Who=firstName', 'Mail=', 'Mail#2=professionalEmail', 'Note=custom:Notes'];

  test('the second of two equal headers is kept apart, and what is left out stays so', () => {
    expect(mapTexts(mapping, HEADER)).toEqual(texts);
  });

  test('read again it is the same mapping', () => {
    expect(pairs(map([], texts))).toBe(pairs(mapping));
  });

  test.each<[string, string[], string]>([
    ['a flag decides about its column', ['Who=lastName'], '0 lastName, 2 professionalEmail, 3 Notes'],
    ['and takes its field from another', ['Note=firstName'], '2 professionalEmail, 3 firstName'],
  ])('%s', (_, flags, expected) => {
    expect(pairs(map(flags, texts))).toBe(expected);
  });
});

describe('a column goes elsewhere', () => {
  const before = map(['Who=firstName', 'Note=jobTitle']);
  test.each<[string, number, string | null, string, string]>([
    ['to another field', 3, 'lastName', '0 firstName, 1 professionalEmail, 3 lastName', 'Mail|'],
    ['to a field that another had', 3, 'firstName', '1 professionalEmail, 3 firstName', 'Who|Mail|'],
    ['nowhere', 1, null, '0 firstName, 3 jobTitle', 'Mail|Mail|'],
  ])('%s', (_, index, field, columns, skipped) => {
    const after = withColumn(before, HEADER, index, field === null ? null : { field, kind: 'text' });
    expect([pairs(after), after.skipped.map(({ header }) => header).join('|')]).toEqual([columns, skipped]);
  });
});

describe('saved on this machine', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await openRig();
    rig.write('one.csv', 'Who,Contact\nAda,ada@x.example\n');
    rig.write('two.csv', 'Contact,Who\nbob@x.example,Bob\n');
  });
  afterEach(async () => await rig.close());
  const save = () =>
    rig.run('one.csv', { flags: { map: ['Who=firstName', 'Contact=professionalEmail'], saveMapping: 'crm' } });
  const names = async () => (await rig.records('contacts')).map(({ firstName }) => firstName).toSorted();

  test('used for a file with the same columns, in whatever order', async () => {
    expect((await save()).code).toBe(0);
    const { code, stderr } = await rig.run('two.csv');
    expect([code, await names()]).toEqual([0, ['Ada', 'Bob']]);
    expect(stderr).toContain('the saved mapping "crm" has these columns and is used; --mapping none does without');
    expect(statSync(join(rig.home, 'config', 'mappings.json')).mode & 0o777).toBe(0o600);
  });

  test('--mapping NAME, none and a name that is none', async () => {
    await save();
    const none = await rig.run('two.csv', { flags: { mapping: 'none', map: ['Who=firstName'], saveMapping: 'crm' } });
    expect(none.stderr).toContain('mapping saved as "crm", in place of the one of that name\n');
    await save();
    expect((await rig.run('two.csv', { flags: { mapping: 'none' } })).code).toBe(2);
    const unknown = await rig.run('two.csv', { flags: { mapping: 'crn' } });
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'error: there is no saved mapping "crn"; did you mean "crm"?\nhint: saved mappings: crm\n',
    ]);
    expect((await rig.run('two.csv', { flags: { mapping: 'crm' } })).code).toBe(0);
  });

  test('the same command again means the same import', async () => {
    await save();
    const again = await rig.run('one.csv', {
      flags: { map: ['Who=firstName', 'Contact=professionalEmail'], saveMapping: 'crm' },
    });
    expect([again.code, await names()]).toEqual([0, ['Ada']]);
    expect(again.stderr).toContain('already imported');
  });
});

test.each(['none', '', 'a b', '../x', '-x', 'x'.repeat(61)])('%j cannot be the name of a mapping', (name) => {
  expect(() => checkMappingName(name)).toThrow('cannot be the name of a mapping');
});

const folder = folderForAllTests();

test.each(['[', '5', '{"a":{"map":5}}'])('a damaged file %j is an error that names it, or holds no mapping', (text) => {
  const paths = { config: folder, state: folder, cache: folder, data: folder };
  writeFileSync(join(folder, 'mappings.json'), text);
  try {
    expect(findMapping(paths, 'CONTACT', undefined, [])).toBeNull();
  } catch (error) {
    expect(failureOf(error).message).toBe(`cannot read ${join(folder, 'mappings.json')}: it is not JSON`);
  }
  expect(readFileSync(join(folder, 'mappings.json'), 'utf8')).toBe(text);
});

// Files with exactly the headers that other programs export, imported as they are: nothing mapped by hand.

const FOLDER = join(import.meta.dirname, 'exports');

const isOfCompanies = (name: string): boolean => /accounts|companies|organizations/.test(name);

/** `mapped of columns: Header=field, …; created`. */
async function imported(name: string): Promise<string> {
  const rig = await openRig();
  try {
    rig.write(name, readFileSync(join(FOLDER, name)));
    const { code, summary, stderr } = await rig.run(name, { entity: isOfCompanies(name) ? COMPANY : CONTACT });
    const { plan } = JSON.parse(rig.read(join('state', 'imports', rig.importIds()[0] ?? '', 'import.json')));
    const columns = plan.columns.map(({ header, field }: Record<string, string>) => `${header}=${field}`);
    const mapped = /^(?:note: )?(\d+ of \d+) columns? mapped/m.exec(stderr)?.[1];
    return `exit ${code}, ${summary['created']} created, ${mapped}: ${columns.join(', ')}`;
  } finally {
    await rig.close();
  }
}

const ROWS: Readonly<Record<string, string>> = {
  'apollo-contacts.csv':
    'exit 0, 1 created, 14 of 39: First Name=firstName, Last Name=lastName, Title=jobTitle, Company=companyName, Email=professionalEmail, Work Direct Phone=phones, Mobile Phone=mobilePhone, # Employees=numberOfEmployees, Industry=companyIndustry, Person Linkedin Url=networkProfileUrl, Website=companyWebsite, Company Linkedin Url=companyNetworkUrl, Country=contactCountry, Company Country=companyCountry',
  'excel-french.csv':
    'exit 0, 1 created, 11 of 12: Prénom=firstName, Nom=lastName, Société=companyName, Fonction=jobTitle, Adresse e-mail=professionalEmail, Téléphone=phones, Téléphone mobile=mobilePhone, Pays=contactCountry, Site web=companyWebsite, Secteur d’activité=companyIndustry, Effectif=numberOfEmployees',
  'excel-german.csv':
    'exit 0, 1 created, 11 of 12: Vorname=firstName, Nachname=lastName, Firma=companyName, Position=jobTitle, E-Mail=professionalEmail, Telefon=phones, Mobil=mobilePhone, Land=contactCountry, Webseite=companyWebsite, Branche=companyIndustry, Mitarbeiter=numberOfEmployees',
  'excel-spanish.csv':
    'exit 0, 1 created, 11 of 11: Nombre=firstName, Apellidos=lastName, Empresa=companyName, Cargo=jobTitle, Correo electrónico=professionalEmail, Teléfono=phones, Móvil=mobilePhone, País=contactCountry, Sitio web=companyWebsite, Sector=companyIndustry, Número de empleados=numberOfEmployees',
  'google-contacts.csv':
    'exit 0, 1 created, 8 of 22: First Name=firstName, Last Name=lastName, Organization Name=companyName, Organization Title=jobTitle, E-mail 1 - Value=professionalEmail, Phone 1 - Value=phones, Address 1 - Country=contactCountry, Website 1 - Value=companyWebsite',
  'hubspot-companies.csv':
    'exit 0, 1 created, 8 of 14: Record ID=companyCRMId, Company name=name, Country/Region=companyCountry, Industry=industry, Company Domain Name=domain, Website URL=website, Number of Employees=numberOfEmployees, LinkedIn Company Page=companyNetworkUrl',
  'hubspot-contacts.csv':
    'exit 0, 1 created, 11 of 16: Record ID=contactCRMId, First Name=firstName, Last Name=lastName, Email=professionalEmail, Phone Number=phones, Mobile Phone Number=mobilePhone, Job Title=jobTitle, Company Name=companyName, Website URL=companyWebsite, Country/Region=contactCountry, Associated Company IDs=companyCRMId',
  'linkedin-connections.csv':
    'exit 0, 2 created, 6 of 7: First Name=firstName, Last Name=lastName, URL=networkProfileUrl, Email Address=professionalEmail, Company=companyName, Position=jobTitle',
  'lusha-contacts.csv':
    'exit 0, 1 created, 13 of 19: First Name=firstName, Last Name=lastName, Job Title=jobTitle, Work Email=professionalEmail, Phone 1=phones, LinkedIn Profile=networkProfileUrl, Contact Country=contactCountry, Company Name=companyName, Company Domain=companyDomain, Company Website=companyWebsite, Company Main Industry=companyIndustry, Company LinkedIn=companyNetworkUrl, Company Country=companyCountry',
  'outlook-contacts.csv':
    'exit 0, 1 created, 9 of 23: First Name=firstName, Last Name=lastName, Company=companyName, Job Title=jobTitle, Business Country/Region=contactCountry, Business Phone=phones, Mobile Phone=mobilePhone, E-mail Address=professionalEmail, Web Page=companyWebsite',
  'outlook-french.csv':
    'exit 0, 1 created, 9 of 10: Prénom=firstName, Nom=lastName, Société=companyName, Titre professionnel=jobTitle, Pays/Région (bureau)=contactCountry, Téléphone (bureau)=phones, Tél. mobile=mobilePhone, Adresse de messagerie=professionalEmail, Page Web=companyWebsite',
  'pipedrive-data.csv':
    'exit 0, 1 created, 7 of 11: First name=firstName, Last name=lastName, Email - Work=professionalEmail, Phone - Work=phones, Phone - Mobile=mobilePhone, Organization=companyName, Job title=jobTitle',
  'pipedrive-organizations.csv':
    'exit 0, 1 created, 5 of 8: Organization - ID=companyCRMId, Organization - Name=name, Organization - Website=website, Organization - Industry=industry, Organization - Number of employees=numberOfEmployees',
  'pipedrive-people.csv':
    'exit 0, 1 created, 8 of 12: Person - ID=contactCRMId, Person - First name=firstName, Person - Last name=lastName, Person - Organization=companyName, Person - Phone - Work=phones, Person - Phone - Mobile=mobilePhone, Person - Email - Work=professionalEmail, Person - Job title=jobTitle',
  'salesforce-accounts.csv':
    'exit 0, 1 created, 6 of 16: Id=companyCRMId, Name=name, BillingCountry=companyCountry, Website=website, Industry=industry, NumberOfEmployees=numberOfEmployees',
  'salesforce-contacts.csv':
    'exit 0, 1 created, 13 of 21: Id=contactCRMId, AccountId=companyCRMId, FirstName=firstName, LastName=lastName, Title=jobTitle, Email=professionalEmail, Phone=phones, MobilePhone=mobilePhone, MailingCountry=contactCountry, Account.Name=companyName, Account.Website=companyWebsite, Account.Industry=companyIndustry, Account.NumberOfEmployees=numberOfEmployees',
  'xing-contacts.csv':
    'exit 0, 1 created, 7 of 9: Vorname=firstName, Nachname=lastName, Geschäftlich Position=jobTitle, Geschäftlich Firma=companyName, Geschäftlich E-Mail=professionalEmail, Geschäftlich Telefon=phones, Geschäftlich Mobil=mobilePhone',
  'zoominfo-contacts.csv':
    'exit 0, 1 created, 14 of 25: Last Name=lastName, First Name=firstName, Job Title=jobTitle, Direct Phone Number=phones, Email Address=professionalEmail, Mobile phone=mobilePhone, LinkedIn Contact Profile URL=networkProfileUrl, Country=contactCountry, Company Name=companyName, Website=companyWebsite, Employees=numberOfEmployees, Primary Industry=companyIndustry, LinkedIn Company Profile URL=companyNetworkUrl, Company Country=companyCountry',
};

test('every file has its row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(readdirSync(FOLDER).toSorted());
});

test.each(Object.entries(ROWS))('%s', async (name, row) => {
  expect(await imported(name)).toBe(row);
});

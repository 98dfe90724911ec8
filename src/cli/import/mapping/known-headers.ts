// Column headers as other programs write them, by the field they mean: professional networks, CRMs, address books, and
// German spreadsheets. Compared without case, spaces and punctuation; a field's own id and label need no entry here.

import type { EntityKind } from './plan.ts';

type Headers = Readonly<Record<string, readonly string[]>>;

const COMPANY_NAME = [
  'Company',
  'Company name',
  'Account',
  'Account name',
  'Organization',
  'Organisation',
  'Organization name',
  'Organization 1 - Name',
  'Employer',
  'Current company',
  'Company / Account',
  'Associated company',
  'Firma',
  'Firmenname',
  'Unternehmen',
  'Organisation 1 - Name',
];

const COMPANY_DOMAIN = ['Domain', 'Company domain', 'Company domain name', 'Website domain', 'Domäne'];

const COMPANY_WEBSITE = [
  'Website',
  'Company website',
  'Website URL',
  'Web page',
  'Webpage',
  'Homepage',
  'Website 1 - Value',
  'Webseite',
  'Internetseite',
  'Internetadresse',
];

const INDUSTRY = ['Industry', 'Company industry', 'Branche'];

const COMPANY_PAGE = [
  'Company network URL',
  'Company LinkedIn',
  'Company LinkedIn URL',
  'LinkedIn company page',
  'LinkedIn company URL',
  'Company page',
];

const EMPLOYEES = [
  'Employees',
  '# Employees',
  'No. of employees',
  'Number of employees',
  'Employee count',
  'Mitarbeiter',
  'Mitarbeiterzahl',
  'Anzahl Mitarbeiter',
];

const COMPANY_CRM_ID = ['Account ID', 'Company CRM id', 'Associated company ID'];

const CONTACT_HEADERS: Headers = {
  firstName: ['First name', 'Given name', 'Forename', 'Vorname'],
  lastName: ['Last name', 'Surname', 'Family name', 'Nachname', 'Familienname', 'Zuname'],
  professionalEmail: [
    'Email',
    'E-mail',
    'Mail',
    'Email address',
    'E-mail address',
    'E-mail 1 - Value',
    'Work email',
    'Business email',
    'Company email',
    'Primary email',
    'E-Mail-Adresse',
    'Mailadresse',
    'E-Mail geschäftlich',
    'Geschäftliche E-Mail',
  ],
  jobTitle: [
    'Title',
    'Job title',
    'Position',
    'Current title',
    'Current position',
    'Job position',
    'Organization title',
    'Organization 1 - Title',
    'Role',
    'Funktion',
    'Berufsbezeichnung',
    'Stelle',
    'Stellenbezeichnung',
    'Jobtitel',
  ],
  networkProfileUrl: [
    'URL',
    'Profile URL',
    'Profile link',
    'Network profile URL',
    'LinkedIn',
    'LinkedIn URL',
    'LinkedIn profile',
    'LinkedIn profile URL',
    'Person LinkedIn URL',
    'Contact LinkedIn profile URL',
    'LinkedIn-Profil',
    'Profil-URL',
    'Profillink',
  ],
  mobilePhone: [
    'Mobile',
    'Mobile phone',
    'Mobile number',
    'Mobile phone number',
    'Cell',
    'Cell phone',
    'Handy',
    'Handynummer',
    'Mobil',
    'Mobiltelefon',
    'Mobilnummer',
  ],
  phones: [
    'Phone',
    'Phones',
    'Phone number',
    'Phone numbers',
    'Telephone',
    'Work phone',
    'Business phone',
    'Primary phone',
    'Corporate phone',
    'Work direct phone',
    'Phone 1 - Value',
    'Telefon',
    'Telefonnummer',
    'Tel',
    'Telefon geschäftlich',
  ],
  networkHeadline: ['Headline', 'Profile headline', 'LinkedIn headline'],
  contactCountry: [
    'Country',
    'Country/Region',
    'Contact country',
    'Home country',
    'Home country/region',
    'Business country/region',
    'Mailing country',
    'Person country',
    'Land',
    'Land/Region',
  ],
  contactCRMId: ['Contact ID', 'Contact CRM id', 'CRM contact id', 'Record ID', 'Record ID - Contact'],
  leadCRMId: ['Lead ID', 'Lead CRM id', 'CRM lead id'],
  companyName: COMPANY_NAME,
  companyDomain: COMPANY_DOMAIN,
  companyWebsite: COMPANY_WEBSITE,
  companyIndustry: INDUSTRY,
  companyNetworkUrl: COMPANY_PAGE,
  numberOfEmployees: EMPLOYEES,
  companyCountry: ['Company country', 'Billing country', 'Account country'],
  companyCRMId: COMPANY_CRM_ID,
};

const COMPANY_HEADERS: Headers = {
  name: ['Name', ...COMPANY_NAME],
  domain: COMPANY_DOMAIN,
  website: [...COMPANY_WEBSITE, 'URL'],
  industry: INDUSTRY,
  companyNetworkUrl: [...COMPANY_PAGE, 'LinkedIn', 'LinkedIn URL', 'LinkedIn page', 'LinkedIn-Seite'],
  numberOfEmployees: EMPLOYEES,
  companyCountry: ['Country', 'Country/Region', 'Company country', 'Billing country', 'Land'],
  companyCRMId: [...COMPANY_CRM_ID, 'Company ID', 'Record ID', 'Record ID - Company'],
};

export const KNOWN_HEADERS: Readonly<Record<EntityKind, Headers>> = {
  CONTACT: CONTACT_HEADERS,
  COMPANY: COMPANY_HEADERS,
};

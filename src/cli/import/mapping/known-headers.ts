// Column headers as other programs write them, by the field they mean: professional networks, CRMs, data providers, address
// books, and spreadsheets in the languages of Europe, China and Japan. Compared without case, spaces, punctuation and accents; a field's own
// id and label need no entry here.

import type { EntityName } from '../../../contract/entities.ts';

type Headers = Readonly<Record<string, readonly string[]>>;

const headers = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' | '));

const COMPANY_NAME = headers(
  'Company | Company name | Account | Account name | Account.Name | Organization | Organisation | Organization name',
  'Organization 1 - Name | Organisation 1 - Name | Employer | Current company | Company / Account | Associated company',
  'Primary company | Person - Organization | Firma | Firmenname | Unternehmen | Société | Entreprise | Empresa',
  'Raison sociale | Razón social | Azienda | Società | Ragione sociale | Bedrijf | Bedrijfsnaam | Organisatie',
  'ORG | Geschäftlich Firma | Nazwa firmy | Şirket | Şirket adı | Företag | Företagsnamn | Virksomhed | Bedrift | Yritys | Společnost | Cég',
  '会社 | 会社名 | 企業名 | 公司 | 公司名称 | 公司名稱 | Компания | Организация',
);

const COMPANY_DOMAIN = headers('Domain | Company domain | Company domain name | Website domain | Domäne | Dominio');

const COMPANY_WEBSITE = headers(
  'Website | Employer website | Account.Website | Company website | Website URL | Web page | Webpage | Homepage | Website 1 - Value | Web page 1',
  'Webseite | Internetseite | Internetadresse | Site web | Site internet | Sitio web | Página web | Page web | Hemsida',
  'Sito web | Sito internet | Strona internetowa | Strona www | Web sitesi | Webbplats | Hjemmeside | ウェブサイト | 网站 | Сайт',
);

const INDUSTRY = headers(
  'Industry | Account.Industry | Company industry | Company main industry | Primary industry | Branche',
  "Secteur | Secteur d'activité | Sector | Industria",
  'Settore | Branża | Sektör | Bransch | 業種 | 行业 | Отрасль',
);

const COMPANY_PAGE = headers(
  'Company network URL | Company LinkedIn | Company LinkedIn URL | LinkedIn company page | LinkedIn company URL',
  'LinkedIn company profile URL | Company LinkedIn profile | Company page',
);

const EMPLOYEES = headers(
  'Employees | # Employees | No. of employees | Number of employees | NumberOfEmployees | Account.NumberOfEmployees',
  'Employee count | Company employee count | Mitarbeiter | Mitarbeiterzahl | Anzahl Mitarbeiter | Effectif | Effectifs | Nombre de salariés',
  'Número de empleados | Empleados',
  'Dipendenti | Numero di dipendenti | Medewerkers | Aantal medewerkers | Liczba pracowników | Çalışan sayısı',
  'Antal anställda | Número de funcionários | 従業員数 | 员工人数 | Количество сотрудников',
);

const COMPANY_CRM_ID = headers(
  'Account ID | AccountId | Company CRM id | Associated company ID | Associated company IDs',
);

const COUNTRY = headers(
  'Country | Country/Region | Land | Land/Region | Pays | Pays/Région | País | País o región | Paese | Nazione | Kraj',
  'Ülke | Země | Ország | 国 | 国名 | 国家 | 國家 | Страна',
);

const CONTACT_HEADERS: Headers = {
  firstName: headers(
    'First name | Given name | N.Given | Primeiro nome | Forename | Person - First name | Vorname | Prénom | Nombre | Nome | Voornaam | Imię',
    'Adı | Förnamn | Fornavn | Etunimi | Jméno | Keresztnév | 名 | Имя',
  ),
  lastName: headers(
    'Last name | N.Family | Primer apellido | Surname | Family name | Person - Last name | Nachname | Familienname | Zuname',
    'Nom | Nom de famille | Apellido | Apellidos',
    'Cognome | Sobrenome | Apelido | Achternaam | Nazwisko | Soyad | Soyadı | Efternamn | Efternavn | Etternavn',
    'Sukunimi | Příjmení | Vezetéknév | 姓 | Фамилия',
  ),
  professionalEmail: headers(
    'Work email | Work email 1 | Email 1 | Recommended email | Business email | Company email | Primary email | Email | E-mail | Email address | E-mail address',
    'E-mail 1 - Value | EMAIL;TYPE=WORK | Email - Work | Geschäftlich E-Mail | Person - Email - Work | Person - Email | Mail | E-Mail-Adresse | Mailadresse',
    'E-Mail geschäftlich | Geschäftliche E-Mail | Email aziendale | Adresse e-mail | Adresse de messagerie | Adresse électronique | Courriel | E-mail professionnel',
    'Correo | Correo electrónico | Dirección de correo electrónico',
    'Indirizzo e-mail | Posta elettronica | E-mailadres | Adres e-mail | E-posta | E-posta adresi | E-post | E-postadress',
    'Endereço de e-mail | Sähköposti | メール | メールアドレス | 邮箱 | 电子邮箱 | 电子邮件 | 電子郵件 | Электронная почта',
  ),
  jobTitle: headers(
    'Title | Job | Current job | Geschäftlich Position | Titre professionnel | Pozice | Job title | Position | Current title | Current position | Job position | Organization title',
    'Organization 1 - Title | Person - Job title | Role | Funktion | Berufsbezeichnung | Stelle | Stellenbezeichnung',
    'Jobtitel | Fonction | Poste | Intitulé du poste | Cargo | Puesto',
    'Ruolo | Qualifica | Posizione | Functie | Functietitel | Stanowisko | Unvan | Görev | Befattning | Stilling | Função',
    '役職 | 職位 | 职位 | 职务 | Должность',
  ),
  networkProfileUrl: headers(
    'URL | Profile URL | Profile link | Network profile URL | LinkedIn | LinkedIn URL | LinkedIn profile',
    'LinkedIn profile URL | Person LinkedIn URL | Contact LinkedIn profile URL | LinkedIn contact profile URL',
    'LinkedIn-Profil | Profil-URL | Profillink | Profil LinkedIn | Perfil de LinkedIn',
  ),
  mobilePhone: headers(
    'Mobile | Phone - Mobile | TEL;TYPE=CELL | Geschäftlich Mobil | Mobile phone | Mobile phone 1 | Mobile number | Mobile phone number | Cell | Cell phone | Person - Phone - Mobile',
    'Handy | Handynummer | Mobil | Mobil geschäftlich | Mobiltelefon | Mobilnummer | Téléphone mobile | Portable | Móvil | Teléfono móvil',
    'Tél. portable | Tél. mobile | Cellulare | Telefono cellulare | Mobiel | Mobiele telefoon | Mobiel nummer | Celular',
    'Telemóvel | Telefon komórkowy | Cep telefonu | Matkapuhelin | GSM | 携帯 | 携帯電話 | 手机 | 手机号 | 手機 | Мобильный',
  ),
  phones: headers(
    'Work direct phone | Phone - Work | Geschäftlich Telefon | Tel. geschäftlich | Téléphone (bureau) | Direct phone | Direct phone number | Phone | Phones | Phone number | Phone numbers | Telephone',
    'Work phone | Business phone | Primary phone | First phone | Corporate phone | Phone 1 | Phone 1 - Value',
    'Person - Phone - Work | Person - Phone | Telefon | Telefonnummer | Tel | Telefon geschäftlich | Téléphone | Teléfono',
    'Telefoon | Telefoonnummer | Numer telefonu | Telefone | Puhelin | 電話 | 電話番号 | 电话 | Телефон',
  ),
  networkHeadline: headers('Headline | Profile headline | LinkedIn headline'),
  contactCountry: [
    ...headers('Contact country | Mailing country | Person country | Business country/region | Home country'),
    ...headers(
      'Home country/region | Address 1 - Country | Work country | Land/Region geschäftlich | Pays/Région (bureau)',
    ),
    ...COUNTRY,
  ],
  contactCRMId: headers('Contact ID | Contact CRM id | CRM contact id | Record ID | Record ID - Contact | Person - ID'),
  leadCRMId: headers('Lead ID | Lead CRM id | CRM lead id'),
  companyName: COMPANY_NAME,
  companyDomain: COMPANY_DOMAIN,
  companyWebsite: COMPANY_WEBSITE,
  companyIndustry: INDUSTRY,
  companyNetworkUrl: COMPANY_PAGE,
  numberOfEmployees: EMPLOYEES,
  companyCountry: headers('Company country | Billing country | Account country | Account.BillingCountry'),
  companyCRMId: COMPANY_CRM_ID,
};

const COMPANY_HEADERS: Headers = {
  name: ['Name', 'Organization - Name', ...COMPANY_NAME],
  domain: COMPANY_DOMAIN,
  website: [...COMPANY_WEBSITE, 'Organization - Website', 'URL'],
  industry: [...INDUSTRY, 'Organization - Industry'],
  companyNetworkUrl: [...COMPANY_PAGE, ...headers('LinkedIn | LinkedIn URL | LinkedIn page | LinkedIn-Seite')],
  numberOfEmployees: [...EMPLOYEES, 'Organization - Number of employees'],
  companyCountry: [...headers('Company country | Billing country'), ...COUNTRY],
  companyCRMId: [...COMPANY_CRM_ID, ...headers('Company ID | Record ID | Record ID - Company | Organization - ID')],
};

export const KNOWN_HEADERS: Readonly<Record<EntityName, Headers>> = {
  CONTACT: CONTACT_HEADERS,
  COMPANY: COMPANY_HEADERS,
};

/** By a header in small letters, the fields of contacts and companies that it names. */
export const FIELDS_OF_HEADER = new Map<string, readonly string[]>();
for (const fields of Object.values(KNOWN_HEADERS))
  for (const [field, names] of Object.entries(fields))
    for (const name of names.map((one) => one.toLowerCase()))
      FIELDS_OF_HEADER.set(name, [...(FIELDS_OF_HEADER.get(name) ?? []), field]);

/** Loose names. `Id` and `ID` alone are ambiguous; in a file that also has one of these columns it is the CRM's own (Salesforce). */
export const CRM_COMPANIONS: ReadonlySet<string> = new Set(
  headers('accountid | ownerid | createdbyid | lastmodifiedbyid | isdeleted | systemmodstamp | recordtypeid'),
);

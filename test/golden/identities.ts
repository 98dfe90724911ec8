import { type Golden, golden, pageOf, success } from './golden.ts';

// Paths, the five read fields and the writable fields are the interface's. Undocumented: that writable fields are read back,
// createdAt and updatedAt, and everything about mailboxes.

/** One whose fields are all unset but name and email. */
export const identity = {
  ...{ id: 1, appUrl: 'https://app.service.example/identities/1', email: 'ada@engines.example', emails: [] },
  ...{ signature: null, name: 'Ada', firstName: null, lastName: null, jobTitle: null, phoneNumber: null },
  ...{ networkUrl: null, scheduleMeetingUrl: null, timezone: null, profileOverview: null },
  ...{ keyResponsibilities: null, interests: null, languages: null, gender: null, seniorityLevel: null },
  ...{ educations: null, previousPositions: null, countryCode: null, createdAt: '2026-01-05T10:00:00.000Z' },
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** Every writable field the interface names. */
const everything = {
  ...{ name: 'Ada King', firstName: 'Ada', lastName: 'King', jobTitle: 'Analyst' },
  ...{ email: 'ada@engines.example', phoneNumber: '+44 20 7946 0001' },
  networkUrl: 'https://www.network.example/in/ada-king',
  ...{ scheduleMeetingUrl: 'https://meet.engines.example/ada', timezone: 'Europe/London' },
  ...{ profileOverview: 'Writes about engines', keyResponsibilities: 'Tables' },
  ...{ interests: ['Engines', 'Poetry'], languages: ['English', 'French'], gender: 'female' },
  ...{ seniorityLevel: 'Director', educations: 'Private tutors', previousPositions: 'Translator' },
  ...{ countryCode: 'GB', signature: '<p>Ada King<br>Analytical Engines</p>' },
};

const mailbox = {
  ...{ id: 1, identityId: 1, email: 'ada.king@engines.example', provider: 'imap', isPrimary: true },
  ...{ emailCredentialsExpired: false, healthStatus: 'HEALTHY', warmup: { enabled: false, mailboxId: null } },
};

const newMailbox = {
  email: 'ada.king@engines.example',
  provider: 'imap',
  credentials: {
    password: 'difference engine no. 2',
    imapHost: 'imap.engines.example',
    imapPort: 993,
    smtpHost: 'smtp.engines.example',
    smtpPort: 587,
  },
  makePrimary: true,
};

export const identities: readonly Golden[] = [
  golden('identities of the workspace', 'identities.list', {}, 'GET /v1/identities', pageOf('identities', [identity])),
  golden(
    'a page of them',
    'identities.list',
    { query: { page: 1, pageSize: 10 } },
    'GET /v1/identities',
    pageOf('identities', [identity], 10),
    { query: { page: '1', pageSize: '10' } },
  ),
  golden(
    'every writable field',
    'identities.update',
    { params: { identityId: 1 }, body: everything },
    'PATCH /v1/identities/1',
    success({ ...identity, ...everything }),
  ),
  golden(
    'null clears, arrays too',
    'identities.update',
    { params: { identityId: 1 }, body: { signature: null, languages: null, gender: null } },
    'PATCH /v1/identities/1',
    success({ ...identity, ...everything, signature: null, languages: null, gender: null }),
  ),
  golden(
    'add a mailbox (undocumented)',
    'identities.addMailbox',
    { params: { identityId: 1 }, body: newMailbox },
    'POST /v1/identities/1/mailboxes',
    success(mailbox),
  ),
  golden(
    'mailboxes of an identity (undocumented)',
    'identities.mailboxes',
    { params: { identityId: 1 } },
    'GET /v1/identities/1/mailboxes',
    success({ identityId: 1, mailboxes: [mailbox] }),
  ),
];

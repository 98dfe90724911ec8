import * as z from 'zod';
import type { PartialAnswer } from '../answer.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  Email,
  Id,
  IdText,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  Text,
  undocumented,
  undocumentedInput,
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import { endpoints, get, patch, post } from '../endpoint.ts';
import { IDENTITY_LISTS, IDENTITY_TEXTS, INBOX_LIMITS, MAILBOX_HEALTH, MAILBOX_PROVIDERS } from '../inbox/enums.ts';
import { recordOf } from '../json.ts';

/** Whether the name is one of the IANA database, as this runtime knows it. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const text = Text.nullable();
const texts = z.array(Text).max(INBOX_LIMITS.identityListMax).nullable();
const Signature = z.string().max(INBOX_LIMITS.signatureMax).nullable();

/** Any subset of the writable fields, at least one, which the use case checks; null clears. */
export const IdentityPatch = lazyInput(() => ({
  ...recordOf(IDENTITY_TEXTS, () => text.optional()),
  ...recordOf(IDENTITY_LISTS, () => texts.optional()),
  email: Email.nullish(),
  timezone: undocumentedValue(
    z
      .string()
      .max(100)
      .refine((name) => name === '' || isTimeZone(name), 'must be an IANA time zone such as Europe/Vienna')
      .nullish(),
    'the interface does not say how a time zone is written',
  ),
  signature: Signature.optional(),
}));
export type IdentityPatch = z.output<typeof IdentityPatch>;

export const Identity = lazyObject(() => ({
  id: Id,
  appUrl: AppUrl,
  email: z.string().nullable(),
  emails: z.array(z.string()),
  signature: z.string().nullable(),
  ...recordOf(IDENTITY_TEXTS, () => undocumented(z.string().nullable(), 'that writable fields are read back')),
  ...recordOf(IDENTITY_LISTS, () => undocumented(z.array(z.string()).nullable(), 'that writable fields are read back')),
  timezone: undocumented(z.string().nullable(), 'that writable fields are read back'),
  createdAt: undocumented(DateTime, 'not shown'),
  updatedAt: undocumented(DateTime, 'not shown'),
}));
export type Identity = PartialAnswer<typeof Identity>;

const Mailbox = undocumentedObject('the shape of a mailbox is not shown; what it never has is a password', () => ({
  id: AnyId,
  identityId: Id,
  email: z.string(),
  provider: z.enum(MAILBOX_PROVIDERS),
  isPrimary: z.boolean(),
  emailCredentialsExpired: z.boolean(),
  healthStatus: z.enum(MAILBOX_HEALTH),
  warmup: z.object({ enabled: z.boolean(), mailboxId: z.string().nullable() }),
}));

const Host = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'must be the name of a host, such as imap.example.com');
const Port = z.int().min(1).max(65_535);

const MailboxInput = undocumentedInput('the body of a mailbox configuration is not shown', () => ({
  email: Email.min(1),
  provider: z.literal('imap'),
  credentials: z.strictObject({
    password: z.string().min(1).max(1000),
    imapHost: Host,
    imapPort: Port,
    smtpHost: Host,
    smtpPort: Port,
  }),
  makePrimary: z.boolean().default(false),
}));
export type MailboxInput = z.output<typeof MailboxInput>;

const params = z.object({ identityId: IdText });

export const identities = endpoints({
  list: get('/v1/identities', 'IDENTITIES_READ', {
    given: 'scope',
    summary: 'Identities of the workspace: who writes',
    query: PageQuery,
    data: z.lazy(() => pageOf('identities', Identity)),
    command: 'identity list',
  }),
  update: patch('/v1/identities/{identityId}', 'ALL', {
    given: 'scope',
    summary: 'Change fields of an identity; null clears',
    params,
    body: IdentityPatch,
    data: Identity,
    command: 'identity update',
  }),
  mailboxes: get('/v1/identities/{identityId}/mailboxes', 'IDENTITIES_READ', {
    summary: 'Mailboxes of an identity',
    params,
    data: undocumentedObject('the answer is not shown', () => ({ identityId: Id, mailboxes: z.array(Mailbox) })),
    command: 'identity mailboxes list',
  }),
  addMailbox: post('/v1/identities/{identityId}/mailboxes', 'ALL', {
    refuses: ['conflict'],
    summary: 'Add an IMAP mailbox to an identity',
    params,
    body: MailboxInput,
    data: Mailbox,
    command: 'identity mailboxes add',
  }),
});

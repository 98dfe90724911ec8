// What people outside do, made to happen on the local service: `/_local/emit`; who is there, and how many react: `/_local/setup`.

import * as z from 'zod';
import { CONTACT_REACTIONS } from '../campaigns/enums.ts';
import { DateTime, Id, lazyInput, lazyObject } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { EMIT_KINDS, INBOX_LIMITS, MESSAGE_CHANNELS } from '../inbox/enums.ts';
import { getOwn } from '../json.ts';
import { SIGNAL_KINDS } from '../workflows/enums.ts';
import { post } from './store.ts';

/** What only one kind has. */
const OF_ONE_KIND = { text: 'reply', subject: 'reply', url: 'visit', listId: 'signal', field: 'signal' } as const;

/** Who does it, to whom, through what. Left out: the last conversation of the contact. */
const EmitInput = z.lazy(() =>
  z
    .strictObject({
      kind: z.enum(EMIT_KINDS),
      contactId: Id.optional(),
      /** Of a visit, in place of a contact. */
      companyId: Id.optional(),
      senderIdentityId: Id.optional(),
      channel: z.enum(MESSAGE_CHANNELS).optional(),
      /** Of a reply. */
      text: z.string().min(1).max(INBOX_LIMITS.messageMax).optional(),
      subject: z.string().max(INBOX_LIMITS.subjectMax).optional(),
      /** Of a visit: the page. */
      url: z.url().optional(),
      /** Of a signal: as if it had happened to the record, in that list or field. */
      signal: z.enum(SIGNAL_KINDS).optional(),
      listId: Id.optional(),
      field: z.string().min(1).max(200).optional(),
    })
    .refine(({ contactId, companyId }) => (contactId === undefined) !== (companyId === undefined), {
      path: ['contactId'],
      message: 'give a contactId, or the companyId of a visit',
    })
    .refine(({ kind, companyId }) => kind === 'visit' || kind === 'signal' || companyId === undefined, {
      path: ['companyId'],
      message: 'only visits are made by companies, and signals are about them',
    })
    .refine(({ kind, signal }) => (kind === 'signal') === (signal !== undefined), {
      path: ['signal'],
      message: 'is required of a signal, and of nothing else',
    })
    .refine(({ kind, text }) => kind !== 'reply' || text !== undefined, {
      path: ['text'],
      message: 'is required: what the contact answers',
    })
    .superRefine((input, { addIssue }) => {
      for (const [name, kind] of Object.entries(OF_ONE_KIND))
        if (getOwn(input, name) !== undefined && input.kind !== kind)
          addIssue({ code: 'custom', path: [name], message: `belongs to a ${kind}, not to ${input.kind}` });
    }),
);
export type EmitInput = z.output<typeof EmitInput>;

export const Emitted = lazyObject(() => ({
  kind: z.enum(EMIT_KINDS),
  at: DateTime,
  contactId: Id.nullable(),
  companyId: Id.nullable(),
  senderIdentityId: Id.nullable(),
  /** The reply, or the message that was opened, clicked or seen. */
  messageId: Id.nullable(),
  /** Campaigns that have ended for the contact because of it. */
  stoppedCampaignIds: z.array(Id),
}));
export type Emitted = z.output<typeof Emitted>;

export const localEmit = endpoints({
  emit: post('/_local/emit', {
    summary: 'Let a contact reply, open, click, accept, bounce, unsubscribe or visit the website',
    body: EmitInput,
    data: Emitted,
    command: 'local emit',
  }),
});

const Share = z.number().min(0).max(1);
const Person = z.object({ name: z.string().trim().min(1).max(100), email: z.email().max(254) });

export const localSetup = endpoints({
  setup: post('/_local/setup', {
    summary: 'Set the senders and task owners of the workspace, and the seed of its random choices',
    body: lazyInput(() => ({
      /** Those of a new name are added; the first takes over the place of the first that is there. */
      identities: z.array(Person).min(1).max(100).optional(),
      owners: z.array(Person).max(100).optional(),
      /** Decides random splits and what stand-ins for people do. */
      seed: z.string().max(100).optional(),
      /** The share of people who react, from 0 to 1; of a click, of those who open an email with a link. */
      rates: z.partialRecord(z.enum(CONTACT_REACTIONS), Share).optional(),
    })),
    data: lazyObject(() => ({
      ...{ identities: z.int(), owners: z.int(), seed: z.string().nullable() },
      rates: z.record(z.enum(CONTACT_REACTIONS), Share),
    })),
    command: { none: 'reach test and the forecasts set up their workspace with it' },
  }),
});

// Who writes, and what was written: identities, owners, voices, tags, conversations.

import { IDENTITY_LISTS, IDENTITY_TEXTS } from '../../../../contract/inbox/enums.ts';
import { getOwn, type JsonObject } from '../../../../contract/json.ts';
import type { Context } from '../../../core/context.ts';
import { addMessageText } from '../../inbox/queries/messages.ts';
import { addTags, knownTags } from '../../inbox/queries/tags.ts';
import { deleteFirstIdentity, insertRows, nameRecipients } from '../queries/twin.ts';
import {
  at,
  cellsOf,
  created,
  filled,
  flag,
  idOf,
  isoOrNow,
  numberAfter,
  numberOf,
  numberOr,
  objectsOf,
  rowsOf,
  TIMES,
  textOf,
  textOr,
  timeOf,
  timesOf,
  type WriteStage,
} from './cells.ts';

export const workspace: WriteStage = async ({ tx, principal }, [record = {}]) => {
  const name = textOf(record, 'name');
  if (name !== null && name !== '') await tx.update('workspaces', principal.workspaceId, { name });
  return [];
};

export const identities: WriteStage = async (context, records) => {
  const { tx, principal } = context;
  await deleteFirstIdentity(tx, principal.workspaceId);
  const names = new Set<string>();
  const rows = records.map((record) => {
    const own = textOf(record, 'name');
    // Names of identities are unique in the store; the one that is shown is in the profile.
    const name = own === null || names.has(own) ? `identity ${idOf(record)}` : own;
    names.add(name);
    const profile = [...IDENTITY_TEXTS, ...IDENTITY_LISTS, 'timezone'].flatMap((key) =>
      getOwn(record, key) === undefined ? [] : [[key, getOwn(record, key)]],
    );
    const cells = cellsOf(context, record, { email: textOf, signature: textOf, ...TIMES });
    return { ...cells, name, profile: JSON.stringify(Object.fromEntries(profile)) };
  });
  const refused = await insertRows(tx, 'identities', rows);
  const mailboxes = records.flatMap((record) =>
    objectsOf(record, 'mailboxes').map((mailbox) => mailboxRow(context, record, mailbox)),
  );
  return [...refused, ...(await insertRows(tx, 'mailboxes', mailboxes))];
};

function mailboxRow(context: Context, identity: JsonObject, mailbox: JsonObject) {
  const cells = cellsOf(context, mailbox, {
    ...{ email: filled, provider: textOr('imap'), isPrimary: flag },
    credentialsExpired: at('emailCredentialsExpired', flag),
    health: at('healthStatus', textOr('HEALTHY')),
  });
  const { enabled = false, mailboxId = null } = Object(getOwn(mailbox, 'warmup'));
  return {
    ...{ ...cells, identityId: idOf(identity), emailKey: (textOf(mailbox, 'email') ?? '').toLowerCase() },
    ...{ warmupEnabled: enabled === true ? 1 : 0, warmupMailboxId: typeof mailboxId === 'string' ? mailboxId : null },
    createdAt: context.now,
  };
}

/** Their addresses are unique in the store, and need not be shown. */
const addressOf = (record: JsonObject) => textOf(record, 'email') || `owner ${idOf(record)}`;

export const owners = rowsOf('task_owners', { name: filled, email: addressOf });

export const voices = rowsOf('identity_voices', {
  id: (record) => numberAfter('voice-', textOf(record, 'id') ?? ''),
  ...{ identityId: numberOf, name: filled, language: textOf },
});

export const tags = rowsOf('inbox_tags', { name: filled, color: textOr('#808080'), createdAt: created });

const threadRows = rowsOf('threads', {
  ...{ contactId: numberOf, identityId: at('senderIdentityId', numberOf), channel: textOf },
  ...{ status: textOr('COMPLETED'), unread: at('unreadCount', numberOr(0)), archived: flag },
  messages: at('messageCount', numberOr(0)),
  lastMessageId: (record) => numberOf(Object(getOwn(record, 'lastMessage')), 'id'),
  ...{ lastMessageAt: isoOrNow, createdAt: created },
});

/** Whether a tag is on the contact or on one of its conversations is not shown: it is put on the conversation. */
export const threads: WriteStage = async (context, records) => {
  const { tx, principal, now } = context;
  const refused = await threadRows(context, records);
  for (const record of records) {
    const on = { contactId: numberOf(record, 'contactId') ?? 0, identityId: numberOf(record, 'senderIdentityId') };
    const ids = objectsOf(record, 'tags').flatMap((tag) => numberOf(tag, 'id') ?? []);
    const there = await knownTags(tx, principal.workspaceId, ids);
    await addTags(tx, on, [...there], timesOf(record, now).createdAt);
  }
  return refused;
};

const messageRows = rowsOf('messages', {
  ...{ threadId: numberOf, direction: textOf, status: textOf, subject: textOf, body: at('message', filled) },
  attachments: (record) => JSON.stringify(getOwn(record, 'attachments') ?? []),
  ...{ campaignId: numberOf, stepId: numberOf, at: isoOrNow, openedAt: timeOf, clickedAt: timeOf, viewedAt: timeOf },
  createdAt: created,
});

export const messages: WriteStage = async (context, records) => {
  const refused = await messageRows(context, records);
  const ids = records.map(idOf);
  await nameRecipients(context.tx, ids);
  await addMessageText(context.tx, context.principal.workspaceId, ids);
  return refused;
};

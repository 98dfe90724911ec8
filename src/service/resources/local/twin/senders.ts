// Who writes, and what was written: identities, owners, voices, tags, conversations.

import { IDENTITY_LISTS, IDENTITY_TEXTS } from '../../../../contract/inbox/enums.ts';
import { getOwn, type JsonObject } from '../../../../contract/json.ts';
import type { Context } from '../../../core/context.ts';
import { addTags } from '../../inbox/queries/tags.ts';
import { deleteFirstIdentity, insertRows } from '../queries/twin.ts';
import { flagOf, idOf, numberAfter, numberOf, objectsOf, textOf, timeOf, timesOf, type WriteStage } from './cells.ts';

const workspaceOf = ({ principal }: Context) => ({ workspace_id: principal.workspaceId });

export const workspace: WriteStage = async ({ tx, principal }, [record = {}]) => {
  const name = textOf(record, 'name');
  if (name !== null && name !== '') await tx.update('workspaces', principal.workspaceId, { name });
  return [];
};

export const identities: WriteStage = async (context, records) => {
  const { tx, principal, now } = context;
  await deleteFirstIdentity(tx, principal.workspaceId);
  const names = new Set<string>();
  const rows = records.map((record) => {
    const [id, shown] = [idOf(record), textOf(record, 'name')];
    // Names of identities are unique in the store; the one that is shown is in the profile.
    const name = shown === null || names.has(shown) ? `identity ${id}` : shown;
    names.add(name);
    const profile = [...IDENTITY_TEXTS, ...IDENTITY_LISTS, 'timezone'].flatMap((key) =>
      getOwn(record, key) === undefined ? [] : [[key, getOwn(record, key)]],
    );
    return {
      ...{ id, ...workspaceOf(context), name, email: textOf(record, 'email'), signature: textOf(record, 'signature') },
      ...{ profile: JSON.stringify(Object.fromEntries(profile)), ...timesOf(record, now) },
    };
  });
  await insertRows(tx, 'identities', rows);
  await insertRows(
    tx,
    'mailboxes',
    records.flatMap((record) => objectsOf(record, 'mailboxes').map((mailbox) => mailboxRow(context, record, mailbox))),
  );
  return [];
};

function mailboxRow(context: Context, identity: JsonObject, mailbox: JsonObject) {
  const email = textOf(mailbox, 'email') ?? '';
  const warmup = getOwn(mailbox, 'warmup');
  const { enabled = false, mailboxId = null } = Object(warmup);
  return {
    ...{
      id: idOf(mailbox),
      ...workspaceOf(context),
      identity_id: idOf(identity),
      email,
      email_key: email.toLowerCase(),
    },
    ...{ provider: textOf(mailbox, 'provider') ?? 'imap', is_primary: flagOf(mailbox, 'isPrimary') },
    ...{ credentials_expired: flagOf(mailbox, 'emailCredentialsExpired') },
    ...{ health: textOf(mailbox, 'healthStatus') ?? 'HEALTHY', warmup_enabled: enabled === true ? 1 : 0 },
    ...{ warmup_mailbox_id: typeof mailboxId === 'string' ? mailboxId : null, created_at: context.now },
  };
}

export const owners: WriteStage = async (context, records) => {
  const rows = records.map((record) => ({
    ...{ id: idOf(record), ...workspaceOf(context) },
    ...{ name: textOf(record, 'name') ?? '', email: textOf(record, 'email') ?? '' },
  }));
  await insertRows(context.tx, 'task_owners', rows);
  return [];
};

/** Those of identities; the service's own are there. */
export const voices: WriteStage = async (context, records) => {
  const rows = records.map((record) => ({
    ...{ id: numberAfter('voice-', textOf(record, 'id') ?? ''), ...workspaceOf(context) },
    ...{ identity_id: numberOf(record, 'identityId'), name: textOf(record, 'name') ?? '' },
    language: textOf(record, 'language'),
  }));
  await insertRows(context.tx, 'identity_voices', rows);
  return [];
};

export const tags: WriteStage = async (context, records) => {
  const rows = records.map((record) => ({
    ...{ id: idOf(record), ...workspaceOf(context), name: textOf(record, 'name') ?? '' },
    ...{ color: textOf(record, 'color') ?? '#808080', created_at: timesOf(record, context.now).created_at },
  }));
  await insertRows(context.tx, 'inbox_tags', rows);
  return [];
};

/** Whether a tag is on the contact or on one of its conversations is not shown: it is put on the conversation. */
export const threads: WriteStage = async (context, records) => {
  const { tx, now } = context;
  const rows = records.map((record) => {
    const last = Object(getOwn(record, 'lastMessage'));
    return {
      ...{ id: idOf(record), ...workspaceOf(context), contact_id: numberOf(record, 'contactId') },
      ...{ identity_id: numberOf(record, 'senderIdentityId'), channel: textOf(record, 'channel') },
      ...{ status: textOf(record, 'status') ?? 'COMPLETED', unread: numberOf(record, 'unreadCount') ?? 0 },
      ...{ archived: flagOf(record, 'archived'), messages: numberOf(record, 'messageCount') ?? 0 },
      last_message_id: typeof last.id === 'number' ? last.id : null,
      last_message_at: timeOf(record, 'lastMessageAt') ?? now,
      created_at: timesOf(record, now).created_at,
    };
  });
  await insertRows(tx, 'threads', rows);
  for (const record of records) {
    const on = { contactId: numberOf(record, 'contactId') ?? 0, identityId: numberOf(record, 'senderIdentityId') };
    await addTags(tx, on, objectsOf(record, 'tags').map(idOf), timesOf(record, now).created_at);
  }
  return [];
};

export const messages: WriteStage = async (context, records) => {
  const { tx, principal, now } = context;
  const rows = records.map((record) => ({
    ...{ id: idOf(record), ...workspaceOf(context), thread_id: numberOf(record, 'threadId') },
    ...{ direction: textOf(record, 'direction'), status: textOf(record, 'status'), subject: textOf(record, 'subject') },
    body: textOf(record, 'message') ?? '',
    attachments: JSON.stringify(getOwn(record, 'attachments') ?? []),
    ...{ campaign_id: numberOf(record, 'campaignId'), step_id: numberOf(record, 'stepId') },
    ...{ at: timeOf(record, 'at') ?? now, opened_at: timeOf(record, 'openedAt') },
    ...{ clicked_at: timeOf(record, 'clickedAt'), viewed_at: timeOf(record, 'viewedAt') },
    created_at: timesOf(record, now).created_at,
  }));
  await insertRows(tx, 'messages', rows);
  const texts = rows.map(({ id, subject, body }) => ({ id, body: subject === null ? body : `${subject} ${body}` }));
  await tx.addText('messages', principal.workspaceId, texts);
  return [];
};

// What a workspace calls the records that files may name, read into `LiveNames`.

import { listPages } from '../../../client/answers/pages.ts';
import type { Referent } from '../../../rules/name-keys.ts';
import type { Session } from '../../session/session.ts';
import { KINDS } from '../ai/kinds.ts';
import { having } from '../answer/known.ts';
import { isAiSwitchedOff } from '../answer/unreadable.ts';
import type { LiveNames } from './live-names.ts';

/** Reads the names of these. */
export async function readNames(session: Session, names: LiveNames, referents: readonly Referent[]): Promise<void> {
  for (const referent of referents) await READ[referent](session, names);
}

const READ: Readonly<Record<Referent, (session: Session, names: LiveNames) => Promise<void>>> = {
  identity: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name, email } of listPages(call, 'identities', 'list', {})) {
      if (id !== undefined) names.add('identity', id, name ?? email ?? String(id));
    }
  },
  owner: async (session, names) => {
    const { owners } = await (await session.api()).tasks.owners();
    for (const { id, name, email } of having(owners, 'id')) {
      names.add('owner', id, email ?? name ?? String(id));
      if (name !== undefined) names.addOther('owner', id, name);
    }
  },
  voice: async (session, names) => {
    const { voices } = await (await session.api()).voices.list();
    for (const { id, name } of having(voices, 'id', 'name')) names.add('voice', id, name);
  },
  list: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name, entity } of listPages(call, 'lists', 'list', {})) {
      if (id !== undefined && name !== undefined) names.add('list', id, name, entity ?? null);
    }
  },
  campaign: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name } of listPages(call, 'campaigns', 'list', {})) {
      if (id !== undefined && name !== undefined) names.add('campaign', id, name);
    }
  },
  'ai-message': async (session, names) => {
    const { call } = await session.client();
    try {
      for await (const { id, name } of KINDS.message.list(call, {}, {})) {
        if (id !== undefined && name !== undefined) names.add('ai-message', id, name);
      }
    } catch (error) {
      if (!isAiSwitchedOff(error)) throw error;
      return;
    }
    await knowLibrary(session, names);
  },
};

/** Messages that everybody may use: a name of the workspace wins over the same name there. */
export async function knowLibrary(session: Session, names: LiveNames): Promise<void> {
  if (names.isLibraryKnown) return;
  names.isLibraryKnown = true;
  const own = new Set(names.namesOf('ai-message'));
  const { aiMessages } = await (await session.api()).promptLibrary.aiMessages();
  for (const { id, name } of having(aiMessages, 'id', 'name')) {
    if (own.has(name)) names.addCopy(id, name);
    else names.add('ai-message', id, name);
  }
}

// Records by id or name, for the history.

import { type AnyId, anyIdOf, looksLikeId } from '../../../contract/ids.ts';
import type { ChangedKind } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { aiIdOf, KINDS } from '../../shared/ai/kinds.ts';
import { campaignIdOf, identityIdOf, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { findList } from '../../shared/lookup/list.ts';
import { anyId } from '../../shared/lookup/match.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';

/** Kinds whose records have names. */
const BY_NAME: Partial<Record<ChangedKind, (session: Session, word: string) => Promise<AnyId>>> = {
  contact: (session, word) => recordIdOf(session, 'contact', word),
  company: (session, word) => recordIdOf(session, 'company', word),
  list: async (session, word) => (await findList(session, word)).id,
  campaign: campaignIdOf,
  workflow: workflowIdOf,
  identity: identityIdOf,
  'AI variable': (session, word) => aiIdOf(session, KINDS.variable, word),
  'AI message': (session, word) => aiIdOf(session, KINDS.message, word),
  'AI snippet': (session, word) => aiIdOf(session, KINDS.snippet, word),
  'message template': (session, word) => aiIdOf(session, KINDS.template, word),
};

/** The id a word stands for; it may be of a record that is no longer there. Asks the service only for a name: exit 5 where none has it. */
export async function changedIdOf(session: Session, kind: ChangedKind, word: string): Promise<AnyId> {
  if (looksLikeId(word.trim())) return anyIdOf(word);
  return (await BY_NAME[kind]?.(session, word)) ?? anyId(session, word, kind);
}

// What is known of the workspace when a folder is checked: what was last seen of it, or what it says now.

import type { AiKnowledge } from '../../../rules/ai/knowledge.ts';
import { fieldsKnownOffline } from '../../../rules/campaigns/knowledge.ts';
import type { KnownFields } from '../../../rules/campaigns/placeholders.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import type { ServiceKnowledge } from '../../../rules/problem.ts';
import type { WorkflowKnowledge } from '../../../rules/workflows/knowledge.ts';
import type { Session } from '../../session/session.ts';
import { offlineAiKnowledge } from '../../shared/ai/check-offline.ts';
import { onlineAiKnowledge } from '../../shared/ai/check-online.ts';
import { whyUnreadable } from '../../shared/answer/unreadable.ts';
import { knownContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { offlineKnowledge, workspaceKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import type { ReadFolder } from '../folder/read.ts';

export interface FolderKnowledge {
  readonly service: ServiceKnowledge;
  readonly ai: AiKnowledge;
  readonly contactFields: KnownFields;
  readonly workflow: WorkflowKnowledge;
}

/** Sends nothing and needs no key. */
export function offlineFolderKnowledge(session: Session): FolderKnowledge {
  const offline = { isOnline: false };
  return {
    service: { ...undocumentedRules(session), ...offline },
    ai: { ...offlineAiKnowledge(session), ...offline },
    contactFields: fieldsKnownOffline(knownContactFields(session)),
    workflow: { ...offlineKnowledge(session), ...offline },
  };
}

/** What the key may not read stays as it was last seen. */
async function readable<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (whyUnreadable(error) === null) throw error;
    return otherwise;
  }
}

/** Asks about what the files may name: fields, tones and names of AI entities, blocks. */
export async function onlineFolderKnowledge(session: Session, { files }: ReadFolder): Promise<FolderKnowledge> {
  const offline = offlineFolderKnowledge(session);
  const has = (...kinds: readonly string[]) => files.some(({ kind }) => kinds.includes(kind));
  const asked = files.flatMap(({ kind, body }) => {
    const ai = aiKindOf(kind);
    return ai === null ? [] : [{ kind: ai, body }];
  });
  const isAsked = asked.length > 0 || has('campaign');
  const ai: AiKnowledge = isAsked
    ? await readable<AiKnowledge>(async () => onlineAiKnowledge(session, asked), offline.ai)
    : offline.ai;
  return {
    service: { ...offline.service, isOnline: true },
    // Folders that are not there are made.
    ai: { ...ai, folderPaths: undefined },
    contactFields: ai.fields?.CONTACT.complete === true ? ai.fields.CONTACT : offline.contactFields,
    workflow: has('workflow')
      ? await readable<WorkflowKnowledge>(async () => workspaceKnowledge(session), offline.workflow)
      : offline.workflow,
  };
}

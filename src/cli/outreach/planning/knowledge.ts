// What is known of the workspace when a folder is checked: what was last seen of it, or what it says now.

import { OUTPUT_TYPES } from '../../../contract/ai/enums.ts';
import { isObject } from '../../../contract/json.ts';
import { DATA_TYPE_OF } from '../../../rules/ai/check.ts';
import type { AiKnowledge } from '../../../rules/ai/knowledge.ts';
import { fieldsKnownOffline } from '../../../rules/campaigns/knowledge.ts';
import type { KnownFields } from '../../../rules/campaigns/placeholders.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import { Problems, type ServiceKnowledge } from '../../../rules/problem.ts';
import type { CustomField } from '../../../rules/records/fields.ts';
import type { WorkflowKnowledge } from '../../../rules/workflows/checking.ts';
import { conditionFields, standardConditionFields } from '../../../rules/workflows/conditions/fields.ts';
import type { Session } from '../../session/session.ts';
import { offlineAiKnowledge, onlineAiKnowledge } from '../../shared/ai/file.ts';
import { having, whyUnreadable } from '../../shared/answer.ts';
import { knownContactFields } from '../../shared/lint/campaign-knowledge.ts';
import { isLocal, undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { offlineKnowledge, workspaceKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { workspaceCache } from '../../shared/lookup/seen-records.ts';
import type { ReadFolder } from '../folder/read.ts';
import type { ResourceFile } from '../folder/resource-file.ts';

export interface FolderKnowledge {
  readonly service: ServiceKnowledge;
  readonly ai: AiKnowledge;
  readonly contactFields: KnownFields;
  /** Of tasks; null where they are not known. */
  readonly ownerIds: readonly string[] | null;
  readonly workflow: WorkflowKnowledge;
}

/** Sends nothing and needs no key. */
export function offlineFolderKnowledge(session: Session): FolderKnowledge {
  const offline = { isOnline: false };
  return {
    service: { ...undocumentedRules(session), ...offline },
    ai: { ...offlineAiKnowledge(session), ...offline },
    contactFields: fieldsKnownOffline(knownContactFields(session)),
    ownerIds: null,
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

/** Whether everything that the files may name was read from the service within a day. The service on this machine has the rules of this build. */
export function isCatalogueFresh(session: Session, { files }: ReadFolder): boolean {
  if (isLocal(session)) return true;
  const cache = workspaceCache(session);
  const named = new Set(
    files.flatMap(({ kind }) => {
      if (kind === 'workflow') return ['conditionFields', 'blocks'] as const;
      return kind === 'campaign' || aiKindOf(kind) !== null ? (['contactFields'] as const) : [];
    }),
  );
  return [...named].every((kind) => cache.read(kind)?.isFresh === true);
}

/** With the variables that the folder brings, as fields of conditions. */
export function withVariables(known: WorkflowKnowledge, files: readonly ResourceFile[]): WorkflowKnowledge {
  const variables = files.flatMap(({ kind, document, source }): CustomField[] => {
    if (kind !== 'ai-variable' || document === null) return [];
    const [name, schema] = [String(document['name']), isObject(source) ? source['outputSchema'] : undefined];
    const type = OUTPUT_TYPES.find((one) => isObject(schema) && one === schema['type']) ?? 'text';
    const entity = document['entity'] === 'COMPANY' ? 'COMPANY' : 'CONTACT';
    return [{ entity, name, key: name, fieldType: 'AI_VARIABLE', dataType: DATA_TYPE_OF[type] }];
  });
  const { fields, complete } = known.conditionFields ?? { fields: standardConditionFields(), complete: false };
  const all = conditionFields(variables);
  const added = variables.flatMap(({ name }) => all.get(name) ?? []).map((field) => [field.id, field] as const);
  return { ...known, conditionFields: { fields: new Map([...fields, ...added]), complete } };
}

/** Whether the workspace has to be asked if its tasks need owners. */
export function hasTaskWithoutOwner({ kind, body }: Pick<ResourceFile, 'kind' | 'body'>): boolean {
  if (kind !== 'campaign' || !isObject(body)) return false;
  const steps = [...everyStep(readSteps(Problems.none(), body['steps']))];
  return steps.some(({ type, fields }) => type === 'task' && fields['ownerId'] === undefined);
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
    ownerIds: files.some(hasTaskWithoutOwner)
      ? await readable(async () => {
          const { owners } = await (await session.api()).tasks.owners();
          return having(owners, 'id').map(({ id }) => String(id));
        }, null)
      : null,
    workflow: has('workflow')
      ? await readable<WorkflowKnowledge>(async () => workspaceKnowledge(session), offline.workflow)
      : offline.workflow,
  };
}

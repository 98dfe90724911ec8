// What is known of the workspace when a workflow is checked: without asking it, and by asking it for what files name.

import { WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import {
  CONDITION_DATA_TYPES,
  CONDITION_OPERATORS,
  WORKFLOW_ENTITIES,
  type WorkflowEntity,
} from '../../../contract/workflows/enums.ts';
import type { ConditionField, WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { WorkflowKnowledge } from '../../../rules/workflows/checking.ts';
import { standardConditionFields } from '../../../rules/workflows/conditions/fields.ts';
import { namesIn } from '../../../rules/workflows/plan/graph.ts';
import { problemsOf, readWorkflow, type WorkflowFile } from '../../files/workflow-file.ts';
import type { SeenBlock } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../answer.ts';
import { existing } from '../lookup/match.ts';
import { workspaceCache } from '../lookup/seen-records.ts';
import { soundBody } from '../names/resolve.ts';
import { settled } from './settled.ts';
import { undocumentedRules } from './undocumented-rules.ts';

const isSeenBlock = (value: unknown): value is SeenBlock => isObject(value) && typeof value['blockId'] === 'string';

const idsOf = (blocks: readonly SeenBlock[]) => new Set(blocks.map(({ blockId }) => blockId));

/** The standard condition fields and blocks, and those last seen with the profile. Sends nothing and needs no profile. */
export function offlineKnowledge(session: Session): WorkflowKnowledge {
  const cache = workspaceCache(session);
  const seen = cache.read('conditionFields')?.value ?? [];
  const fields = new Map([...standardConditionFields(), ...seen.map((field) => [field.id, field] as const)]);
  return {
    ...undocumentedRules(session),
    conditionFields: { fields, complete: false },
    otherBlocks: idsOf(cache.read('blocks')?.value ?? []),
  };
}

/** The condition fields of the workspace; kept for lint offline. What the answer leaves out excludes nothing. */
export async function workspaceFields(session: Session): Promise<readonly ConditionField[]> {
  const answer = await (await session.api()).workflows.conditionFields();
  const standard = standardConditionFields();
  const fields = having(answer.fields, 'id').map(({ id, ...displayed }): ConditionField => {
    const known = standard.get(id);
    const { label = known?.label ?? id, group = known?.group ?? 'ENTITY', valueOptions } = displayed;
    // Words that this build does not know: the rules say so where a file has one.
    const operators = CONDITION_OPERATORS.filter((one) => displayed.operatorIds?.includes(one) ?? true);
    return {
      id,
      label,
      group,
      entities: [...(displayed.entities ?? known?.entities ?? WORKFLOW_ENTITIES)],
      dataType: CONDITION_DATA_TYPES.find((one) => one === displayed.dataType) ?? known?.dataType ?? 'text',
      operatorIds: operators.length > 0 ? operators : [...CONDITION_OPERATORS],
      ...(valueOptions !== undefined && {
        valueOptions: having(valueOptions, 'value').map(({ value, label }) => ({
          value,
          label: label ?? String(value),
        })),
      }),
    };
  });
  workspaceCache(session).write('conditionFields', fields);
  return fields;
}

/** The blocks of the service, as it gives them; kept for lint offline. */
export async function workspaceBlocks(session: Session): Promise<readonly SeenBlock[]> {
  const { blocks = [] } = await (await session.api()).workflows.blocks();
  const all: readonly unknown[] = blocks;
  const seen = all.filter(isSeenBlock);
  workspaceCache(session).write('blocks', seen);
  return seen;
}

async function listsOf(api: Api, ids: readonly number[]): Promise<ReadonlyMap<number, WorkflowEntity>> {
  const entities = await existing(ids, async (listId) => (await api.lists.get({ params: { listId } })).entity);
  return new Map(
    [...entities].flatMap(([id, entity]) => (entity === undefined ? [] : [[id, WORKFLOW_ENTITY[entity]] as const])),
  );
}

/** A file that a workflow is to be made of: checked, with ids in place of names. Throws its refusal (exit 3). */
export async function soundWorkflow(session: Session, name: string) {
  const file = await readWorkflow(session.io, name);
  const problems = await settled(session, () => problemsOf(file, offlineKnowledge(session)), workspaceKnowledge);
  return { file, problems, body: await soundBody<WorkflowInput>(session, file, problems) };
}

export async function workspaceKnowledge(session: Session): Promise<WorkflowKnowledge> {
  const fields = await workspaceFields(session);
  return {
    ...undocumentedRules(session),
    isOnline: true,
    conditionFields: { fields: new Map(fields.map((field) => [field.id, field])), complete: true },
    otherBlocks: idsOf(await workspaceBlocks(session)),
  };
}

/** The same, and the lists and campaigns that the files name. */
export async function onlineKnowledge(session: Session, files: readonly WorkflowFile[]): Promise<WorkflowKnowledge> {
  const known = await workspaceKnowledge(session);
  const { api, serves } = await session.client();
  const names = files.map(({ body }) => namesIn(body));
  const campaignIds = names.flatMap((one) => one.campaignIds);
  const campaigns = await existing(campaignIds, async (campaignId) => api.campaigns.get({ params: { campaignId } }));
  return {
    ...known,
    // A service without a path for lists says of none that it does not exist.
    ...((await serves(routes.lists.get)) && {
      lists: await listsOf(
        api,
        names.flatMap((one) => one.listIds),
      ),
    }),
    campaignIds: new Set(campaigns.keys()),
  };
}

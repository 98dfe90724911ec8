// Campaigns, workflows and the playbook: checked by the rules, then stored with the ids they have in the other workspace.

import { append } from '../../../../contract/append.ts';
import { largest } from '../../../../contract/extremes.ts';
import { getOwn, isObject, type JsonObject } from '../../../../contract/json.ts';
import { keepIds } from '../../../../rules/campaigns/identity.ts';
import { keptOf } from '../../../../rules/playbook/content.ts';
import type { Context } from '../../../core/context.ts';
import { checkedPatch } from '../../campaigns/check.ts';
import { campaignById, updateCampaignRow } from '../../campaigns/queries/campaigns.ts';
import { stepFactsOf, storedSteps } from '../../campaigns/steps.ts';
import { identityIds } from '../../identities/queries/identities.ts';
import { writeCompany, writeIdealCompanies } from '../../playbook/queries/playbook.ts';
import { checkedInput, contentOf } from '../../workflows/check.ts';
import type { WorkflowContent } from '../../workflows/queries/workflows.ts';
import { DEFAULT_TRIGGER } from '../../workflows/read.ts';
import { reconcileTrigger } from '../../workflows/write.ts';
import { deleteRow, insertRows, raiseCounter } from '../queries/twin.ts';
import {
  always,
  filled,
  flag,
  idOf,
  numberOf,
  objectsOf,
  type Refused,
  refusalOf,
  rowsOf,
  TIMES,
  textOf,
  textOr,
  timeOf,
  timesOf,
  type WriteStage,
} from './cells.ts';

/** Without their steps, which may lead to any of them. */
export const campaigns: WriteStage = async (context, records) => {
  const known = await identityIds(context.tx, context.principal.workspaceId);
  const write = rowsOf('campaigns', {
    ...{ name: filled, description: textOf, status: textOr('DRAFT'), trackOpens: flag, trackClicks: flag },
    identityId: (record, name) => (known.has(numberOf(record, name) ?? 0) ? numberOf(record, name) : null),
    ...{ steps: always('[]'), stepCount: always(0), leadsTo: always('[]'), ...TIMES },
  });
  return write(context, records);
};

/** Ids of steps and places in the order in which `keepIds` asks for them; NaN for one that was not shown. */
function stepIdsIn(steps: unknown): number[] {
  return (Array.isArray(steps) ? steps.filter(isObject) : []).flatMap((step) => [
    ...['stepId', 'connectionId'].map((key) => numberOf(step, key) ?? Number.NaN),
    ...['onTrue', 'onFalse', 'onAccepted', 'onNotAccepted'].flatMap((key) => stepIdsIn(getOwn(step, key))),
  ]);
}

export const steps: WriteStage = async (context, records) => {
  const { tx, principal, now } = context;
  const refused: Refused = [];
  for (const record of records) {
    const id = idOf(record);
    const body = { steps: getOwn(record, 'steps') ?? [] };
    const message = await refusalOf(async () => {
      const { steps: sent = [] } = await checkedPatch(context, body, id);
      const ids = stepIdsIn(body.steps);
      const hasIds = ids.every(Number.isSafeInteger);
      await raiseCounter(tx, 'campaign_steps', hasIds ? Math.max(0, largest(ids)) : 0);
      const stored = hasIds
        ? keepIds(sent, [], () => ids.shift() ?? 0).steps
        : await storedSteps(context, id, sent, []);
      const campaign = await campaignById(tx, principal.workspaceId, id);
      if (campaign !== undefined) await updateCampaignRow(tx, id, { ...campaign, steps: stored }, stepFactsOf(stored));
      await tx.update('campaigns', id, { updatedAt: timesOf(record, now).updatedAt });
    });
    if (message === null) continue;
    await deleteRow(tx, 'campaigns', id);
    refused.push({ what: `campaign "${textOf(record, 'name')}"`, message });
  }
  return refused;
};

/** Throws Refusal with every problem. */
async function contentIn(context: Context, name: string, record: JsonObject, isPublished: boolean) {
  const maxCreditsPerRun = getOwn(record, 'maxCreditsPerRun') ?? null;
  const body = {
    ...{ name, plan: getOwn(record, 'plan'), trigger: getOwn(record, 'trigger') },
    ...(maxCreditsPerRun !== null && { maxCreditsPerRun }),
  };
  return contentOf((await checkedInput(context, body, isPublished ? 'publish' : 'draft')).input);
}

const contentCells = ({ plan, trigger, maxCreditsPerRun }: WorkflowContent) => ({
  plan: JSON.stringify(plan),
  trigger: trigger === null ? null : JSON.stringify(trigger),
  maxCreditsPerRun,
});

/** The id at the end of the address that senders know. */
function webhookIdIn(record: JsonObject): string | null {
  const trigger = getOwn(record, 'trigger');
  const url = isObject(trigger) ? textOf(trigger, 'webhookUrl') : null;
  return /\/wf\/([\w-]+)$/.exec(url ?? '')?.[1] ?? null;
}

export const workflows: WriteStage = async (context, records) => {
  const refused: Refused = [];
  for (const record of records) {
    const what = `workflow "${textOf(record, 'name')}"`;
    const message = await refusalOf(async () => {
      for (const why of await writeWorkflow(context, record)) refused.push({ ...why, what: `${what}, ${why.what}` });
    });
    if (message !== null) refused.push({ what, message });
  }
  return refused;
};

/** Throws Refusal for a draft that is not valid. Versions that are not are left out. */
async function writeWorkflow(context: Context, record: JsonObject): Promise<Refused> {
  const { tx, principal, now } = context;
  const refused: Refused = [];
  const [id, name] = [idOf(record), textOf(record, 'name') ?? ''];
  const draft = await contentIn(context, name, record, false);
  const times = timesOf(record, now);
  const row = { id, workspaceId: principal.workspaceId, ownerId: principal.userId, name, ...contentCells(draft) };
  append(refused, await insertRows(tx, 'workflows', [{ ...row, ...times }]));
  let webhookId = webhookIdIn(record);
  let running: number | null = null;
  for (const version of objectsOf(record, 'versions')) {
    const number = numberOf(version, 'version') ?? 0;
    const message = await refusalOf(async () => {
      const content = await contentIn(context, name, version, true);
      const rows = [
        {
          ...{ workflowId: id, version: number, ...contentCells(content) },
          ...{ publishedAt: timeOf(version, 'publishedAt') ?? times.createdAt, publishedBy: principal.userId },
        },
      ];
      append(refused, await insertRows(tx, 'workflow_versions', rows));
      if (number !== numberOf(record, 'version')) return;
      webhookId = await reconcileTrigger(context, { id, webhookId }, content.trigger ?? DEFAULT_TRIGGER);
      running = number;
    });
    if (message !== null) refused.push({ what: `version ${number}`, message });
  }
  await tx.update('workflows', id, { version: running, webhookId });
  return refused;
}

export const playbook: WriteStage = async ({ tx, principal, now }, [data = {}]) => {
  const { workspaceId } = principal;
  const { company, items } = keptOf(data);
  if (Object.keys(company).length > 0) await writeCompany(tx, workspaceId, JSON.stringify(company));
  const { idealCompanies: _, ...sections } = data;
  const byId = new Map(
    Object.keys(sections).flatMap((key) => objectsOf(sections, key).map((one) => [getOwn(one, 'id'), one])),
  );
  const rows = items.flatMap(({ id, section, key, fields }) => {
    if (typeof id !== 'number') return [];
    const record = byId.get(id) ?? {};
    const filters = getOwn(record, 'linkedInFilters');
    const cells = { id, workspaceId, section, itemKey: key, fields: JSON.stringify(fields) };
    return [{ ...cells, filters: isObject(filters) ? JSON.stringify(filters) : null, ...timesOf(record, now) }];
  });
  const refused = await insertRows(tx, 'playbook_items', rows);
  const ideal = objectsOf(data, 'idealCompanies').map(({ appUrl: _appUrl, ...one }) => one);
  if (ideal.length > 0) await writeIdealCompanies(tx, workspaceId, JSON.stringify(ideal), now);
  return refused;
};

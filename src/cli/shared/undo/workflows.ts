// Drafts are written back as they were; of versions, the former one is published again.

import type { AnyId } from '../../../contract/ids.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isEqual, recordIn } from '../../session/history/recorded-route.ts';
import { draftOf } from '../../session/history/recorded-workflows.ts';
import { send, type UndoHost, type UndoKind } from './undo-kind.ts';

async function read(host: UndoHost, workflowId: AnyId, version?: unknown): Promise<JsonObject> {
  const query = typeof version === 'number' ? { query: { version } } : {};
  return recordIn(await send(host, routes.workflows.get, { params: { workflowId }, ...query }));
}

/** The operations that make the draft so. */
function edit(values: JsonObject, revision: unknown): JsonObject {
  const { name, plan, trigger, maxCreditsPerRun } = values;
  const ops = [
    ...(name === undefined ? [] : [{ kind: 'rename', name }]),
    ...(plan === undefined ? [] : [{ kind: 'setPlan', plan }]),
    ...(trigger === undefined ? [] : [{ kind: 'setTrigger', trigger }]),
  ];
  return {
    ...(ops.length > 0 && { ops }),
    ...(maxCreditsPerRun !== undefined && { maxCreditsPerRun }),
    ...(typeof revision === 'string' && { revision }),
  };
}

async function setDraft(host: UndoHost, workflowId: AnyId, values: JsonObject): Promise<void> {
  const { revision } = await read(host, workflowId);
  await send(host, routes.workflows.editDraft, { params: { workflowId }, body: edit(values, revision) });
}

/** The one of the versions that has the same content: each publication has a number of its own, also one of a former version. */
async function versionLike(
  host: UndoHost,
  id: AnyId,
  version: unknown,
  versions: readonly unknown[],
): Promise<unknown> {
  const known = versions.filter((one) => typeof one === 'number');
  if (version === null || known.length === 0 || known.some((one) => one === version)) return version;
  // Another service may show no former versions: then it is someone's change.
  if (!(await host.client.takes(routes.workflows.get, 'version'))) return version;
  const content = draftOf(await read(host, id, version));
  for (const one of known) if (isEqual(draftOf(await read(host, id, one)), content)) return one;
  return version;
}

export const WORKFLOW: UndoKind = {
  read: async (host, targets) => {
    const found = new Map<string, JsonObject>();
    for (const { id, change } of targets) {
      const now = await read(host, id);
      const published = await versionLike(host, id, now['version'] ?? null, change.fields?.['published'] ?? []);
      found.set(String(id), { ...draftOf(now), published });
    }
    return found;
  },
  update: async (host, { id }, { published, ...values }) => {
    if (typeof published === 'number') {
      const draft = draftOf(await read(host, id));
      await setDraft(host, id, draftOf(await read(host, id, published)));
      await send(host, routes.workflows.publish, { params: { workflowId: id } });
      await setDraft(host, id, draft);
    }
    if (Object.keys(values).length > 0) await setDraft(host, id, values);
  },
};

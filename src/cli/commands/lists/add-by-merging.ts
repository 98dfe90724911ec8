// Members of a list by the create that merges: planned, shown or sent, and counted.

import { batchesOf } from '../../../contract/batches.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { knownMaxItems } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { assertExpected, type ExpectOptions } from '../../shared/effects/expected.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { planMembers, sendMembers } from '../../shared/records/merging/list-members.ts';
import type { MergeHost } from '../../shared/records/merging/merge-item.ts';
import { bulkOf } from '../../shared/records/merging/merge-update.ts';
import { membersView } from '../../shared/views/lists.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

interface Addition {
  readonly listId: number;
  readonly ids: readonly number[];
  readonly options: ExpectOptions & { readonly dryRun?: true | undefined };
  readonly note: () => Promise<void>;
}

export async function addByMerging(
  session: Session,
  entity: Entity,
  { listId, ids, options, note }: Addition,
): Promise<ExitName | void> {
  const host: MergeHost = { client: await session.client(), entity, signal: session.io.interrupt };
  const members = await planMembers(host, listId, ids);
  await note();
  const most = knownMaxItems(session, entity.routes.bulkCreate, entity.plural, LIMITS.bulkItems);
  const items = members.items.map(({ item }): JsonObject => item);
  const requests = [...batchesOf(items, most)].map((some) => planned(entity.routes.bulkCreate, bulkOf(host, some)));
  if (options.dryRun === true) return await printDryRun(session, requests, options);
  await assertExpected(session, options, requests);
  const { added, failed } = await sendMembers(host, listId, members, most);
  for (const { error } of failed) await session.print.warn(harmless(error));
  const counts = { listId, added: added.size, alreadyPresent: members.present.size };
  await session.print.record(membersView, { ...counts, ...(failed.length > 0 && { failed }) });
  return failed.length > 0 ? 'bad' : 'done';
}

// `contacts update` and `companies update` for a service that shows no path for them.

import type { JsonObject } from '../../../../contract/json.ts';
import type { Session } from '../../../session/session.ts';
import { assertTaken } from '../../draft/read-back.ts';
import { planned, printDryRun } from '../../dry-run.ts';
import { assertExpected, type ExpectOptions } from '../../effects/expected.ts';
import type { Entity } from '../entity.ts';
import type { MergeHost } from './merge-item.ts';
import { bulkOf, planMerge, readBack, sendMerge } from './merge-update.ts';

interface Update {
  readonly id: number;
  readonly body: JsonObject;
  readonly options: ExpectOptions & { readonly dryRun?: true | undefined };
  readonly note: () => Promise<void>;
}

/** Prints the record afterwards. Exit 1 where merging did not overwrite a value. */
export async function updateByMerging(session: Session, entity: Entity, { id, body, options, note }: Update) {
  const host: MergeHost = { client: await session.client(), entity, signal: session.io.interrupt };
  const plan = await planMerge(host, id, body);
  await note();
  const request = planned(entity.routes.bulkCreate, bulkOf(host, [plan.item]));
  if (options.dryRun === true) return await printDryRun(session, request, options);
  await assertExpected(session, options, [request]);
  await sendMerge(host, plan);
  // Where it cannot be read back, its id is all there is to show.
  let record: JsonObject = { id };
  await assertTaken(session, `${entity.noun} ${id}`, async () => {
    const after = await readBack(host, plan);
    record = after.record;
    return after.missed;
  });
  await session.print.record(entity.view, record);
}

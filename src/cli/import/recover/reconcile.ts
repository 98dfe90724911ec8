// Finds out what became of a bulk without a response. Rows with a profile URL are sent again: merging makes that harmless.
// Rows that the service matches by name and company alone are looked up first, because a later row may have renamed their
// company; rows without any key are looked up until their request can no longer arrive.

import type { Item } from '../mapping/item.ts';
import type { EntityKind, ImportPlan } from '../mapping/plan.ts';
import type { RowResult } from '../report/row-result.ts';
import { matchKeysOf } from '../rows/match-keys.ts';
import type { ImportService } from '../service.ts';
import type { ClaimedRecords } from './claimed-records.ts';
import { findRecords } from './find-records.ts';
import type { Unanswered } from './journal.ts';
import type { SharedLock } from './shared-lock.ts';

/** The service reports its time in whole seconds. */
const RESOLUTION_MS = 1_000;
/** How far our clock may be from that of a service that never reported its time. */
const CLOCK_SKEW_MS = 600_000;

export interface ReconcileContext {
  readonly plan: ImportPlan;
  readonly service: ImportService;
  readonly requestLock: SharedLock;
  readonly claimed: ClaimedRecords;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** A wait that a person should see. */
  readonly onWait: (text: string, waitMs: number) => void;
}

/** The earliest moment, by the service's clock, at which a bulk can have created records. */
export function sinceOf({ serverAt, at }: Unanswered): number {
  return serverAt === null ? at - CLOCK_SKEW_MS : serverAt - RESOLUTION_MS;
}

type Recovery = 'send_again' | 'look_up' | 'look_up_and_wait';

function recoveryFor(entity: EntityKind, merge: boolean): (item: Item) => Recovery {
  const keysOf = matchKeysOf(entity);
  return (item) => {
    const keys = merge ? keysOf(item) : [];
    if (keys.length === 0) return 'look_up_and_wait';
    return keys.every(({ name }) => name === 'NAME_COMPANY') ? 'look_up' : 'send_again';
  };
}

/** Adds to `found` the rows whose records exist, by their place. All other rows can then be sent again. */
export async function reconcile(
  host: ReconcileContext,
  items: readonly Item[],
  unanswered: Unanswered,
  found: Map<number, RowResult>,
): Promise<void> {
  const { plan, service, requestLock, claimed, signal } = host;
  const recoveries = items.map(recoveryFor(plan.entity, plan.merge));
  const missing = (wanted: readonly Recovery[]) =>
    new Map(
      [...items.entries()].filter(
        ([place]) => !found.has(place) && wanted.includes(recoveries[place] ?? 'look_up_and_wait'),
      ),
    );

  const lookUp = () =>
    requestLock.exclusively(async () => {
      const rows = missing(['look_up', 'look_up_and_wait']);
      const isClaimed = await claimed.known();
      const since = sinceOf(unanswered);
      const more = await findRecords({ entity: plan.entity, service, rows, since, isClaimed, signal });
      for (const [place, result] of more) found.set(place, result);
      claimed.add([...more.values()].map(({ id }) => id));
    }, signal);

  if (missing(['look_up', 'look_up_and_wait']).size === 0) return;
  await lookUp();
  if (missing(['look_up_and_wait']).size > 0) {
    const waitMs = untilExpiredMs(unanswered, host.now());
    if (waitMs > 0) {
      host.onWait('a request without a response may still arrive', waitMs);
      await host.sleep(waitMs, signal);
      await lookUp();
    }
  }
  await addMissingToList(host, [...found.values()]);
}

/** Never longer than a request may take, even where our clock was set back since. */
function untilExpiredMs({ at, deadline }: Unanswered, now: number): number {
  return Math.max(0, Math.min(deadline - now, deadline - at));
}

/** One item creates a record and adds it to the list; a service interrupted between the two is corrected here. */
async function addMissingToList(
  { plan, service, signal }: ReconcileContext,
  found: readonly RowResult[],
): Promise<void> {
  const ids = found.flatMap(({ id }) => id ?? []);
  if (plan.list === null || ids.length === 0) return;
  const filter = plan.entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  const listed = new Set<unknown>();
  for await (const { id } of service.search({ id: ids, [filter]: [plan.list.id] }, [], signal)) listed.add(id);
  const missing = ids.filter((id) => !listed.has(id));
  if (missing.length > 0) await service.addToList(plan.list.id, missing, signal);
}

// What became of a bulk whose answer was never seen. Rows with a profile address are sent again: merging makes that
// harmless. Rows by whose name alone the service would know them again are looked for first, because a later row may have
// renamed their company; rows without any key are looked for until their request can no longer arrive.

import type { Item } from '../mapping/item.ts';
import type { EntityKind, ImportPlan } from '../mapping/plan.ts';
import type { RowResult } from '../report/row-result.ts';
import { matchKeysOf } from '../rows/match-keys.ts';
import type { SharedLock } from '../send/shared-lock.ts';
import type { ImportService } from '../service.ts';
import type { ClaimedRecords } from './claimed-records.ts';
import { findRecords } from './find-records.ts';
import type { Unanswered } from './journal.ts';

/** The service tells its time in whole seconds. */
const RESOLUTION_MS = 1_000;
/** How far our clock may be from a service's that never told its own. */
const CLOCK_DOUBT_MS = 600_000;

export interface ReconcileContext {
  readonly plan: ImportPlan;
  readonly service: ImportService;
  readonly gate: SharedLock;
  readonly attributed: ClaimedRecords;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** A wait that a person should see. */
  readonly onWait: (text: string, waitMs: number) => void;
}

/** The earliest moment, by the service's clock, at which a bulk's records can have been made. */
export function sinceOf({ serverAt, at }: Unanswered): number {
  return serverAt === null ? at - CLOCK_DOUBT_MS : serverAt - RESOLUTION_MS;
}

type Means = 'send_again' | 'look_first' | 'look_and_wait';

/** How a row is settled. */
function meansFor(entity: EntityKind, merge: boolean): (item: Item) => Means {
  const keysOf = matchKeysOf(entity);
  return (item) => {
    const keys = merge ? keysOf(item) : [];
    if (keys.length === 0) return 'look_and_wait';
    return keys.every(({ name }) => name === 'NAME_COMPANY') ? 'look_first' : 'send_again';
  };
}

/** Adds to `found` the rows whose records are there, by their place; all others are to be sent again, and may be. */
export async function reconcile(
  host: ReconcileContext,
  items: readonly Item[],
  unanswered: Unanswered,
  found: Map<number, RowResult>,
): Promise<void> {
  const { plan, service, gate, attributed, signal } = host;
  const means = items.map(meansFor(plan.entity, plan.merge));
  const missing = (wanted: readonly Means[]) =>
    new Map(
      [...items.entries()].filter(([place]) => !found.has(place) && wanted.includes(means[place] ?? 'look_and_wait')),
    );

  const look = () =>
    gate.alone(async () => {
      const rows = missing(['look_first', 'look_and_wait']);
      const isClaimed = await attributed.known();
      const since = sinceOf(unanswered);
      const more = await findRecords({ entity: plan.entity, service, rows, since, isClaimed, signal });
      for (const [place, result] of more) found.set(place, result);
      attributed.add([...more.values()].map(({ id }) => id));
    }, signal);

  if (missing(['look_first', 'look_and_wait']).size === 0) return;
  await look();
  if (missing(['look_and_wait']).size > 0) {
    const waitMs = stillArrivingMs(unanswered, host.now());
    if (waitMs > 0) {
      host.onWait('until a lost request can no longer arrive', waitMs);
      await host.sleep(waitMs, signal);
      await look();
    }
  }
  await ensureListed(host, [...found.values()]);
}

/** Never longer than a request may take, even where our clock was set back since. */
function stillArrivingMs({ at, deadline }: Unanswered, now: number): number {
  return Math.max(0, Math.min(deadline - now, deadline - at));
}

/** A record and its place in a list come from one item; a service that was cut off between the two is put right. */
async function ensureListed({ plan, service, signal }: ReconcileContext, found: readonly RowResult[]): Promise<void> {
  const ids = found.flatMap(({ id }) => id ?? []);
  if (plan.list === null || ids.length === 0) return;
  const filter = plan.entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  const listed = new Set<unknown>();
  for await (const { id } of service.search({ id: ids, [filter]: [plan.list.id] }, [], signal)) listed.add(id);
  const missing = ids.filter((id) => !listed.has(id));
  if (missing.length > 0) await service.addToList(plan.list.id, missing, signal);
}

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { type ClockChange, isoTime, readClock, type VirtualClock, virtualNow } from '../../core/clock.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { noteMove } from '../../core/queries/settings.ts';

type ClockView = ReplyOf<Table['local']['clock']>;

export async function showClock({ store, realNow }: OperatorContext): Promise<ClockView> {
  const at = realNow();
  return clockView(await store.read(readClock), at);
}

/** Runs the jobs that fall due on the way. Throws Refusal as `moveClock` does. */
export async function setClock(
  { store, moveClock, realNow }: OperatorContext,
  change: ClockChange,
): Promise<ClockView> {
  const from = virtualNow(await store.read(readClock), realNow());
  const clock = await moveClock(change);
  if (!('freeze' in change)) await store.write((tx) => noteMove(tx, from, virtualNow(clock, realNow())));
  return clockView(clock, realNow());
}

function clockView(clock: VirtualClock, realNow: number): ClockView {
  const now = virtualNow(clock, realNow);
  return { now: isoTime(now), frozen: clock.frozenAt !== null, offsetMs: now - realNow };
}

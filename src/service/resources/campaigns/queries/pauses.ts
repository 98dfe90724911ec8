import { sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

/** Epoch ms. A campaign has a clock of its own that stops while it is paused. */
export interface Pauses {
  /** The length of all past pauses. */
  readonly pausedMs: number;
  /** Start of the current pause, or null. */
  readonly pausedAt: number | null;
  /** Completed because its last contact finished. */
  readonly isFinished: boolean;
}

export async function pausesOf(tx: Tx, campaignId: number): Promise<Pauses> {
  const row = await tx.one<{ pausedMs: number; pausedAt: number | null; ranThrough: number }>(
    sql`select paused_ms as pausedMs, paused_at as pausedAt, ran_through as ranThrough from campaigns where id = ${campaignId}`,
  );
  return { pausedMs: row?.pausedMs ?? 0, pausedAt: row?.pausedAt ?? null, isFinished: row?.ranThrough === 1 };
}

/** Stops the campaign's clock. */
export async function pauseTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set paused_at = coalesce(paused_at, ${now}) where id = ${campaignId}`);
}

/** Restarts the campaign's clock: whatever is due stays as far away as it was. */
export async function resumeTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns
    set paused_ms = paused_ms + ${now} - coalesce(paused_at, ${now}), paused_at = null, ran_through = 0
    where id = ${campaignId}`);
}

/** Completes a campaign whose last contact has finished. */
export async function finishCampaign(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set status = 'COMPLETED', ran_through = 1, updated_at = ${now}
    where id = ${campaignId}`);
}

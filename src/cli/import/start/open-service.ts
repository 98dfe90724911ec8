// The service an import works with: opened on first use, its waits reported beside the progress.

import type { Rate } from '../../../client/retry/pacer.ts';
import type { Wait } from '../../../client/retry/retry.ts';
import { waitReason } from '../../session/connect.ts';
import { knownMaxItems } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { BULK_BOUNDS, type BulkBounds } from '../mapping/plan.ts';
import { type ImportService, serviceOver } from '../service.ts';

/** Called on every wait of the client; `isRoutine`: for the rate, which is as it should be. */
export type OnWait = (text: string, waitMs: number, isRoutine: boolean) => void;

export async function openService(
  session: Session,
  entity: Entity,
  { rate, local = false, onWait }: { readonly rate: Rate | null; readonly local?: boolean; readonly onWait: OnWait },
): Promise<ImportService> {
  const client = await session.client({ local, ...(rate === null ? {} : { rate }) });
  return serviceOver(client, entity, {
    requestTimeoutMs: session.settings.requestTimeoutMs,
    isInProcess: local || session.profile().baseUrl === null,
    onWait: (wait: Wait) => onWait(waitReason(wait), wait.waitMs, wait.reason === 'pace'),
  });
}

/** As many items in a bulk, and as long texts, as the service is known to take. */
export function bulkBounds(session: Session, { routes, plural }: Entity): BulkBounds {
  const most = knownMaxItems(session, routes.bulkCreate, plural, BULK_BOUNDS.bulkItems);
  const { undocumentedRules: mode } = undocumentedRules(session);
  // One row never completes two bulks at once.
  return { ...BULK_BOUNDS, bulkItems: Math.max(2, most), ...(mode === 'warn' && { anyLength: true }) };
}

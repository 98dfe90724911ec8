// Past imports that this machine has a record of.

import { lockHolder } from '../../files/lock.ts';
import type { Session } from '../../session/session.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { historyView } from '../../shared/views/imports.ts';
import { type ImportHeader, importFolders } from './import-folder.ts';

function stateOf(session: Session, { id, finished }: ImportHeader): 'finished' | 'running' | 'unfinished' {
  if (finished !== null) return 'finished';
  return lockHolder(importFolders(session.paths).lock(id), session.io) === null ? 'unfinished' : 'running';
}

/** Prints them, the newest first. */
export async function printHistory(session: Session, entity: Entity): Promise<void> {
  const stored = importFolders(session.paths).stored();
  for (const folder of stored.unreadable)
    await session.print.warn(`the state of an import is damaged: ${folder}/import.json`);
  const imports = stored.headers
    .filter((header) => header.entity === entity.name && header.options.change === undefined)
    .toReversed();
  await session.print.list(
    historyView,
    imports.map((header) => ({
      id: header.id,
      file: header.file.shown,
      startedAt: new Date(header.startedAt).toISOString(),
      finishedAt: header.finished === null ? null : new Date(header.finished.at).toISOString(),
      rows: header.finished?.counts['rows'] ?? header.file.records,
      state: stateOf(session, header),
      target: header.target.profile,
      service: header.target.service,
      list: header.plan.list?.name ?? null,
      counts: header.finished?.counts ?? null,
    })),
  );
}

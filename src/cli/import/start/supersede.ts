// An unfinished import of an earlier version of a file is given up: what it sent is counted, nothing of it arrives any more.

import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { counted } from '../../../contract/english.ts';
import { isPartOf } from '../../files/write-atomic.ts';
import type { Session } from '../../session/session.ts';
import { ImportJournal } from '../recover/journal.ts';
import { RowTally } from '../report/tally.ts';
import { type ImportHeader, journalFile, savedStdinFile, writeHeader } from './import-folder.ts';

/** The caller holds the lock of the import. Gives the moment, by the service's clock, since when it may have created records. */
export async function supersede(session: Session, header: ImportHeader): Promise<number> {
  const { io, paths, print } = session;
  const journal = await ImportJournal.open(journalFile(paths, header.id));
  const tally = new RowTally();
  try {
    const deadline = journal.lastDeadline;
    // A request that is sent again while the lost one arrives could create the record twice.
    if (deadline > io.now()) {
      await print.note(
        `waiting ${Math.ceil((deadline - io.now()) / 1000)} s: a request of import ${header.id} may still arrive`,
      );
      await io.sleep(deadline - io.now(), io.interrupt);
    }
    for await (const result of journal.allResults()) tally.add(result);
    const finished = journal.finished ?? { at: io.now(), counts: { rows: tally.rows, ...tally.counts } };
    if (journal.finished === null) await journal.finish(finished);
    await writeHeader(paths, { ...header, finished });
  } finally {
    await journal.close();
  }
  for (const path of [header.results, header.rejects]) if (path !== null) removeParts(path);
  rmSync(savedStdinFile(paths, header.id), { force: true });
  await print.note(`import ${header.id} given up: ${counted(tally.rows, 'row')} of the earlier file were sent`);
  return Math.min(journal.beganAt, header.supersededSince ?? Number.POSITIVE_INFINITY);
}

/** What a process that was killed left of a file. */
function removeParts(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder).filter((one) => isPartOf(one, basename(path))))
    rmSync(join(folder, name), { force: true });
}

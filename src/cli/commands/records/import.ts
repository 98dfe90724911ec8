// import: the work is in cli/import, loaded when it runs.

import { does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { declareImport, type ImportCommandOptions } from '../../shared/records/import-options.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';

async function run(
  session: Session,
  entity: Entity,
  file: string | undefined,
  options: ImportCommandOptions,
): Promise<ExitName | void> {
  if (options.history) {
    const { printHistory } = await import('../../import/start/history.ts');
    return await printHistory(session, entity);
  }
  const { parseRequest } = await import('../../import/start/flags.ts');
  const { dryRun: asked, ...request } = parseRequest(file, options);
  if (session.savePlan !== undefined && asked === 'local')
    throw new UsageError('--save-plan asks the service of the profile: --against local does not go with it');
  const against = session.savePlan === undefined ? asked : 'current';
  if (against !== null) {
    const { dryRun } = await import('../../import/preview/dry-run.ts');
    return await dryRun(session, entity, { ...request, dryRun: against });
  }
  const { importFile } = await import('../../import/start/import-file.ts');
  return await importFile(session, entity, { ...request, dryRun: null });
}

export function importRecords(entity: Entity) {
  return does(
    () => declareImport(entity),
    (session, file, options) => run(session, entity, file, options),
  );
}

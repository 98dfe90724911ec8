import { type AnyCommand, type Deps, does } from '../../session/command.ts';
import { declareExport } from '../../shared/records/export-options.ts';
import type { RecordType } from '../../shared/records/kind.ts';

/** The work is loaded when it runs. */
export function exportRecords(deps: Deps, entity: RecordType): AnyCommand {
  return does(
    () => declareExport(entity),
    async (session, options) =>
      (await import('../../shared/records/export-records.ts')).writeRecords(session, entity, options),
  )(deps);
}

import { does } from '../../session/command.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { declareExport } from '../../shared/records/export-options.ts';

/** The work is loaded when it runs. */
export function exportRecords(entity: Entity) {
  return does(
    () => declareExport(entity),
    async (session, options) =>
      (await import('../../shared/records/export-records.ts')).writeRecords(session, entity, options),
  );
}

// Before the first record is updated or deleted: what the columns mean, and how many rows there are.

import { counted } from '../../../contract/english.ts';
import { approveAt, typedIfMany } from '../../shared/target.ts';
import { showMapping } from '../mapping/build-plan.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import { announce, type StartContext, type SurveyedFile } from './confirm-mapping.ts';

/** Asks where a person can be asked; before anything is deleted it has to be answered. Throws Declined. */
export async function confirmChange(host: StartContext, file: SurveyedFile, mapping: Mapping): Promise<Mapping> {
  const { session, entity, request } = host;
  const { samples, records } = file;
  const isDelete = request.options.change?.act === 'delete';
  if (!isDelete) await showMapping(session, mapping, samples[0]?.cells ?? []);
  await announce(host, file, mapping);
  const count = Math.min(records, request.options.limit ?? records);
  if (count === 0 || request.yes || !(isDelete || session.prompt.possible)) return mapping;
  const rows = `the ${entity.plural} of ${counted(count, 'row')}`;
  await approveAt(session, isDelete ? `Delete ${rows} permanently` : `Update ${rows}`, {
    declined: isDelete ? 'nothing deleted' : 'nothing updated',
    typed: isDelete ? typedIfMany(count) : undefined,
  });
  return mapping;
}

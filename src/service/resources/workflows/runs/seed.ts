import { ENTITY_OF_INPUT, type WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import type { At, Problems } from '../../../../rules/problem.ts';
import type { RecordEntity } from '../../../../rules/records/fields.ts';
import type { RunInput } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../../core/context.ts';
import { listById } from '../../lists/queries/lists.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { knownIds } from '../../records/queries/records.ts';

const RECORDS: Readonly<Record<WorkflowEntity, { entity: RecordEntity; singular: string; plural: string }>> = {
  LEAD: { entity: 'CONTACT', singular: 'contact', plural: 'contacts' },
  COMPANY: { entity: 'COMPANY', singular: 'company', plural: 'companies' },
};

/** Ids named in one message. */
const IDS_MAX = 10;

export function firstIds(ids: readonly number[]): string {
  const more = ids.length > IDS_MAX ? ` and ${ids.length - IDS_MAX} more` : '';
  return ids.slice(0, IDS_MAX).join(', ') + more;
}

/** Adds a problem for each record or list that the run is to start with and that does not exist. */
export async function checkSeed(context: Context, problems: Problems, at: At, { key, value }: RunInput): Promise<void> {
  const { tx, principal } = context;
  const { entity, singular, plural } = RECORDS[ENTITY_OF_INPUT[key]];
  if (key === 'leadsGroupId' || key === 'companyGroupId') {
    const list = typeof value === 'number' ? await listById(tx, principal.workspaceId, value) : undefined;
    if (list?.entity === entity) return;
    const message = list === undefined ? `there is no list ${value}` : `list ${value} is not a list of ${plural}`;
    problems.error('given', at, 'unknown_list', message);
    return;
  }
  const ids = typeof value === 'number' ? [value] : value;
  const known = await knownIds(tx, RECORD_SHAPES[entity], principal.workspaceId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) problems.error('given', at, 'unknown_record', `there is no ${singular} ${firstIds(unknown)}`);
}

import type { Context } from '../../../core/context.ts';
import { updateVariable as writeVariable } from '../queries/variables.ts';
import { getVariable } from './get.ts';
import { valuesOf } from './stored.ts';
import { type VariableRecord, variableOf } from './view.ts';

/** An archived variable keeps its field and values, but lists omit it. Throws Refusal `not_found`. */
export async function setArchived(context: Context, id: number, isArchived: boolean): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  if ((row.archivedAt !== null) !== isArchived) {
    const { now } = context;
    await writeVariable(context.tx, id, { ...valuesOf(row), archivedAt: isArchived ? now : null, updatedAt: now });
  }
  return getVariable(context, id);
}

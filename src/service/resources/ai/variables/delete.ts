import type { Context } from '../../../core/context.ts';
import { assertUnused } from '../assert-unused.ts';
import { deleteReferences } from '../queries/references.ts';
import { deleteVariable as dropVariable } from '../queries/variables.ts';
import { aiWorkspace } from '../workspace.ts';
import { clearField } from './clear-field.ts';
import { isContactField } from './names.ts';
import { variableOf } from './view.ts';

/** Deletes the variable, its field and all values. Throws Refusal `not_found`, or `conflict` naming what refers to it. */
export async function deleteVariable(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const row = await variableOf(context, id);
  const workspace = await aiWorkspace(context);
  const contactField = isContactField(workspace, row) ? row.name : undefined;
  await assertUnused(context, { kind: 'ai-variable', id, name: row.name, contactField });
  await clearField(context, row.entity, row.key);
  await deleteReferences(context.tx, { kind: 'ai-variable', id });
  await dropVariable(context.tx, row);
  return { id, deleted: true };
}

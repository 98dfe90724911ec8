import { AiVariablePatch, type OutputSchema } from '../../../../contract/ai/variables.ts';
import { DATA_TYPE_OF } from '../../../../rules/ai/output-schema.ts';
import { storedPrompt } from '../../../../rules/ai/prompt-form.ts';
import type { Context } from '../../../core/context.ts';
import { parseAccepted } from '../../../core/refuse-problems.ts';
import { renameFieldInCampaigns } from '../../campaigns/rename-field.ts';
import { assertNoCycle, assertValid } from '../check.ts';
import { setReferences } from '../queries/references.ts';
import {
  updateVariableField,
  type VariableRow,
  type VariableValues,
  updateVariable as writeVariable,
} from '../queries/variables.ts';
import { aiWorkspace, referencesOf, writtenIn } from '../workspace.ts';
import { getVariable } from './get.ts';
import { assertNameFree, isContactField } from './names.ts';
import { storedSchema, storedWebsite, valuesOf } from './stored.ts';
import { type VariableRecord, variableOf, variableView } from './view.ts';

/** A new name replaces the old one wherever it is used. Throws Refusal `not_found`, `invalid` with every problem, `conflict`. */
export async function updateVariable(context: Context, id: number, body: unknown): Promise<VariableRecord> {
  const { tx, now } = context;
  const row = await variableOf(context, id);
  const { entity } = row;
  const workspace = await aiWorkspace(context);
  const current = { id, entity };
  await assertValid(context, workspace, { kind: 'ai-variable', body, purpose: 'update', current });
  const input = parseAccepted(AiVariablePatch, body, 'an AI variable');
  const name = input.name?.trim() ?? row.name;
  assertNameFree(workspace, entity, name, row.key);
  const prompt = input.prompt === undefined ? row.prompt : storedPrompt(input.prompt, writtenIn(workspace, entity));
  const targets = referencesOf(workspace, [prompt]);
  await assertNoCycle(context, { kind: 'ai-variable', id }, targets);
  const values: VariableValues = {
    ...valuesOf(row),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.model !== undefined && { model: input.model }),
    ...(input.search !== undefined && { search: input.search }),
    ...(input.isPublic !== undefined && { isPublic: input.isPublic }),
    ...(input.folderId !== undefined && { folderId: input.folderId }),
    ...(input.outputSchema !== undefined && { outputSchema: storedSchema(input.outputSchema) }),
    ...(input.customWebsiteField !== undefined && {
      websiteField: storedWebsite(workspace, entity, input.customWebsiteField),
    }),
    prompt,
  };
  const isSame = name === row.name && JSON.stringify(values) === JSON.stringify(valuesOf(row));
  if (isSame) return variableView(context, workspace, row);
  await writeVariable(tx, id, { ...values, updatedAt: now });
  const type = input.outputSchema?.type ?? schemaType(row);
  await updateVariableField(tx, row.fieldId, { name, dataType: DATA_TYPE_OF[type] });
  await setReferences(tx, { kind: 'ai-variable', id }, targets);
  if (name !== row.name && isContactField(workspace, row)) await renameFieldInCampaigns(context, row.name, name);
  return getVariable(context, id);
}

function schemaType(row: VariableRow): OutputSchema['type'] {
  const schema: OutputSchema = JSON.parse(row.outputSchema);
  return schema.type;
}

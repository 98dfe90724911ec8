import type { VariableEntity } from '../../../../contract/ai/enums.ts';
import { AiVariableInput } from '../../../../contract/ai/variables.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { DATA_TYPE_OF } from '../../../../rules/ai/output-schema.ts';
import { storedPrompt } from '../../../../rules/ai/prompt-form.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { parseAccepted } from '../../../core/refuse-problems.ts';
import { assertValid } from '../check.ts';
import { setReferences } from '../queries/references.ts';
import { insertVariable, insertVariableField, type VariableValues } from '../queries/variables.ts';
import { type AiWorkspace, aiWorkspace, referencesOf, writtenIn } from '../workspace.ts';
import { getVariable } from './get.ts';
import { assertNameFree } from './names.ts';
import { storedSchema, storedWebsite } from './stored.ts';
import type { VariableRecord } from './view.ts';

/** Throws Refusal `invalid` with every problem of the body, `conflict` for a name that is taken; then nothing is stored. */
export async function createVariable(context: Context, body: unknown): Promise<VariableRecord> {
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertValid(context, workspace, { kind: 'ai-variable', body, purpose: 'create' });
  const input = parseAccepted(AiVariableInput, body, 'an AI variable');
  const { entity, description, model, search, isPublic, folderId, customWebsiteField } = input;
  const { outputSchema = { type: 'text' } } = input;
  const name = input.name.trim();
  assertNameFree(workspace, entity, name);
  assertRoom(workspace, entity);
  const field = { workspaceId: principal.workspaceId, entity, name, dataType: DATA_TYPE_OF[outputSchema.type], now };
  const fieldId = await insertVariableField(tx, field);
  const prompt = storedPrompt(input.prompt, writtenIn(workspace, entity));
  const values: VariableValues = {
    description: description ?? null,
    prompt,
    model: model ?? null,
    outputSchema: storedSchema(outputSchema),
    search: search ?? false,
    isPublic: isPublic ?? true,
    folderId: folderId ?? null,
    websiteField: storedWebsite(workspace, entity, customWebsiteField ?? null),
    archivedAt: null,
    updatedAt: now,
  };
  const id = await insertVariable(tx, principal.workspaceId, fieldId, values, now);
  await setReferences(tx, { kind: 'ai-variable', id }, referencesOf(workspace, [prompt]));
  return getVariable(context, id);
}

function assertRoom({ customs }: AiWorkspace, of: VariableEntity): void {
  if (customs.filter(({ entity }) => entity === of).length < LIMITS.customFields) return;
  const message = `the workspace already has the maximum of ${LIMITS.customFields} added fields`;
  throw new Refusal('invalid', `name: ${message}`, { issues: [{ path: 'name', code: 'too_many', message }] });
}

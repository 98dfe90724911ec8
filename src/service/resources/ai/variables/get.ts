import type { Context } from '../../../core/context.ts';
import { aiWorkspace } from '../workspace.ts';
import { type VariableRecord, variableOf, variableView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function getVariable(context: Context, id: number): Promise<VariableRecord> {
  const row = await variableOf(context, id);
  return variableView(context, await aiWorkspace(context), row);
}

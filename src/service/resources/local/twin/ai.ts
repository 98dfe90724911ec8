// What AI writes: tones, folders, and the four kinds of entity. Texts come last, as they may name any of them.

import type { AiKind } from '../../../../contract/ai/enums.ts';
import { OutputSchema } from '../../../../contract/ai/variables.ts';
import { append } from '../../../../contract/append.ts';
import { getOwn, type JsonObject } from '../../../../contract/json.ts';
import { DATA_TYPE_OF } from '../../../../rules/ai/check.ts';
import type { Context } from '../../../core/context.ts';
import { DEFAULT_TONES } from '../../../stand-ins/text-generation.ts';
import { updateContent } from '../../ai/contents.ts';
import { insertVariableField } from '../../ai/queries/variables.ts';
import { storedSchema } from '../../ai/variables/read.ts';
import { updateVariable } from '../../ai/variables/write.ts';
import { customFields } from '../../records/queries/fields.ts';
import { insertRows } from '../queries/twin.ts';
import {
  always,
  cellsOf,
  filled,
  flag,
  idOf,
  numberAfter,
  numberOf,
  type Refused,
  refusalOf,
  rowsOf,
  TIMES,
  textOf,
  timeOf,
  timesOf,
  type WriteStage,
} from './cells.ts';

const toneRows = rowsOf('ai_tones', { name: filled, description: textOf });

export const tones: WriteStage = (context, records) => {
  const isDefault = (one: JsonObject) => DEFAULT_TONES.some(({ id, name }) => id === one['id'] && name === one['name']);
  return toneRows(
    context,
    records.filter((one) => !isDefault(one)),
  );
};

/** Parents come first. */
export const folders = rowsOf('ai_folders', { tree: textOf, name: filled, parentId: numberOf, ...TIMES });

const TABLES: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'ai_variables',
  'ai-snippet': 'ai_snippets',
  'ai-message': 'ai_messages',
  template: 'message_templates',
};

const kindOf = (record: JsonObject): AiKind =>
  (['ai-snippet', 'ai-message', 'template'] as const).find((kind) => kind === getOwn(record, 'kind')) ?? 'ai-variable';

async function fieldIdOf({ tx, principal, now }: Context, record: JsonObject, schema: OutputSchema): Promise<number> {
  const entity = getOwn(record, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT';
  const name = textOf(record, 'name') ?? '';
  const { workspaceId } = principal;
  const known = (await customFields(tx, workspaceId)).find((field) => field.entity === entity && field.name === name);
  if (known !== undefined) return numberAfter('f', known.key);
  const dataType = DATA_TYPE_OF[schema.type];
  return await insertVariableField(tx, { workspaceId, entity, name, dataType, createdAt: now });
}

async function variableCells(context: Context, record: JsonObject) {
  const parsed = OutputSchema.safeParse(getOwn(record, 'outputSchema'));
  const schema: OutputSchema = parsed.success ? parsed.data : { type: 'text' };
  return { fieldId: await fieldIdOf(context, record, schema), outputSchema: storedSchema(schema) };
}

const ENTITY = { description: textOf, folderId: numberOf, ...TIMES };
const VOICE = { ...ENTITY, name: filled, prompt: always(''), toneId: numberOf, model: textOf };
const CELLS = {
  'ai-variable': { ...ENTITY, model: textOf, search: flag, isPublic: flag, archivedAt: timeOf, prompt: always('') },
  'ai-snippet': VOICE,
  'ai-message': { ...VOICE, channel: textOf, outputLength: textOf, splitMessages: flag, campaignId: numberOf },
  template: { ...ENTITY, name: filled, channel: textOf, messages: always('[]') },
};

/** Without their texts. */
export const ai: WriteStage = async (context, records) => {
  const refused: Refused = [];
  for (const record of records) {
    const kind = kindOf(record);
    const field = kind === 'ai-variable' ? await variableCells(context, record) : {};
    const row = { ...cellsOf(context, record, CELLS[kind]), ...field };
    append(refused, await insertRows(context.tx, TABLES[kind], [row]));
  }
  return refused;
};

const TEXTS: Readonly<Record<AiKind, readonly string[]>> = {
  'ai-variable': ['prompt', 'customWebsiteField'],
  'ai-snippet': ['prompt'],
  'ai-message': ['prompt'],
  template: ['subject', 'messages'],
};

/** Their texts. One that names what is not there stays as it was shown. */
export const prompts: WriteStage = async (context, records) => {
  const refused = [];
  for (const record of records) {
    const [kind, id] = [kindOf(record), idOf(record)];
    const sent = TEXTS[kind].flatMap((name) => {
      const value = getOwn(record, name);
      return value === null || value === undefined || value === '' ? [] : [[name, value] as const];
    });
    const body = Object.fromEntries(sent);
    const message = await refusalOf(async () => {
      if (kind === 'ai-variable') await updateVariable(context, id, body);
      else await updateContent(context, kind, id, body);
    });
    if (message !== null) {
      for (const [name, value] of sent) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        if (name !== 'customWebsiteField') await context.tx.update(TABLES[kind], id, { [name]: text });
      }
      refused.push({ what: `names in ${kind} ${id}`, message });
    }
    await context.tx.update(TABLES[kind], id, { updatedAt: timesOf(record, context.now).updatedAt });
  }
  return refused;
};

// Printing an AI entity: names and the text for a person, the whole record for a program.

import { isObject, type JsonObject } from '../../../contract/json.ts';
import { isToken, partsOf } from '../../../rules/ai/tokens.ts';
import type { Session } from '../../session/session.ts';
import type { AiResource } from '../../shared/ai/kinds.ts';
import { ifAnswered } from '../../shared/created.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isForPerson, printsWhole } from '../../terminal/settings.ts';
import { AiNames } from './names.ts';

const RICH = ['promptRichText', 'messagesRichText'];
const TEXTS = ['prompt', 'subject', 'messages'];

function without(record: JsonObject, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** Columns omit the text in parts. On a terminal, tone and folder are shown by name and the text follows. */
export async function printAi(session: Session, kind: AiResource, record: JsonObject): Promise<void> {
  const { settings } = session;
  const isWhole = settings.fields !== null || printsWhole(settings);
  if (!isForPerson(session)) {
    return await session.print.record(kind.view, isWhole ? record : without(record, RICH));
  }
  const { toneId, folderId } = record;
  const names = await ifAnswered(() => new AiNames(session).ofRecord(kind.kind, record));
  await session.print.record(kind.view, {
    ...without(record, [...RICH, ...TEXTS, 'toneId', 'folderId']),
    ...(toneId != null && { tone: names?.tone ?? toneId }),
    ...(typeof folderId === 'number' && { folder: names?.folder ?? folderId }),
  });
  await session.print.prose(`\n${textOf(session, record)}\n`);
}

/** The text, with tokens coloured. */
function textOf(session: Session, { prompt, subject, messages }: JsonObject): string {
  const { cyan, dim } = session.print.paint.stdout;
  const marked = (text: unknown) =>
    partsOf(typeof text === 'string' ? text : '')
      .map((part) => (isToken(part) ? cyan(harmless(part.raw)) : harmless(part.raw)))
      .join('');
  if (!Array.isArray(messages)) return marked(prompt);
  const parts = messages.map((text, index) => {
    const title = messages.length > 1 ? `${dim(`message ${index + 1} of ${messages.length}`)}\n` : '';
    return `${title}${marked(text)}`;
  });
  const head = typeof subject === 'string' && subject !== '' ? [`${dim('subject')}  ${marked(subject)}`] : [];
  return [...head, ...parts].join('\n\n');
}

export async function printFolder(session: Session, view: AiResource['view'], folder: object): Promise<void> {
  if (!isForPerson(session) || !isObject(folder)) return await session.print.record(view, folder);
  const { ancestors, children, aiVariables, parent: _parent, ...head } = folder;
  const names = (list: unknown) =>
    Array.isArray(list) ? list.map((one) => (isObject(one) ? harmless(String(one['name'])) : '')) : [];
  const path = [...names(ancestors), harmless(String(head['name']))].join('/');
  await session.print.record(view, { id: head['id'], path, ...without(head, ['id', 'name', 'parentId']) });
  const lines = [...names(children).map((name) => `${name}/`), ...names(aiVariables)];
  if (lines.length > 0) await session.print.text(`\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

// AI entities with names of tones and folders in place of ids: printed, and read from files.

import { type AiKind, treeOf } from '../../../contract/ai/enums.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { AI_FIELDS } from '../../../contract/field-names.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, textAt } from '../../../contract/json.ts';
import type { NamedIds, RecordNames } from '../../../rules/ai/file.ts';
import { isToken, partsOf } from '../../../rules/ai/tokens.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import type { Problem } from '../../../rules/problem.ts';
import type { Session } from '../../session/session.ts';
import { type AiResource, allFolders } from '../../shared/ai/kinds.ts';
import { having } from '../../shared/answer.ts';
import { ifAnswered } from '../../shared/created.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isForPerson, printsWhole } from '../../terminal/settings.ts';

interface NamedEntity<I extends AnyId = AnyId> {
  readonly id: I;
  readonly name: string;
}

const tonesOf = async (session: Session) => having((await (await session.api()).aiTones.list()).tones, 'id', 'name');

const foldersFor = (session: Session, kind: AiKind, fields: JsonObject, entity?: EntityName) =>
  allFolders(session, treeOf(kind, entity ?? (getOwn(fields, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT')));

/** The names of the ids in a record; null if it has none or the id is unknown. */
async function namesIn(session: Session, kind: AiKind, record: JsonObject): Promise<RecordNames> {
  const [toneId, folderId] = [getOwn(record, 'toneId'), getOwn(record, 'folderId')];
  const tones = toneId != null ? await tonesOf(session) : [];
  const folders = typeof folderId === 'number' ? await foldersFor(session, kind, record) : [];
  return {
    tone: tones.find(({ id }) => String(id) === String(toneId))?.name ?? null,
    folder: folders.find(({ id }) => id === folderId)?.path ?? null,
  };
}

/** The ids of the names in a file, and a problem for each that is not one. `entity`: of a variable whose file does not state it. */
export async function idsFor(
  session: Session,
  kind: AiKind,
  fields: JsonObject,
  entity?: EntityName,
): Promise<NamedIds & { readonly unknown: readonly Problem[] }> {
  const unknown: Problem[] = [];
  const find = <I extends AnyId>(key: 'tone' | 'folder', name: string, all: readonly NamedEntity<I>[]) => {
    const found = all.filter((one) => one.name === name);
    if (found.length === 1) return found[0]?.id;
    unknown.push(notOne(key, name, found, all));
    return undefined;
  };
  const tone = AI_FIELDS[kind].includes('toneId') ? textAt(fields, 'tone') : null;
  const folder = textAt(fields, 'folder');
  const tones = tone === null ? [] : await tonesOf(session);
  const placed = folder === null ? [] : await foldersFor(session, kind, fields, entity);
  const folders = placed.map(({ id, path }) => ({ id, name: path }));
  return {
    tone: tone === null ? undefined : find('tone', tone, tones),
    folder: folder === null ? undefined : find('folder', folder, folders),
    unknown,
  };
}

function notOne(key: string, name: string, found: readonly NamedEntity[], all: readonly NamedEntity[]): Problem {
  const names = all.map((one) => one.name);
  const none = `there is no ${key} "${name}"${didYouMean(name, names)}`;
  const several = `"${name}" matches ${found.length} ${key}s (ids ${found.map(({ id }) => id).join(', ')}); give ${key}Id`;
  const [code, message] = found.length === 0 ? [`unknown_${key}`, none] : ['ambiguous_name', several];
  return { path: key, at: [key], code, message, severity: 'error', kind: 'invalid', basis: 'given' };
}

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
  const names = await ifAnswered(() => namesIn(session, kind.kind, record));
  await session.print.record(kind.view, {
    ...without(record, [...RICH, ...TEXTS, 'toneId', 'folderId']),
    ...(toneId != null && { tone: names?.tone ?? toneId }),
    ...(typeof folderId === 'number' && { folder: names?.folder ?? folderId }),
  });
  await session.print.prose(`\n${textOf(session, record)}\n`);
}

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

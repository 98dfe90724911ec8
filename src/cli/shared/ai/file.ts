// Files of AI entities, and what their checks know of the workspace: offline what was last seen, online what it has.

import { listPages } from '../../../client/answers/pages.ts';
import {
  AI_KINDS,
  type AiKind,
  FOLDER_TREES,
  type FolderTree,
  type ReferenceKind,
  treeOf,
} from '../../../contract/ai/enums.ts';
import { append } from '../../../contract/append.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { FOLDER_OF_KIND, fieldsOfFile, kindOfPath, statedKind } from '../../../rules/ai/file.ts';
import {
  type AiKnowledge,
  type KnownNames,
  MAY_REFER,
  standardFields,
  type TokenCandidate,
} from '../../../rules/ai/knowledge.ts';
import { type CheckedFile, checkedProblems } from '../../files/checked-file.ts';
import { readText } from '../../files/read.ts';
import { readYaml } from '../../files/yaml/read.ts';
import type { KindOf } from '../../files/yaml/value.ts';
import type { SeenKind } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import type { Io } from '../../terminal/io.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { having, havingSome, isAiSwitchedOff } from '../answer.ts';
import { knownContactFields } from '../lint/campaign-knowledge.ts';
import { undocumentedRules } from '../lint/undocumented-rules.ts';
import { keepRecords, seenIds, seenRecords } from '../lookup/seen-records.ts';
import { allFolders } from './kinds.ts';

/** Its body has the fields of the file: names where a request has ids. */
export interface AiFile extends CheckedFile {
  /** Null when neither the file nor its folder says what it is. */
  readonly kind: AiKind | null;
}

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'entity', 'description', 'prompt', 'model', 'folder', 'tone', 'channel', 'subject', 'messages'],
  ...['customWebsiteField', 'outputLength', 'type', 'values'],
]);

/** For the JSON Schema, which says of a file what an editor sees in it. */
export const AI_KEYS = { texts: TEXT_KEYS };

const KNOWN_KEYS: ReadonlySet<string> = new Set([...TEXT_KEYS, 'outputSchema']);

/** `name: 0123` is text; inside `jsonSchema` everything is what it looks like. */
const scalarKind: KindOf = (key, _parent, top) => (TEXT_KEYS.has(key) && KNOWN_KEYS.has(top) ? 'text' : 'auto');

/** `kind`: what the caller knows; else the file's own word, else the folder it is in. */
export async function parseAiFile(name: string, text: string, kind?: AiKind): Promise<AiFile> {
  const yaml = await readYaml(text, scalarKind);
  const stated = yaml.readable ? statedKind(yaml.value) : undefined;
  const body = yaml.readable ? fieldsOfFile(yaml.value) : null;
  return { name, yaml, body, kind: kind ?? (stated === undefined ? kindOfPath(name) : stated) };
}

/** Throws UsageError when the file cannot be read at all. */
export async function readAiFile(io: Io, name: string, kind?: AiKind): Promise<AiFile> {
  return await parseAiFile(name, await readText(io, name), kind);
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function problemsOfAiFile(file: AiFile, knowledge: AiKnowledge): Promise<FileProblem[]> {
  const { kind } = file;
  if (kind !== null) {
    const { checkAiEntity } = await import('../../../rules/ai/check.ts');
    return [
      ...kindProblems(file, kind),
      ...checkedProblems(file, (body) => checkAiEntity(kind, body, knowledge, 'create', 'file')),
    ];
  }
  const folders = AI_KINDS.map((known) => `${FOLDER_OF_KIND[known]}/`).join(', ');
  const message = `what is it? write kind: ${AI_KINDS.join(', ')}; or put it into a folder ${folders}`;
  return checkedProblems(file, () => [
    { path: 'kind', at: ['kind'], code: 'unknown_kind', message, severity: 'error', kind: 'invalid', basis: 'given' },
  ]);
}

/** A file that says one kind and is taken for another: the folder and its own word disagree. */
function kindProblems(file: AiFile, kind: AiKind): FileProblem[] {
  const stated = file.yaml.readable ? statedKind(file.yaml.value) : undefined;
  if (stated === undefined || stated === kind) return [];
  const message = `this is taken for the kind ${kind}, and says another`;
  return [
    {
      file: file.name,
      ...file.yaml.placeOf(['kind']),
      path: 'kind',
      code: 'kind_mismatch',
      message,
      severity: 'error',
    },
  ];
}

// What is known of the workspace without asking it: standard fields, and what was last seen with the profile.

/** Sends nothing and needs no profile. */
export function offlineAiKnowledge(session: Session): AiKnowledge {
  const companyFields = seenIds(session, 'companyFields');
  const tones = seenRecords(session, 'tones').flatMap(({ name }) => (typeof name === 'string' ? name : []));
  return {
    ...undocumentedRules(session),
    fields: standardFields(knownContactFields(session), companyFields),
    ...(tones.length > 0 && { tones: { names: new Set(tones), complete: false } }),
  };
}

// What is known of the workspace by asking it: only for what the files may name.

/** Null where the workspace has not the split AI-entity model: nothing of it can be there. */
type OnlineKnowledge = AiKnowledge & { readonly splitAi: boolean };

async function fieldsOf(session: Session): Promise<NonNullable<AiKnowledge['fields']>> {
  const api = await session.api();
  const known = (
    kind: SeenKind,
    { fields }: { readonly fields?: readonly { readonly id?: string | undefined }[] | undefined },
  ) => {
    const all = havingSome(fields, 'fields', 'id');
    keepRecords(session, kind, all);
    return { ids: new Set(all.map(({ id }) => id)), complete: true };
  };
  return {
    CONTACT: known('contactFields', await api.contacts.fields()),
    COMPANY: known('companyFields', await api.companies.fields()),
  };
}

async function namesOf(session: Session, kind: ReferenceKind): Promise<KnownNames> {
  const { call } = await session.client();
  const all: TokenCandidate[] = [];
  if (kind === 'aiResearch') {
    const query = { includeArchived: true };
    for await (const { id, name, entity } of listPages(call, 'aiVariables', 'list', { query })) {
      if (id !== undefined && name !== undefined) all.push({ id, name, ...(entity !== undefined && { entity }) });
    }
  } else if (kind === 'aiSnippet') {
    for await (const one of listPages(call, 'aiSnippets', 'list', {})) append(all, having([one], 'id', 'name'));
  } else {
    for await (const one of listPages(call, 'aiMessages', 'list', {})) append(all, having([one], 'id', 'name'));
  }
  return { all, complete: true };
}

/** Whether the workspace has the split model, asked by what needs it; its tones, where it has. */
async function tonesOf(session: Session) {
  try {
    const { tones } = await (await session.api()).aiTones.list();
    const all = havingSome(tones, 'tones', 'id', 'name');
    keepRecords(session, 'tones', all);
    return all;
  } catch (error) {
    if (isAiSwitchedOff(error)) return null;
    throw error;
  }
}

/** What the service is asked about: of what kind, and what it says. */
type AskedFile = Pick<AiFile, 'kind' | 'body'>;

const isSplit = ({ kind }: AskedFile) => kind !== null && kind !== 'ai-variable';

function treesOf(files: readonly AskedFile[]): FolderTree[] {
  const named = files.flatMap(({ kind, body }) => {
    if (kind === null || !isObject(body) || getOwn(body, 'folder') === undefined) return [];
    const entity: EntityName = getOwn(body, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT';
    return [treeOf(kind, entity)];
  });
  return FOLDER_TREES.filter((tree) => named.includes(tree));
}

/** The fields of the workspace, and whatever else the files may name; keeps the fields for lint offline. */
export async function onlineAiKnowledge(session: Session, files: readonly AskedFile[]): Promise<OnlineKnowledge> {
  const fields = await fieldsOf(session);
  const tones = files.some(isSplit) ? await tonesOf(session) : null;
  const splitAi = tones !== null || !files.some(isSplit);
  const wanted = new Set(files.flatMap(({ kind }) => (kind === null ? [] : MAY_REFER[kind])));
  const names: Partial<Record<ReferenceKind, KnownNames>> = {};
  for (const reference of splitAi ? wanted : []) names[reference] = await namesOf(session, reference);
  const folderPaths: Partial<Record<FolderTree, ReadonlySet<string>>> = {};
  for (const tree of splitAi ? treesOf(files) : []) {
    folderPaths[tree] = new Set((await allFolders(session, tree)).map(({ path }) => path));
  }
  return {
    ...undocumentedRules(session),
    isOnline: true,
    splitAi,
    fields,
    names,
    folderPaths,
    ...(tones !== null && {
      tones: { names: new Set(tones.map(({ name }) => name)), complete: true },
      toneIds: new Set(tones.map(({ id }) => String(id))),
    }),
  };
}

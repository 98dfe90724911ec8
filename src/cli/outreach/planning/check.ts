// Everything that is wrong with an outreach folder: the rules of each kind, and what the files say of each other.

import { AI_CHANNELS, type AiChannel } from '../../../contract/campaigns/enums.ts';
import { kindOf } from '../../../contract/english.ts';
import { ENTITIES } from '../../../contract/entities.ts';
import { pathText } from '../../../contract/envelope.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import { getOwn, has, isObject } from '../../../contract/json.ts';
import { checkAiEntity } from '../../../rules/ai/check.ts';
import { filedEntity, withFiles } from '../../../rules/ai/file.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { checkText, checkWord } from '../../../rules/check-value.ts';
import { checkKeys, checkRequired } from '../../../rules/keys.ts';
import { isNameable } from '../../../rules/name-keys.ts';
import { didYouMean, nearest } from '../../../rules/nearest.ts';
import { keyOf, type PlainKind, plainKindOf, spelledLoosely } from '../../../rules/outreach/kinds.ts';
import type { WantedResource } from '../../../rules/outreach/lock.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import { keysOf, orderOf } from '../../../rules/outreach/order.ts';
import { nounOf, type Reference, referencesIn } from '../../../rules/outreach/references.ts';
import { brokenInFile, type Policy } from '../../../rules/outreach/settings.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import { type At, type Problem, Problems } from '../../../rules/problem.ts';
import { checkWorkflow } from '../../../rules/workflows/check.ts';
import { checkedProblems } from '../../files/checked-file.ts';
import type { Surrogates } from '../../files/named-file.ts';
import type { Session } from '../../session/session.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import type { ReadFolder } from '../folder/read.ts';
import type { ResourceFile } from '../folder/resource-file.ts';
import {
  type FolderKnowledge,
  hasTaskWithoutOwner,
  isCatalogueFresh,
  offlineFolderKnowledge,
  onlineFolderKnowledge,
  withVariables,
} from './knowledge.ts';
import { unknownInSettings } from './settings-names.ts';

/** The resources of files that say one. */
export function wantedOf(files: readonly ResourceFile[]): WantedResource[] {
  return files.flatMap(({ kind, path, document, resource, keeping }) =>
    document === null || resource === '' ? [] : [{ kind, name: resource, file: path, document, keeping }],
  );
}

/** Every problem of every file, file after file; offline unless the knowledge is that of the service. */
export function folderProblems(read: ReadFolder, knowledge: FolderKnowledge): FileProblem[] {
  const { folder, files, surrogates, sourceProblems } = read;
  const checks = checksOf(knowledge, files, surrogates);
  const between = betweenFiles(files, folder.settings.policy ?? {});
  const inFiles = files.flatMap((file) =>
    inFileOrder([
      ...(
        marksIn(file) ??
        withName(
          file,
          checkedProblems(file, (body) => checks(file, body)),
        )
      ).map((problem) => ({
        ...problem,
        message: surrogates.named(problem.message),
      })),
      ...(between.get(file) ?? []),
    ]),
  );
  return [...folder.problems, ...unknownInSettings(read), ...inFiles, ...sourceProblems];
}

/** Problems of a rule that the catalogue may settle; keys are in no catalogue, and names are looked up when the plan is made. */
const isOpen = ({ basis, code }: FileProblem): boolean =>
  (basis === 'undocumented' && code !== 'unknown_key') || (basis !== undefined && code === 'unverified');

/** Every problem of the folder. The service is asked only where what was last seen of it is a day old, or leaves something open. */
export async function checkedFolder(session: Session, read: ReadFolder): Promise<FileProblem[]> {
  const problems = folderProblems(read, offlineFolderKnowledge(session));
  const isSettled = !problems.some(isOpen) && !read.files.some(hasTaskWithoutOwner);
  if (isSettled && isCatalogueFresh(session, read)) return problems;
  return folderProblems(read, await onlineFolderKnowledge(session, read));
}

/** Unresolved conflicts: the file is not valid YAML, and the parser's message does not help. */
function marksIn({ name, yaml }: ResourceFile): FileProblem[] | null {
  const line = yaml.text.split('\n').findIndex((text) => /^<{7} /.test(text)) + 1;
  if (line === 0) return null;
  const message = 'a conflict is not settled: keep one side, and take the lines <<<<<<<, ======= and >>>>>>> out';
  const place = { line, column: 1, endLine: line, endColumn: 8 };
  return [{ file: name, ...place, path: '', code: 'conflict', message, severity: 'error' }];
}

/** What no service documents to refuse is an error all the same where the file would be left out. */
function withName(file: ResourceFile, problems: readonly FileProblem[]): readonly FileProblem[] {
  if (file.resource !== '' || problems.some(({ severity }) => severity === 'error')) return problems;
  const message = `a ${file.kind} needs a name`;
  const place = { file: file.name, ...file.yaml.placeOf(['name']), path: 'name' };
  return [...problems, { ...place, code: 'required', message, severity: 'error' }];
}

type FileCheck = (file: ResourceFile, body: unknown) => readonly Problem[];

function checksOf(known: FolderKnowledge, files: readonly ResourceFile[], surrogates: Surrogates): FileCheck {
  const filed = files.flatMap(({ kind, source: reported }) => {
    const ai = aiKindOf(kind);
    return ai === null ? [] : (filedEntity(ai, reported) ?? []);
  });
  const aiKnowledge = withFiles(known.ai, filed);
  // A contact has the variables of its company, too.
  const variables = filed.filter(({ kind }) => kind === 'ai-variable');
  const fields = {
    ids: new Set([...known.contactFields.ids, ...variables.map(({ name }) => name)]),
    complete: known.contactFields.complete,
  };
  const channels = channelsIn(files, surrogates);
  const workflow = withVariables(known.workflow, files);
  return (file, body) => {
    const ai = aiKindOf(file.kind);
    if (ai !== null) return checkAiEntity(ai, body, aiKnowledge, 'create', 'file');
    const plain = plainKindOf(file.kind);
    if (plain !== null) return checkPlain(plain, body);
    switch (file.kind) {
      case 'playbook':
        return checkPlaybookFile(body, known.service);
      case 'campaign':
        return [
          ...checkCampaign(body, {
            ...known.service,
            fields,
            ...(known.ownerIds !== null && {
              ownerIds: new Set([...known.ownerIds, ...namedOwners(file, surrogates)]),
            }),
            ...knownMessages(file, channels, surrogates),
          }),
          ...idsIn(file),
        ];
      default:
        return [...checkWorkflow(body, workflow), ...idsIn(file)];
    }
  };
}

/** The channel of each AI message of the folder, by the id that stands for its name. */
function channelsIn(files: readonly ResourceFile[], surrogates: Surrogates): Map<string, AiChannel> {
  const found = new Map<string, AiChannel>();
  for (const { kind, source: reported, resource } of files) {
    const stated = kind === 'ai-message' && isObject(reported) ? getOwn(reported, 'channel') : undefined;
    const channel = AI_CHANNELS.find((one) => one === stated);
    if (channel !== undefined) found.set(String(surrogates.idOf({ referent: 'ai-message', name: resource })), channel);
  }
  return found;
}

/** The ids that stand for owners: whether there are such owners is found when names are looked up. */
const namedOwners = ({ kind, source: reported }: ResourceFile, surrogates: Surrogates): string[] =>
  referencesIn(kind, reported)
    .filter(({ referent }) => referent === 'owner')
    .map((reference) => String(surrogates.idOf(reference)));

/** Channels are checked where the folder has every message that a campaign names. */
function knownMessages(
  { kind, source: reported }: ResourceFile,
  channels: ReadonlyMap<string, AiChannel>,
  surrogates: Surrogates,
) {
  const named = referencesIn(kind, reported).filter(({ referent }) => referent === 'ai-message');
  const isKnown = (reference: Reference) => channels.has(String(surrogates.idOf(reference)));
  return named.length > 0 && named.every(isKnown) ? { aiMessages: channels } : {};
}

/** Beside its name. */
const PLAIN_FIELD: Readonly<Record<PlainKind, string>> = { list: 'entity', tag: 'color', signature: 'signature' };

function checkPlain(kind: PlainKind, body: unknown): Problem[] {
  const problems = Problems.none();
  if (!isObject(body)) {
    problems.error([], 'invalid_type', `a ${kind} must be an object with a name, not ${kindOf(body)}`);
    return problems.found;
  }
  const field = PLAIN_FIELD[kind];
  checkKeys(problems, [], body, ['name', field], `a ${kind}`);
  if (checkRequired(problems, [], body, 'name', `a ${kind} needs a name`)) {
    checkText(problems, ['name'], getOwn(body, 'name'), kind === 'tag' ? INBOX_LIMITS.tagNameMax : 200);
  }
  const value = getOwn(body, field);
  if (kind === 'signature') {
    if (checkRequired(problems, [], body, field, 'a signature needs its HTML: signature'))
      checkText(problems, [field], value, INBOX_LIMITS.signatureMax);
  } else if (has(body, field) && kind === 'list') checkWord(problems, [field], value, ENTITIES);
  else if (has(body, field) && !/^#[0-9a-f]{6}$/i.test(String(value)))
    problems.error([field], 'invalid_value', 'color must be a colour such as "#2563eb", in quotes');
  return problems.found;
}

/** Ids that a person wrote: they mean something else in every workspace. */
function idsIn({ source: reported }: ResourceFile): Problem[] {
  const problems = Problems.none();
  const look = (value: unknown, at: At): void => {
    if (Array.isArray(value)) value.forEach((item, index) => void look(item, [...at, index]));
    else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const isId = typeof inner === 'number' && isNameable(key);
        if (isId) problems.warn([...at, key], 'id_in_file', `${key} ${inner} is of one workspace: name what it means`);
        look(inner, [...at, key]);
      }
    }
  };
  look(reported, []);
  return problems.found;
}

/** What the files say of each other: names twice, names that nothing has, circles; and what the policy of the folder forbids. */
function betweenFiles(files: readonly ResourceFile[], policy: Policy): Map<ResourceFile, FileProblem[]> {
  const found = new Map<ResourceFile, FileProblem[]>();
  const tell = (
    file: ResourceFile,
    at: At,
    { code, message, severity = 'error' }: { code: string; message: string; severity?: 'error' | 'warning' },
  ): void => {
    const problem = {
      file: file.name,
      ...file.yaml.placeOf(at),
      path: pathText(at),
      code,
      message,
      severity,
    };
    found.set(file, [...(found.get(file) ?? []), problem]);
  };
  const byKey = new Map<string, ResourceFile>();
  for (const file of files) {
    if (file.resource === '') continue;
    const key = keyOf(file.kind, file.resource);
    const other = byKey.get(key);
    if (other === undefined) byKey.set(key, file);
    else {
      const message = `${file.kind === 'playbook' ? 'a folder has one playbook' : `"${file.resource}" is the name of another`}: ${other.path} is the first`;
      tell(file, file.kind === 'playbook' ? [] : ['name'], { code: 'duplicate_name', message });
    }
  }
  for (const file of files) {
    for (const reference of referencesIn(file.kind, file.source)) {
      const message = unknownReference(reference, byKey);
      if (message !== null) tell(file, reference.at, { code: 'unverified', message, severity: 'warning' });
    }
  }
  for (const file of files) {
    const keys = Object.keys(file.document ?? {});
    for (const [index, [field]] of file.keeping.ignore.entries()) {
      const meant = typeof field === 'string' && !keys.includes(field) ? nearest(field, keys) : null;
      const message = `the ${file.kind} has no "${field}"; did you mean "${meant}"?`;
      if (meant !== null) tell(file, ['ignore', index], { code: 'unknown_name', message, severity: 'warning' });
    }
    const alike = files.find(
      ({ kind, resource }) =>
        kind === file.kind && resource < file.resource && spelledLoosely(resource) === spelledLoosely(file.resource),
    );
    const message = `"${alike?.resource}" of ${alike?.path} is spelled almost the same`;
    if (alike !== undefined) tell(file, ['name'], { code: 'similar_name', message, severity: 'warning' });
  }
  for (const file of files) {
    for (const { at, message } of brokenInFile(policy, file.kind, file.source))
      tell(file, at, { code: 'policy', message });
  }
  for (const circle of orderOf(wantedOf(files)).circles) {
    const [first = ''] = circle;
    const file = byKey.get(first);
    if (file !== undefined) tell(file, [], { code: 'circle', message: `these need each other: ${circle.join(' → ')}` });
  }
  return found;
}

/** Null for what the folder has, and for what only a workspace can have. */
function unknownReference(reference: Reference, byKey: ReadonlyMap<string, ResourceFile>): string | null {
  const keys = keysOf(reference);
  if (keys.length === 0 || keys.some((key) => byKey.has(key))) return null;
  const { referent, name } = reference;
  const noun = nounOf(reference);
  const names = [...byKey.values()].filter(({ kind }) => kind === referent).map(({ resource }) => resource);
  return `no file of the folder is the ${noun} "${name}"${didYouMean(name, names)}; the workspace must have it`;
}

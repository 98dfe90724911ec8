// One file of an outreach folder: read with the places of everything, names turned into ids for the rules and back.

import { append } from '../../../contract/append.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { ImportSource } from '../../../contract/workflows/plan.ts';
import { placeInFile as placeOfAi } from '../../../rules/ai/file.ts';
import { resourceIn } from '../../../rules/file-keys.ts';
import { type Keeping, keepingOf, keepingProblems } from '../../../rules/outreach/keeping.ts';
import { type Document, keyOf, nameIn, plainKindOf, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import type { OutreachLock } from '../../../rules/outreach/lock.ts';
import { aiKindOf, documentOfBody } from '../../../rules/outreach/normal.ts';
import { unlinked } from '../../../rules/outreach/references.ts';
import { parseCampaign } from '../../files/campaign-file.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import type { Surrogates } from '../../files/named-file.ts';
import { parsePlaybook } from '../../files/playbook-file.ts';
import { parseWorkflow } from '../../files/workflow-file.ts';
import { readYaml, type YamlText } from '../../files/yaml/read.ts';
import type { Session } from '../../session/session.ts';
import { parseAiFile } from '../../shared/ai/file.ts';
import { sourceInputs } from '../../shared/draft/import-sources.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { whyUnreadable } from '../../shared/unreadable.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import type { ReadFolder } from './read.ts';
import type { FilledText } from './variables.ts';

/** Its body has ids that stand for names; places of the body lead to the names in the text. */
export interface ResourceFile extends CheckedFile {
  readonly kind: ResourceKind;
  /** Inside the folder. */
  readonly path: string;
  /** What the file says, names and all. */
  readonly source: unknown;
  /** Null where the file says no resource: it cannot be read, or the rules refuse it. */
  readonly document: Document | null;
  /** Empty where the file does not say it. */
  readonly resource: string;
  readonly keeping: Keeping;
}

export type FillIn = (text: string) => Promise<FilledText | null>;

async function parsePlain(name: string, text: string): Promise<CheckedFile> {
  const yaml = await readYaml(text, () => 'text');
  return { name, yaml, body: yaml.readable ? resourceIn(yaml.value) : null };
}

type ParsedFile = CheckedFile & { readonly source: unknown };

async function parse(kind: ResourceKind, name: string, text: string, names: Surrogates): Promise<ParsedFile> {
  if (kind === 'campaign') return await parseCampaign(name, text, names);
  if (kind === 'workflow') return await parseWorkflow(name, text, names);
  const ai = aiKindOf(kind);
  if (ai !== null) {
    const file = await parseAiFile(name, text, ai);
    return { ...file, yaml: placed(file.yaml), source: file.body };
  }
  const file = await (plainKindOf(kind) !== null ? parsePlain(name, text) : parsePlaybook(name, text));
  return { ...file, source: file.body };
}

function placed(yaml: YamlText): YamlText {
  return {
    ...yaml,
    placeOf: (at, part) => yaml.placeOf(placeOfAi(yaml.value, at), part),
    placeInside: (at, token) => yaml.placeInside(placeOfAi(yaml.value, at), token),
  };
}

/** Never throws for what the text holds. `displayed`: as messages name the file; `fill`: puts variables in. */
export async function parseResource(
  kind: ResourceKind,
  { path, displayed, text }: { readonly path: string; readonly displayed: string; readonly text: string },
  surrogates: Surrogates,
  fill: FillIn = async () => null,
): Promise<ResourceFile> {
  const filled = await fill(text);
  const { yaml: read, ...parsed } = await parse(kind, displayed, filled?.text ?? text, surrogates);
  const { name, body, source } = parsed;
  const placed = filled?.placed(read) ?? read;
  const ofKeeping = keepingProblems(placed.value).map(({ at, message }) => ({
    ...placed.placeOf(at),
    ...{ code: 'invalid_type', message },
  }));
  const yaml = { ...placed, problems: [...(filled?.problems ?? []), ...placed.problems, ...ofKeeping] };
  const isSound = yaml.readable && yaml.problems.length === 0;
  const made = isSound ? documentOfBody(kind, body) : null;
  const document = made === null ? null : withNames(kind, made, surrogates);
  return {
    name,
    yaml,
    body,
    kind,
    path,
    source: source,
    document,
    resource: isObject(source) ? nameIn(kind, source) : '',
    keeping: keepingOf(yaml.value),
  };
}

function withNames(kind: ResourceKind, document: Document, surrogates: Surrogates): Document {
  const named = unlinked(kind, document, (referent, id) => surrogates.nameOf(referent, id));
  return isObject(named) ? named : document;
}

// Workflow files of a folder that take the inputs of a node from a finder preview.

/** The sources of a file; what is wrong with them is found by the rules. */
export function sourcesOf({ kind, body }: ResourceFile): ImportSource[] {
  const stated = kind === 'workflow' && isObject(body) ? getOwn(body, 'importSources') : undefined;
  if (!Array.isArray(stated)) return [];
  return stated.flatMap((one: unknown) => ImportSource.safeParse(one).data ?? []);
}

/**
 * Where a preview has expired, a node keeps the inputs that were last applied; without a lock, those of the workflow of this name
 * (`live`). A key that reads no workflows resolves none.
 */
export async function withSources(
  session: Session,
  read: ReadFolder,
  { resources }: OutreachLock,
  live: (document: Document) => Promise<Document>,
): Promise<ReadFolder> {
  const problems: FileProblem[] = [];
  const files: ResourceFile[] = [];
  for (const file of read.files) {
    const { document, kind, resource } = file;
    const sources = document === null ? [] : sourcesOf(file);
    if (document === null || sources.length === 0) {
      files.push(file);
      continue;
    }
    const known = async () => nodesOf(resources.get(keyOf(kind, resource))?.document ?? (await live(document)));
    try {
      const { inputs, issues } = await sourceInputs(session, sources, nodesOf(document), known);
      append(problems, placedIssues(file, issues, 'error'));
      const nodes = nodesOf(document).map((node) => {
        const found = isObject(node) ? inputs.get(String(getOwn(node, 'id'))) : undefined;
        return isObject(node) && found !== undefined ? { ...node, inputs: found } : node;
      });
      files.push({ ...file, document: { ...document, nodes } });
    } catch (error) {
      if (whyUnreadable(error) === null) throw error;
      files.push(file);
    }
  }
  return { ...read, files, sourceProblems: problems };
}

function nodesOf(document: Document): readonly unknown[] {
  const nodes = getOwn(document, 'nodes');
  return Array.isArray(nodes) ? nodes : [];
}

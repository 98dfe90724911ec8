// One file of an outreach folder: read with the places of everything, names turned into ids for the rules and back.

import { isObject } from '../../../contract/json.ts';
import { placeInFile as placeOfAi } from '../../../rules/ai/file.ts';
import { resourceIn } from '../../../rules/file-keys.ts';
import { type Keeping, keepingOf, keepingProblems } from '../../../rules/outreach/keeping.ts';
import { type Document, nameIn, plainKindOf, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import { aiKindOf, documentOfBody } from '../../../rules/outreach/normal.ts';
import { unlinked } from '../../../rules/outreach/references.ts';
import { parseCampaign } from '../../files/campaign-file.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import type { Surrogates } from '../../files/named-file.ts';
import { parsePlaybook } from '../../files/playbook-file.ts';
import { parseWorkflow } from '../../files/workflow-file.ts';
import { placedBy, readYaml } from '../../files/yaml/read.ts';
import { parseAiFile } from '../../shared/ai/file.ts';
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

type ParsedFile = CheckedFile & { readonly source: unknown };

async function parse(kind: ResourceKind, name: string, text: string, names: Surrogates): Promise<ParsedFile> {
  if (kind === 'campaign') return await parseCampaign(name, text, names);
  if (kind === 'workflow') return await parseWorkflow(name, text, names);
  const ai = aiKindOf(kind);
  if (ai !== null) {
    const file = await parseAiFile(name, text, ai);
    return { ...file, yaml: placedBy(file.yaml, (at) => placeOfAi(file.yaml.value, at)), source: file.body };
  }
  if (plainKindOf(kind) === null) {
    const file = await parsePlaybook(name, text);
    return { ...file, source: file.body };
  }
  const yaml = await readYaml(text, () => 'text');
  const body = yaml.readable ? resourceIn(yaml.value) : null;
  return { name, yaml, body, source: body };
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
  const named = made && unlinked(kind, made, (referent, id) => surrogates.nameOf(referent, id));
  const document = isObject(named) ? named : made;
  return {
    name,
    yaml,
    body,
    kind,
    path,
    source,
    document,
    resource: isObject(source) ? nameIn(kind, source) : '',
    keeping: keepingOf(yaml.value),
  };
}

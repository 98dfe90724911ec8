// Scalars with and without quotes, at every field of every kind of file: what lint accepts, the JSON Schema accepts of the
// document as an editor reads it, and where lint finds a value of the wrong type, so does the schema.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isPair, isScalar, parse, parseDocument, visit } from 'yaml';
import { problemsOf as campaignProblems, parseCampaign } from '../../../../src/cli/files/campaign-file.ts';
import { parsePlaybook, playbookProblems } from '../../../../src/cli/files/playbook-file.ts';
import { parseRun, problemsOf as runProblems } from '../../../../src/cli/files/run-file.ts';
import { parseWorkflow, problemsOf as workflowProblems } from '../../../../src/cli/files/workflow-file.ts';
import { yamlText } from '../../../../src/cli/files/yaml/text.ts';
import { parseAiFile, problemsOfAiFile } from '../../../../src/cli/shared/ai/file.ts';
import { campaignSchemaText } from '../../../../src/cli/shared/file-kind/campaign.ts';
import { playbookSchemaText } from '../../../../src/cli/shared/file-kind/playbook.ts';
import { workflowSchemaText } from '../../../../src/cli/shared/file-kind/workflow.ts';
import {
  aiSchemaText,
  plainSchemaText,
  runSchemaText,
  settingsSchemaText,
} from '../../../../src/cli/shared/schemas/texts.ts';
import type { FileProblem } from '../../../../src/cli/terminal/problems/problem.ts';
import { AI_KINDS, type AiKind } from '../../../../src/contract/ai/enums.ts';
import { reachForAllTests } from '../../../opened.ts';
import { validCampaign } from '../../../rules/campaigns/generator.ts';
import { content } from '../../../rules/playbook/generator.ts';
import { validWorkflow } from '../../../rules/workflows/generator.ts';
import { place } from '../../commands/outreach/folder.ts';

const reach = reachForAllTests();

/** One of each type, and texts that look like another. */
const SCALARS = ['2024', '-1.50', '0x1F', 'true', '~', '', '2024-01-01', '"2024"', '" "'];

const ROOT = resolve(import.meta.dirname, '../../../..');
const textsBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const made = (values: fc.Arbitrary<object>, count: number): Promise<string[]> =>
  Promise.all(fc.sample(values, { numRuns: count, seed: 5 }).map((value) => yamlText({ ...value })));

const AI_TEXTS: Readonly<Record<AiKind, string>> = {
  'ai-variable':
    'kind: ai-variable\nname: Role\nentity: CONTACT\nprompt: What?\nsearch: true\ncustomWebsiteField: website\noutputSchema:\n  type: oneOf\n  values: [a, b]\n',
  'ai-message':
    'kind: ai-message\nname: Hello\nchannel: EMAIL\ntone: Direct\noutputLength: SHORT\nprompt: Write\nfolder: A/B\n',
  'ai-snippet': 'kind: ai-snippet\nname: Line\ntoneId: 1\nprompt: One line\n',
  template: 'kind: template\nname: Intro\nchannel: EMAIL\nsubject: About\nmessages: [Hello, Bye]\n',
};

interface Kind {
  readonly schema: () => Promise<string>;
  readonly texts: () => Promise<readonly string[]> | readonly string[];
  readonly lint: (text: string) => Promise<FileProblem[]>;
  /** Places that there are at least. */
  readonly least: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  campaign: {
    schema: campaignSchemaText,
    texts: async () => [...textsBelow('test/rules/campaigns/fixtures'), ...(await made(validCampaign(6), 24))],
    least: 100,
    lint: async (text) => campaignProblems(await parseCampaign('x.yaml', text), {}),
  },
  workflow: {
    schema: workflowSchemaText,
    texts: async () => [
      ...textsBelow('test/rules/workflows/fixtures'),
      ...(await made(validWorkflow().map(Object), 8)),
    ],
    least: 150,
    lint: async (text) => workflowProblems(await parseWorkflow('x.yaml', text), {}),
  },
  run: {
    schema: runSchemaText,
    texts: () => [
      ...textsBelow('test/rules/actions/fixtures'),
      readFileSync(join(ROOT, 'src/samples/enrich.yaml'), 'utf8'),
    ],
    least: 40,
    lint: async (text) => runProblems(await parseRun('x.yaml', text)),
  },
  playbook: {
    schema: playbookSchemaText,
    texts: async () => [readFileSync(join(ROOT, 'src/samples/playbook.yaml'), 'utf8'), ...(await made(content(), 12))],
    least: 18,
    lint: async (text) => playbookProblems(await parsePlaybook('x.yaml', text)),
  },
  ...Object.fromEntries(
    AI_KINDS.map((kind): [string, Kind] => [
      kind,
      {
        schema: () => aiSchemaText(kind),
        texts: () => [AI_TEXTS[kind]],
        least: 3,
        lint: async (text) => problemsOfAiFile(await parseAiFile('x.yaml', text, kind), {}),
      },
    ]),
  ),
};

/** Files that only a folder has are checked with their folder. */
const inFolder = (path: string) => async (text: string) => {
  place(reach, { [path]: text });
  const { stdout } = await reach.run('lint --json');
  const found: FileProblem[] = JSON.parse(stdout);
  return found.filter(({ file }) => file === `outreach/${path}`);
};

const FOLDER_KINDS: Readonly<Record<string, Kind>> = {
  list: {
    schema: async () => plainSchemaText('list'),
    texts: () => ['name: ICP\nentity: COMPANY\nx-note: any\n'],
    least: 3,
    lint: inFolder('lists/x.yaml'),
  },
  'reach.yaml': {
    schema: async () => settingsSchemaText(),
    texts: () => [
      'profile: production\nprune: true\nnames:\n  production:\n    identity:\n      Robin Hale: Jo Doe\n    tone:\n      Direct: Plain\n',
    ],
    least: 4,
    lint: inFolder('reach.yaml'),
  },
};

const errorsOf = (found: readonly FileProblem[]) => found.filter(({ severity }) => severity === 'error');

/** What an object is, in the word that tells its shape. */
const signOf = (node: unknown): string[] => {
  if (!isMap(node)) return [];
  const sign = node.get('type') ?? node.get('blockId');
  return typeof sign === 'string' ? [`(${sign})`] : [];
};

/** Each scalar of a text: its place, in words that many texts share, and the text with another one there. */
function places(text: string): Map<string, (scalar: string) => string> {
  const found = new Map<string, (scalar: string) => string>();
  visit(parseDocument(text), {
    Scalar: (part, node, path) => {
      if (part === 'key' || node.anchor !== undefined || !node.range) return;
      const words = path.flatMap((parent) =>
        isPair(parent) && isScalar(parent.key) ? [String(parent.key.value)] : signOf(parent),
      );
      const sign = words.findLastIndex((word) => word.startsWith('('));
      const [start, end] = node.range;
      const rest = node.type?.startsWith('BLOCK') ? `\n${text.slice(end)}` : text.slice(end);
      found.set(words.slice(Math.max(sign, 0)).join('.'), (scalar) => `${text.slice(0, start)}${scalar}${rest}`);
    },
  });
  return found;
}

test.each(Object.entries({ ...KINDS, ...FOLDER_KINDS }))('%s', async (_, { schema, texts, lint, least }) => {
  const validate = new Ajv({ strict: false, validateFormats: false, code: { optimize: false } }).compile(
    JSON.parse(await schema()),
  );
  const seen = new Set(['$schema']);
  const differences: string[] = [];
  const compare = async (place: string, scalar: string, text: string): Promise<void> => {
    const document = parseDocument(text);
    if (document.errors.length > 0) return;
    const errors = errorsOf(await lint(text));
    const isValid = validate(document.toJS());
    const ofType = errors.find(({ code }) => code === 'invalid_type');
    if (isValid && ofType !== undefined) differences.push(`${place}: ${scalar}: only lint: ${ofType.message}`);
    if (!isValid && errors.length === 0)
      differences.push(`${place}: ${scalar}: only the schema: ${validate.errors?.[0]?.message}`);
  };
  for (const text of [...(await texts())].sort((one, other) => one.length - other.length)) {
    const fresh = [...places(text)].filter(([place]) => !seen.has(place));
    if (fresh.length === 0 || errorsOf(await lint(text)).length > 0 || !validate(parse(text))) continue;
    for (const [place, replaced] of fresh) {
      seen.add(place);
      for (const scalar of SCALARS) await compare(place, scalar, replaced(scalar));
    }
  }
  expect([seen.size > least, differences]).toEqual([true, []]);
});

// reach finder preview: from a description to a search.

import { Option } from 'commander';
import { collected, listPages } from '../../../client/answers/pages.ts';
import { counted } from '../../../contract/english.ts';
import type { Preview } from '../../../contract/finder/endpoints.ts';
import { ASKED_PROVIDERS } from '../../../contract/finder/enums.ts';
import { isIdText } from '../../../contract/ids.ts';
import { given, isObject, listIn, valueIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { readText } from '../../files/read.ts';
import { openWords } from '../../session/about.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { ifAnswered } from '../../shared/created.ts';
import { isLocal, overLimit } from '../../shared/lint/undocumented-rules.ts';
import { identityIdOf } from '../../shared/lookup/by-name.ts';
import { onlyMatch } from '../../shared/lookup/match.ts';
import { previewView } from '../../shared/views/actions.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import { isWords, wholeNumber } from '../../terminal/settings.ts';
import { rememberPreview } from './results.ts';

const NODE_ID = 'import';

/** Asks the service for the block of a preview. `warnings` come from the service, such as a maximum it cannot enforce. */
async function importNode(api: Api, previewId: string, maxCount: number | undefined) {
  const query = { previewId, ...given({ maxCount }) };
  const { blockId, warnings, source } = await api.workflows.importInputs({ query });
  const nodes = [{ id: NODE_ID, kind: 'BLOCK' as const, blockId, inputs: {}, next: [''] }];
  return { node: { nodes, importSources: [{ nodeId: NODE_ID, source }] }, warnings: warnings ?? [] };
}

const nodeView = viewOf('node', 'nodes', '', { id: 'importSources', alsoHas: 'nodes importSources' });

const declare = () =>
  writes('preview', {
    summary: 'Turn the description of an audience into a search to review, refine and import',
    description: [
      'Describe who to find as you would to a colleague: titles, seniority, industry, country or city, size, technology,',
      'funding. AUTO selects the provider; filters that it does not support are reported as dropped. A preview is valid',
      'for 24 hours.',
    ].join('\n'),
    uses: [
      routes.finder.preview,
      routes.finder.results,
      routes.savedFilters.list,
      routes.identities.list,
      routes.workflows.importInputs,
    ],
    view: previewView,
    json: [{ record: routes.finder.preview }, { record: nodeView }],
    output: 'the preview: its id, provider and filters; with --workflow the import node and importSources',
    exits: ['notFound'],
    examples: [
      ['reach finder preview "CTOs at software companies in Germany with 50-200 employees"', 'people'],
      ['reach finder preview "fintechs in DACH that raised a Series A" --provider FUNDRAISING_COMPANIES', 'companies'],
      ['reach finder preview --saved-filter "Sales leaders in DACH" -o id', 'from a saved filter; prints the id'],
      ['reach finder preview "Shopify stores in France" --workflow --max 500 >> workflow.yaml', 'for a workflow file'],
    ],
  })
    .argument('[text...]', 'who to find (- = standard input)')
    .option('--saved-filter <id|name>', 'a saved filter instead of a text')
    .addOption(openWords(new Option('--provider <provider>', 'where to search (AUTO)').choices(ASKED_PROVIDERS)))
    .option('--identity <id|name>', 'search as this identity')
    .option('--workflow', 'print it as part of a workflow file')
    .option('--max <n>', 'with --workflow: at most this many records per run');

const SAVED_FILTER = { noun: 'saved filter', plural: 'saved filters', hint: 'reach finder filters shows them' };

async function savedFilterId(session: Session, text: string): Promise<number> {
  if (isIdText(text)) return Number(text);
  const { call } = await session.client();
  const all = await collected(listPages(call, 'savedFilters', 'list', {}));
  const found = having(all, 'id').filter(({ name }) => name === text);
  const candidates = found.map(({ id, type }) => ({ id, detail: type }));
  return onlyMatch(text, candidates, SAVED_FILTER).id;
}

async function preview(session: Session, words: readonly string[], options: OptionsOf<typeof declare>): Promise<void> {
  const text = await textOf(session, words);
  if ((text === '') === (options.savedFilter === undefined)) {
    throw new UsageError('describe who to find, or give --saved-filter', {
      hint: 'reach finder preview "CTOs at software companies in Germany"',
    });
  }
  if (options.max !== undefined && options.workflow !== true)
    throw new UsageError('--max is for the import node of --workflow', {
      hint: 'records of an import from the preview: reach finder import PREVIEW --max N',
    });
  const most = isLocal(session) ? LIMITS.importCountMax : Number.MAX_SAFE_INTEGER;
  const maxCount = options.max === undefined ? undefined : wholeNumber(options.max, '--max', 1, most);
  if (text.length > LIMITS.previewTextMax) await overLimit(session, tooLong('the text', text, LIMITS.previewTextMax));
  const body = {
    ...(options.savedFilter === undefined
      ? { text }
      : { savedFilterId: await savedFilterId(session, options.savedFilter) }),
    provider: options.provider ?? 'AUTO',
    ...(options.identity !== undefined && { identityId: await identityIdOf(session, options.identity) }),
  };
  if (!(await isApproved(session, planned(routes.finder.preview, { body }), options))) return;
  const api = await session.api();
  const created = await session.progress('Searching', () => api.finder.preview({ body }));
  if (options.workflow !== true) return await printPreview(session, created);
  const { previewId } = created;
  if (previewId === undefined) {
    await printPreview(session, created);
    return await session.print.warn('without the id of the preview there is no import node: none was printed');
  }
  await rememberPreview(session, previewId);
  await printNode(session, previewId, maxCount);
}

/** As YAML for a workflow file, unless another output is set. */
async function printNode(session: Session, previewId: string, maxCount: number | undefined): Promise<void> {
  const { print, settings } = session;
  const { node, warnings } = await importNode(await session.api(), previewId, maxCount);
  for (const warning of warnings) await print.warn(warning);
  if (settings.output !== 'table') return await print.record(nodeView, node);
  await print.text((await import('yaml')).stringify(node, { lineWidth: 0 }));
}

export const previewCommand = does(declare, preview);

/** Texts of a list in `result`, which has no fixed shape. */
const textsOf = (result: unknown, name: string): string[] =>
  listIn(valueIn(result, name)).filter((one) => typeof one === 'string');

/** `1. CTOs in Berlin`, `2. also in Vienna`: from the first preview to this one; nothing for an unrefined preview. */
function chainLines({ userInput, result }: Preview): string[] {
  const steps = listIn(valueIn(result, 'refinements')).filter(isObject);
  if (steps.length < 2) return [];
  return steps.map(({ previewId, feedback }, index) => {
    const text = typeof feedback === 'string' ? feedback : (userInput ?? '-');
    return harmless(`  ${index + 1}. ${text}  (${String(previewId)})`);
  });
}

/** In a table with its filters as text; else the whole record. */
function displayedIn({ settings }: Session, preview: Preview): Readonly<Record<string, unknown>> {
  if (!isWords(settings)) return preview;
  const { result, droppedFilters, createdAt: _, ...head } = preview;
  return {
    ...head,
    filters: filterText(valueIn(result, 'filters')),
    ...((droppedFilters ?? []).length > 0 && { droppedFilters }),
  };
}

/** The preview on stdout, remarks on stderr. */
export async function printPreview(session: Session, preview: Preview): Promise<void> {
  const { print } = session;
  const { resolvedProvider, droppedFilters, previewId, result } = preview;
  if (previewId !== undefined) await rememberPreview(session, previewId);
  await print.record(previewView, displayedIn(session, preview));
  const chain = chainLines(preview);
  if (chain.length > 0) await print.note(`refinement history:\n${chain.join('\n')}`);
  if (droppedFilters !== undefined && droppedFilters.length > 0) {
    await print.note(
      harmless(
        `dropped: ${droppedFilters.join(', ')} (${resolvedProvider ?? 'the provider'} cannot filter by ${droppedFilters.length === 1 ? 'it' : 'them'})`,
      ),
    );
  }
  const notUnderstood = textsOf(result, 'notUnderstood');
  if (notUnderstood.length > 0) await print.note(harmless(`not understood: ${notUnderstood.join(', ')}`));
  if (previewId === undefined) return await print.note('the answer names no preview');
  const count = await countOf(session, previewId);
  const found = count === undefined ? 'list its records' : `${counted(count, 'record')} found; list them`;
  await print.note(`${found}: reach finder results ${previewId}`);
}

/** How many records a preview finds, for a person; undefined where the provider does not say. */
async function countOf({ settings, api }: Session, previewId: string): Promise<number | undefined> {
  if (settings.quiet || settings.output !== 'table') return undefined;
  const { finder } = await api();
  const query = { page: 1, pageSize: 1 };
  const results = await ifAnswered(() => finder.results({ params: { previewId }, query }));
  return results?.totalCount;
}

/** `50 to 200`, `from 51`, `up to 200`. */
function spanText({ min, max }: Readonly<Record<string, unknown>>): string {
  if (typeof min === 'number' && typeof max === 'number') return `${min} to ${max}`;
  return typeof min === 'number' ? `from ${min}` : `up to ${String(max)}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (isObject(value)) return 'min' in value || 'max' in value ? spanText(value) : filterText(value);
  return String(value);
}

/** `titles: VP Sales; employees: from 51; not: countries: France`. A true flag is only its name: `isFunded`. */
function filterText(filters: unknown): string {
  if (!isObject(filters)) return '';
  return Object.entries(filters)
    .map(([name, value]) => (value === true ? name : `${name === 'exclude' ? 'not' : name}: ${valueText(value)}`))
    .join('; ');
}

/** The words as typed; `-` is standard input. */
export async function textOf(session: Session, words: readonly string[]): Promise<string> {
  const text = words.length === 1 && words[0] === '-' ? await readText(session.io, '-') : words.join(' ');
  return text.trim();
}

export const tooLong = (what: string, text: string, most: number): UsageError =>
  new UsageError(`${what} has ${text.length} characters; at most ${most} are allowed`);

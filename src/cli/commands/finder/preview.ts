// reach finder preview and refine: from a sentence to a search, and from a search to a better one.

import { Option } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { ASKED_PROVIDERS, type AskedProvider } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { readText } from '../../files/read.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { idByName } from '../../shared/lookup/match.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { importNode } from './import-node.ts';
import { previewIdOf, rememberPreview } from './last.ts';
import { printPreview } from './preview-view.ts';

interface PreviewFlags {
  readonly savedFilter?: string;
  readonly provider?: AskedProvider;
  readonly identity?: string;
  readonly workflow?: boolean;
  readonly max?: string;
  readonly dryRun?: boolean;
}

/** Words as they were typed; `-` is standard input. */
async function textOf(session: Session, words: readonly string[]): Promise<string> {
  const text = words.length === 1 && words[0] === '-' ? await readText(session.io, '-') : words.join(' ');
  return text.trim();
}

const SAVED_FILTER = { noun: 'saved filter', plural: 'saved filters', hint: 'reach finder filters shows them' };

/** A saved filter by id or unique name. */
async function savedFilterId(session: Session, text: string): Promise<number> {
  return await idByName(text, SAVED_FILTER, async () => {
    const { savedFilters } = await (await session.api()).savedFilters.list({ query: { pageSize: 100 } });
    return savedFilters.map((filter) => ({ ...filter, detail: filter.type }));
  });
}

async function preview(session: Session, words: readonly string[], flags: PreviewFlags): Promise<void> {
  const text = await textOf(session, words);
  if ((text === '') === (flags.savedFilter === undefined)) {
    throw new UsageError('describe whom to find, or give --saved-filter', {
      hint: 'reach finder preview "CTOs at software companies in Germany"',
    });
  }
  assertLength('the text', text, LIMITS.previewTextMax);
  const body = {
    ...(flags.savedFilter === undefined
      ? { text }
      : { savedFilterId: await savedFilterId(session, flags.savedFilter) }),
    provider: flags.provider ?? 'AUTO',
    ...(flags.identity !== undefined && { identityId: await identityIdOf(session, flags.identity) }),
  };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.finder.preview.path, body);
  const made = await (await session.api()).finder.preview({ body });
  if (flags.workflow !== true) return await printPreview(session, made);
  rememberPreview(session, made.previewId);
  await printNode(session, made.previewId, flags.max);
}

function assertLength(what: string, text: string, most: number): void {
  if (text.length > most) throw new UsageError(`${what} has ${text.length} characters; at most ${most} are allowed`);
}

/** As YAML, which goes straight into a workflow file; other outputs as they are. */
async function printNode(session: Session, previewId: string, max: string | undefined): Promise<void> {
  const { print, settings } = session;
  const most = max === undefined ? undefined : wholeNumber(max, '--max', 1, LIMITS.importCountMax);
  const { node, warnings } = await importNode(await session.api(), previewId, most);
  for (const warning of warnings) await print.warn(warning);
  if (settings.output !== 'table') {
    return await print.record({ noun: 'node', plural: 'nodes', id: 'importSources', columns: [] }, node);
  }
  await print.text((await import('yaml')).stringify(node, { lineWidth: 0 }));
}

export function previewCommand(deps: Deps) {
  const command = leaf('preview', {
    summary: 'Turn a described audience into a search that can be read, refined and imported',
    description: [
      'Say whom to find as you would to a colleague: titles, seniority, industry, country or city, size, technology,',
      'funding. AUTO picks the provider; what it cannot filter by is named as dropped. A preview lives for 24 hours.',
    ].join('\n'),
    uses: [routes.finder.preview, routes.savedFilters.list, routes.identities.list, routes.workflows.importInputs],
    output: 'the preview: its id, provider, what was understood; with --workflow the import node and importSources',
    exits: ['notFound'],
    examples: [
      ['reach finder preview "CTOs at software companies in Germany with 50-200 employees"', 'people'],
      ['reach finder preview "fintechs in DACH that raised a Series A" --provider FUNDRAISING_COMPANIES', 'companies'],
      ['reach finder preview --saved-filter "Sales leaders in DACH" -o id', 'from a saved filter; prints the id'],
      ['reach finder preview "Shopify stores in France" --workflow --max 500 >> workflow.yaml', 'for a workflow file'],
    ],
  })
    .argument('[text...]', 'whom to find (- = standard input)')
    .option('--saved-filter <id|name>', 'a saved filter instead of a text')
    .addOption(new Option('--provider <provider>', 'where to look (AUTO)').choices([...ASKED_PROVIDERS]))
    .option('--identity <id|name>', 'the identity in whose name it searches')
    .option('--workflow', 'print it as the entry of a workflow file')
    .option('--max <n>', 'with --workflow: at most this many records a run')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, command, preview);
}

async function refine(session: Session, given: string, words: readonly string[], flags: { readonly dryRun?: boolean }) {
  const previewId = previewIdOf(session, given);
  const feedback = await textOf(session, words);
  if (feedback === '') throw new UsageError('no feedback given', { hint: 'reach finder refine ID "only in Berlin"' });
  assertLength('the feedback', feedback, LIMITS.feedbackMax);
  const body = { feedback };
  if (flags.dryRun === true) {
    return await printDryRun(session, 'POST', `/v1/ai-finder/previews/${previewId}/iterate`, body);
  }
  await printPreview(session, await (await session.api()).finder.iterate({ params: { previewId }, body }));
}

export function refineCommand(deps: Deps) {
  const command = leaf('refine', {
    summary: 'Refine a preview by feedback, into a new one; the original stays valid',
    description: [
      'What you name takes the place of what was asked before, unless you say "also", "not" or "remove".',
      'The chain of refinements is shown.',
    ].join('\n'),
    uses: [routes.finder.iterate],
    output: 'the new preview',
    exits: ['notFound'],
    examples: [
      ['reach finder refine last "only in Berlin, larger companies"', 'the preview made last'],
      ['reach finder refine $ID "also heads of sales, not in banking" -o id', 'added and excluded; prints the new id'],
    ],
  })
    .argument('<preview>', 'id of the preview, or last')
    .argument('<feedback...>', 'what to change (- = standard input)')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, command, refine);
}

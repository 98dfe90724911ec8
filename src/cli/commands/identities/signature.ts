// reach identity signature: shown, replaced, cleared. The HTML is stored as it is sent; a person judges it as text.

import { routes } from '../../../client/routes/routes.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readText } from '../../files/read.ts';
import type { View } from '../../output/formats/cells.ts';
import { harmless } from '../../output/formats/cells.ts';
import { EditFile, namedEditor } from '../../shared/edit/edit-file.ts';
import { findIdentity } from '../../shared/lookup/identity.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { withAllScope } from './all-scope.ts';
import { htmlText } from './html-text.ts';

interface Flags {
  readonly file?: string;
  readonly edit?: boolean;
  readonly clear?: boolean;
  readonly html?: boolean;
  readonly dryRun?: boolean;
}

const view: View = { noun: 'signature', plural: 'signatures', id: 'identityId', columns: [] };

async function print(session: Session, identityId: number, signature: string | null, isHtml: boolean): Promise<void> {
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null) {
    return await session.print.record(view, { identityId, signature, text: signature && htmlText(signature) });
  }
  if (signature === null) return await session.print.note(`identity ${identityId} has no signature`);
  if (!isHtml) return await session.print.text(`${harmless(htmlText(signature))}\n`);
  // What goes into a pipe may come back: it is the text as it is stored, which a terminal must not see.
  await session.print.text(`${session.io.stdout.isTTY ? harmless(signature) : signature}\n`);
}

/** Files end in a line end that belongs to the file. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

interface Edited {
  readonly html: string;
  /** Where it was written. */
  readonly file: EditFile;
}

/** Null where nothing was changed. */
async function edited(session: Session, current: string | null): Promise<Edited | null> {
  if (!session.prompt.possible && namedEditor(session) === undefined) {
    throw new UsageError('an editor needs a terminal', { hint: '--file FILE takes the HTML; --html prints it' });
  }
  const file = await EditFile.create(session, { name: 'signature', file: 'signature.html', beside: new Map() });
  const html = withoutLineEnd(await file.edit(session, `${current ?? ''}\n`));
  if (html !== (current ?? '')) return { html, file };
  await file.remove();
  return null;
}

function checked(html: string | null): string | null {
  if (html === null) return null;
  if (html.trim() === '') throw new UsageError('the signature is empty', { hint: '--clear takes it away' });
  if (html.length <= INBOX_LIMITS.signatureMax) return html;
  throw new CliError(
    'refused',
    'invalid',
    `the signature has ${html.length} characters, at most ${INBOX_LIMITS.signatureMax} go`,
  );
}

/** Gives whether it was stored, and not only shown. */
async function store(session: Session, identityId: number, html: string | null, flags: Flags): Promise<boolean> {
  const body = { signature: checked(html) };
  if (flags.dryRun === true) {
    await printDryRun(session, 'PATCH', `/v1/identities/${identityId}`, body);
    return false;
  }
  const api = await session.api();
  const changed = await withAllScope(() => api.identities.update({ params: { identityId }, body }));
  await print(session, identityId, changed.signature, flags.html === true);
  return true;
}

async function signature(session: Session, text: string, flags: Flags): Promise<void> {
  const ways = [flags.file !== undefined, flags.edit === true, flags.clear === true].filter(Boolean).length;
  if (ways > 1) throw new UsageError('give one of --file, --edit and --clear');
  const { id: identityId, signature: current } = await findIdentity(session, text);
  if (ways === 0) return await print(session, identityId, current, flags.html === true);
  if (flags.file !== undefined) {
    const html = withoutLineEnd(await readText(session.io, flags.file));
    await store(session, identityId, html, flags);
    return;
  }
  if (flags.clear === true) {
    if (current === null) return await session.print.note('nothing changed');
    await store(session, identityId, null, flags);
    return;
  }
  const draft = await edited(session, current);
  if (draft === null) return await session.print.note('nothing changed');
  await draft.file.keepUntil(session, draft.html, () => store(session, identityId, draft.html, flags));
}

export function signatureCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('signature', {
      summary: 'Show, replace or clear the signature of an identity',
      description:
        'HTML, stored as it is given and appended to emails. It is shown as text: what it says, where its links lead.',
      uses: [routes.identities.update, routes.identities.list],
      output: 'the signature as text; with --html, or in JSON, as it is stored',
      exits: ['notFound'],
      examples: [
        ['reach identity signature "Robin Hale"', 'show it'],
        ['reach identity signature 2 --file robin.html', 'replace it'],
        ['reach identity signature 2 --html | sed s/2025/2026/ | reach identity signature 2 --file -', 'in a pipe'],
        ['reach identity signature 2 --edit', 'in your editor'],
      ],
    })
      .argument('<identity>', 'name, e-mail or id')
      .option('--file <file>', 'replace it by the HTML of a file (- = standard input)')
      .option('--edit', 'change it in the editor')
      .option('--clear', 'take it away')
      .option('--html', 'print the HTML')
      .option('--dry-run', 'print what would be sent, send nothing'),
    signature,
  );
}

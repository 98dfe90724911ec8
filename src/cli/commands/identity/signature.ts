// reach identity signature: shown, replaced, cleared. The HTML is stored as it is sent; a person judges it as text.

import { routes } from '../../../client/routes.ts';
import { INBOX_LIMITS } from '../../../contract/inbox-words.ts';
import { EditFile } from '../../checked/edit-file.ts';
import type { Deps } from '../../command.ts';
import { does, leaf } from '../../command.ts';
import { printDryRun } from '../../entity/verbs/record.ts';
import { CliError, UsageError } from '../../exit.ts';
import { readText } from '../../files/read.ts';
import { withAllScope } from '../../identity/all-scope.ts';
import { findIdentity } from '../../identity/find.ts';
import { htmlText } from '../../identity/html-text.ts';
import type { View } from '../../output/cells.ts';
import { harmless } from '../../output/cells.ts';
import type { Session } from '../../session.ts';

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

/** What is to be stored: null clears; undefined where nothing was changed. */
async function wanted(session: Session, current: string | null, flags: Flags): Promise<string | null | undefined> {
  if (flags.clear === true) return current === null ? undefined : null;
  if (flags.file !== undefined) return withoutLineEnd(await readText(session.io, flags.file));
  const file = await EditFile.create(session, { name: 'signature', file: 'signature.html', beside: new Map() });
  const text = withoutLineEnd(await file.edit(session, `${current ?? ''}\n`));
  await file.remove();
  return text === (current ?? '') ? undefined : text;
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

async function signature(session: Session, text: string, flags: Flags): Promise<void> {
  const ways = [flags.file !== undefined, flags.edit === true, flags.clear === true].filter(Boolean).length;
  if (ways > 1) throw new UsageError('give one of --file, --edit and --clear');
  const { id: identityId, signature: current } = await findIdentity(session, text);
  if (ways === 0) return await print(session, identityId, current, flags.html === true);
  const html = await wanted(session, current, flags);
  if (html === undefined) return await session.print.note('nothing changed');
  const body = { signature: checked(html) };
  if (flags.dryRun === true) return await printDryRun(session, 'PATCH', `/v1/identities/${identityId}`, body);
  const api = await session.api();
  const changed = await withAllScope(() => api.identities.update({ params: { identityId }, body }));
  await print(session, identityId, changed.signature, flags.html === true);
}

export function signatureCommand(deps: Deps) {
  return does(
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

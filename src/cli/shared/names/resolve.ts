// A file with the ids of the workspace in place of its names.

import { alternatives } from '../../../contract/english.ts';
import { pathText } from '../../../contract/envelope.ts';
import { parseId } from '../../../contract/ids.ts';
import { linked, type Reference, referencesIn } from '../../../rules/outreach/references.ts';
import type { At } from '../../../rules/problem.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import type { NamedFile } from '../../files/named-file.ts';
import type { Session } from '../../session/session.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import { assertSound, isRefused, refusedFile } from '../lint/refused-file.ts';
import { LiveNames, readNames } from './live-names.ts';

export interface Resolved<F> {
  readonly file: F;
  /** Names that the workspace does not have; ids of ours stand for them in the body. */
  readonly unknown: readonly FileProblem[];
}

const LISTED: Readonly<Record<Reference['referent'], string>> = {
  identity: 'reach identity list',
  owner: 'reach campaign owners',
  voice: 'reach campaign voices',
  list: 'reach list list',
  campaign: 'reach campaign list',
  'ai-message': 'reach ai message list',
};

/** A name that the workspace does not have, at its place in the file. */
export function unknownProblem(
  { name, yaml }: CheckedFile,
  { what, at, message }: { readonly what: string; readonly at: At; readonly message: string },
): FileProblem {
  const code = `unknown_${what.replace('-', '_')}`;
  return { file: name, ...yaml.placeOf(at), path: pathText(at), code, message, severity: 'error' };
}

function unknownReference(file: NamedFile, names: LiveNames, reference: Reference): FileProblem {
  const { referent, at } = reference;
  const known = names.namesOf(referent);
  const isByEmail = referent === 'identity' && known.length > 0 && known.every((one) => one.includes('@'));
  const hint = isByEmail
    ? `; the service shows email addresses of identities, not names: use ${alternatives(known)}`
    : `; ${LISTED[referent]} shows what it has`;
  const message = names.unknownText(reference, hint);
  return unknownProblem(file, { what: referent, at, message });
}

/** The files with ids. Asks the service for the kinds of records that they name, and for nothing where they name none. */
export async function resolveNames<F extends NamedFile>(session: Session, files: readonly F[]): Promise<Resolved<F>[]> {
  const referents = new Set(
    files.flatMap(({ kind, source: reported }) => referencesIn(kind, reported).map(({ referent }) => referent)),
  );
  const names = new LiveNames(session.profile().name);
  await readNames(session, names, [...referents]);
  return files.map((file) => {
    const unknown: FileProblem[] = [];
    const body = linked(file.kind, file.source, (reference) => {
      const id = names.idOf(reference) ?? parseId(reference.name);
      if (id === null) unknown.push(unknownReference(file, names, reference));
      return id ?? file.names.idOf(reference);
    });
    return { file: { ...file, body }, unknown: inFileOrder(unknown) };
  });
}

/** One file; as `resolveNames`. */
export async function resolveFile<F extends NamedFile>(session: Session, file: F): Promise<Resolved<F>> {
  const [resolved] = await resolveNames(session, [file]);
  return resolved ?? { file, unknown: [] };
}

/** A body without errors is what its rules are the rules of; with --no-check it is sent as it is. */
function isSound<B>(_: unknown, isRefusedFile: boolean): _ is B {
  return !isRefusedFile;
}

/**
 * The body of a file with ids in place of names, checked once. Throws the refusal of a file with errors (exit 3), before
 * anything is asked where they can be found here; shows the warnings of another.
 */
export async function soundBody<B>(session: Session, file: NamedFile, problems: readonly FileProblem[]): Promise<B> {
  const { file: resolved, unknown } = isRefused(session, file, problems)
    ? { file, unknown: [] }
    : await resolveFile(session, file);
  // A name that leads nowhere has no id that could be sent.
  if (unknown.length > 0) throw await refusedFile(session, file, besideUnknown(problems, unknown));
  await assertSound(session, file, problems);
  if (!isSound<B>(resolved.body, isRefused(session, file, problems)))
    throw new Error('a file with errors was not refused');
  return resolved.body;
}

/** Problems that are not about a name which is reported already. */
export function besideUnknown(problems: readonly FileProblem[], unknown: readonly FileProblem[]): FileProblem[] {
  const isReported = ({ line, column }: FileProblem) =>
    unknown.some((one) => one.line === line && one.column === column);
  return inFileOrder([...unknown, ...problems.filter((problem) => !isReported(problem))]);
}

import type { Command, OptionValues } from 'commander';
import type { About } from '../../session/about.ts';
import { reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import type { Linked } from './open-page.ts';

/** `--web`, declared once, for commands that show one record. */
const withWeb = <A extends unknown[], O extends OptionValues, G extends OptionValues>(command: Command<A, O, G>) =>
  command.option('--web', 'open it in the web app instead; in a pipe, print the link');

export const readsOne = (name: string, about: About) => withWeb(reads(name, about));

/** Opens the page of a record that `--web` asks for. */
export async function openInWeb(session: Session, kind: string, name: string | number, record: Linked): Promise<void> {
  const { openPage } = await import('./open-page.ts');
  await openPage(session, { kind, name }, record);
}

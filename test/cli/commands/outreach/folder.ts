// Outreach folders in tests: two services, one folder; what it holds, file by file.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureTone } from '../../../../src/service/resources/ai/queries/contents.ts';
import {
  ensureIdentity,
  ensureTaskOwner,
  ensureVoice,
} from '../../../../src/service/resources/identities/queries/identities.ts';
import SAMPLE from '../../../../src/service/sample/sample.json';
import { EPOCH, type World } from '../../../service/world.ts';
import type { Reach } from '../../world.ts';

/** What people and not files bring into a workspace: who sends, who owns tasks, how it sounds. */
export async function bringSenders(world: World): Promise<void> {
  await world.service.store.write(async (tx) => {
    const ids: number[] = [];
    for (const identity of SAMPLE.identities) ids.push(await ensureIdentity(tx, 1, identity, EPOCH));
    for (const { identity, name, language } of SAMPLE.voices) {
      await ensureVoice(tx, 1, { identityId: ids[identity] ?? 1, name, language });
    }
    for (const owner of SAMPLE.owners) await ensureTaskOwner(tx, 1, owner);
    for (const tone of SAMPLE.tones) await ensureTone(tx, 1, tone);
  });
  await world.control('PATCH', '/_local/features', { 'task-owners': true });
}

/** Path → text of every file but schemas and locks. */
export function filesOf(reach: Reach, folder = 'outreach'): Record<string, string> {
  const root = join(reach.home, folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('.reach'),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.toSorted().map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
}

export function lockOf(reach: Reach, folder = 'outreach'): string {
  return reach.read(`${folder}/.reach/local.json`);
}

export function write(reach: Reach, path: string, text: string): void {
  reach.write(`outreach/${path}`, text);
}

export function read(reach: Reach, path: string): string {
  return reach.read(`outreach/${path}`);
}

export function remove(reach: Reach, path: string): void {
  rmSync(join(reach.home, 'outreach', path));
}

/** Puts files there in place of whatever there was; no lock, unless it is among them. */
export function place(reach: Reach, files: Readonly<Record<string, string>>): void {
  rmSync(join(reach.home, 'outreach'), { recursive: true, force: true });
  write(reach, 'reach.yaml', '# nothing\n');
  for (const [path, text] of Object.entries(files)) write(reach, path, text);
}

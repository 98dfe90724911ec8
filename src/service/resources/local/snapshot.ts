import type { OperatorContext } from '../../core/operator.ts';
import { Refusal } from '../../core/refusals.ts';
import { SnapshotExists } from '../../core/store.ts';
import { assertPath, pathRefusal } from './snapshot-path.ts';

/** Throws Refusal `invalid` for a path that cannot be written, `conflict` for one that exists. */
export async function takeSnapshot(context: OperatorContext, path: string): Promise<{ path: string; bytes: number }> {
  assertPath(context, path);
  const { upkeep, randomBytes } = context;
  const unique = Buffer.from(await randomBytes(6)).toString('hex');
  try {
    return { path, bytes: await upkeep.snapshot(path, unique) };
  } catch (error) {
    if (error instanceof SnapshotExists) {
      throw new Refusal('conflict', `${path} already exists: a snapshot does not overwrite files`);
    }
    throw pathRefusal(error, `cannot write ${path}`);
  }
}

// `reach completion names KIND` without the rest of the tool: it runs each time someone presses the tab key.

import { pathsOf } from '../../session/paths.ts';
import { resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { processIo } from '../../terminal/io.ts';
import { inJob } from '../../terminal/job-log.ts';
import { namesText } from './names-text.ts';

export async function answerNames(kind: string): Promise<void> {
  try {
    const io = inJob(processIo());
    const paths = pathsOf(io);
    const text = await namesText({ io, paths }, kind, () => resolveProfile(io, paths, undefined).name);
    if (text !== '') await io.stdout.write(text);
  } catch {
    // The shell offers nothing, then.
  }
}

// reach serve: the local service on a socket, until it is told to stop.

import { resolve } from 'node:path';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { localFolder } from '../../app/connect.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';

interface Flags {
  readonly host: string;
  readonly port: string;
  readonly data?: string;
  readonly ephemeral?: boolean;
  readonly empty?: boolean;
  readonly rateLimits: string;
  readonly admin?: boolean;
  readonly requireWebhookSignature?: boolean;
}

function rateLimitsOf(text: string): number | 'off' {
  if (text === 'on') return 1;
  if (text === 'off') return 'off';
  const times = /^[x×]([0-9]+(?:\.[0-9]+)?)$/.exec(text)?.[1];
  if (times === undefined || Number(times) <= 0)
    throw new UsageError(`--rate-limits ${text}: on, off, or xN such as x10`);
  return Number(times);
}

async function run(session: Session, flags: Flags): Promise<void> {
  const { io, print, settings } = session;
  if (flags.ephemeral === true && flags.data !== undefined)
    throw new UsageError('--ephemeral keeps nothing; leave out --data');
  const serving = await session.host.serve({
    host: flags.host,
    port: wholeNumber(flags.port, '--port', 0, 65_535),
    data:
      flags.ephemeral === true
        ? null
        : flags.data === undefined
          ? localFolder(session.paths)
          : resolve(io.cwd, flags.data),
    empty: flags.empty === true,
    rateLimits: rateLimitsOf(flags.rateLimits),
    admin: flags.admin === true,
    requireWebhookSignature: flags.requireWebhookSignature === true,
  });
  const machine = settings.output === 'json' || settings.output === 'ndjson';
  try {
    for (const secret of [serving.key, ...(flags.admin === true ? [serving.adminToken] : [])]) await print.hide(secret);
    if (machine) {
      const { url, key, adminToken } = serving;
      await print.text(
        `${JSON.stringify({ event: 'ready', url, key, ...(flags.admin === true ? { adminToken } : {}) })}\n`,
      );
    } else {
      const { bold, dim } = print.paint.stderr;
      await print.note(`${bold('reach serve')} answers at ${bold(serving.url)}`);
      await print.note(`  key   ${serving.key}`);
      if (flags.admin === true)
        await print.note(`  admin ${serving.adminToken} ${dim('(header x-admin-token, for /_local)')}`);
      await print.note(dim(`  use   REACH_BASE_URL=${serving.url} REACH_API_KEY=${serving.key} reach contacts list`));
      await print.note(dim('  stop  Ctrl-C'));
    }
    await new Promise<void>((done) => {
      if (io.interrupt.aborted) done();
      else io.interrupt.addEventListener('abort', () => done(), { once: true });
    });
    if (!machine) await print.note('stopping: requests under way are finished first');
  } finally {
    await serving.close();
  }
}

export const serve: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('serve', {
      summary: 'Run the local service on a socket',
      description:
        'The whole service, on this machine and for this machine: it never sends a message to anybody. It stops, with ' +
        'status 0, on Ctrl-C or SIGTERM, after the requests under way.',
      output: 'with -o json one line when it accepts requests: {"event":"ready","url","key"}',
      exits: ['conflict'],
      examples: [
        ['reach serve', 'on a free port, on the store of profile local'],
        ['reach serve --ephemeral --port 8080 --rate-limits off -o json', 'for a CI job'],
        ['reach serve --data ./team --admin', 'its own folder; reach local … may control it'],
      ],
    })
      .option('--host <address>', 'address to bind', '127.0.0.1')
      .option('--port <n>', '0 takes a free one', '0')
      .option('--data <folder>', 'where the store is (that of profile local)')
      .option('--ephemeral', 'keep nothing')
      .option('--empty', 'a new store without the sample workspace')
      .option('--rate-limits <on|off|xN>', 'the documented rates, none, or N times them', 'on')
      .option('--admin', 'let /_local be used over the socket, with the admin token')
      .option('--require-webhook-signature', 'refuse deliveries to webhooks without secret or signature'),
    run,
  );

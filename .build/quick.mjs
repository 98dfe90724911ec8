// The bundle of the quick way: what the commonest reads need, and nothing else. Its chunks are its own, so that none has more.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const quick = join(root, 'src/cli/app/quick');

/** What is loaded late on the quick way. Everything else that is leads off it. */
const LATE =
  /src[\\/](cli[\\/](commands[\\/](contacts|companies)[\\/](list|show)|app[\\/]failure)|client[\\/]transport[\\/]https?)\.ts$/;
/** What only another output, a terminal or a name in the place of an id needs: functions alone, each of which leads off it. */
const ELSEWHERE =
  /src[\\/]cli[\\/](files[\\/](read|write-atomic)|shared[\\/]lookup[\\/]match|app[\\/]process[\\/]processes|output[\\/](problems[\\/]github|progress[\\/]terminal-spinner))\.ts$/;
/** What the entry and the reads of one record need is one file; what lists need besides is another. */
const groups = [
  { name: 'hot', test: /src[\\/](quick|cli[\\/](app[\\/]quick[\\/]run|commands[\\/]\w+[\\/]show))\.ts/, priority: 2 },
  { name: 'list', test: /src[\\/]cli[\\/]commands[\\/]\w+[\\/]list\.ts/, priority: 1 },
];
const AWAY = '\0away';

/** The groups of the generated tables that its commands name. */
const OWN = /^(account|contacts|companies|lists|campaigns|inbox|v1\/(contacts|companies|lists))$/;

/**
 * A generated table, in which each group is a function of its own, with those of OWN alone: asking for another leads off.
 * @param {string} code
 */
function withoutOthers(code) {
  const text = code.replace(/^ {2}'?([\w/{}-]+)'?: \(\) => (?:\(\{[\s\S]*?^ {2}\}\)|`[^`]*`),$/gm, (group, name) =>
    OWN.test(name) ? group : `  '${name}': () => unsuited(),`,
  );
  return `import { unsuited } from ${JSON.stringify(join(quick, 'unsuited.ts'))};\n${text}`;
}

/**
 * A module whose functions all lead off, in the place of this one.
 * @param {string} code
 */
function leadingOff(code) {
  const names = [...code.matchAll(/^export (?:async )?(?:function|class) (\w+)/gm)].map(([, name]) => name);
  const lines = names.map((name) => `export const ${name} = function () { return unsuited(); };`);
  return [`import { unsuited } from ${JSON.stringify(join(quick, 'unsuited.ts'))};`, ...lines].join('\n');
}

/** @type {import('rolldown').Plugin} */
const QUICK = {
  name: 'quick',
  resolveId: async function (source, importer, { kind }) {
    if (source === 'commander') return join(quick, 'command.ts');
    if (kind !== 'dynamic-import') return null;
    const found = await this.resolve(source, importer, { kind, skipSelf: true });
    return found !== null && LATE.test(found.id) ? found : AWAY;
  },
  // Rows of other resources are most of two files.
  transform: (code, id) =>
    /client[\\/](routes[\\/]routes|answers[\\/]expected)\.ts$/.test(id) ? { code: withoutOthers(code) } : null,
  load: (id) =>
    id === AWAY
      ? `import { unsuited } from ${JSON.stringify(join(quick, 'unsuited.ts'))}; export default unsuited();`
      : ELSEWHERE.test(id)
        ? leadingOff(readFileSync(id, 'utf8'))
        : null,
};

/**
 * Bundles it into a folder.
 * @param {string} folder
 * @param {import('rolldown').OutputOptions} options
 */
export const bundleQuick = (folder, options) =>
  bundle(
    { quick: join(root, 'src/quick.ts') },
    folder,
    { ...options, codeSplitting: { groups }, chunkFileNames: 'chunks/quick-[name]-[hash].js' },
    // What the entry shares with its parts stays in it: one file less to open.
    { plugins: [QUICK], preserveEntrySignatures: 'allow-extension' },
  );

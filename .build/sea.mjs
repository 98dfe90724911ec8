// npm run release:sea [-- FOLDER]: one file that runs without Node, for the platform this is run on.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { execaSync } from 'execa';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'release'));
const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** @typedef {{ path: string, file: string }} PayloadFile */

/** Marks the place in Node's binary that the payload is written to (Node's documentation of single executables). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(folder, path = '') {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const at = path === '' ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, at) : [at];
  });
}

/**
 * A package as it is installed: what it runs, for this platform alone.
 * @param {string} name
 * @param {string} from
 * @returns {PayloadFile[]}
 */
function packageFiles(name, from) {
  const folder = dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = filesBelow(folder)
    .filter((path) => !/^(src|scripts|node_modules)\//.test(path) && !/\.(md|map|ts|cts|mts|gyp)$/.test(path))
    .filter(
      (path) => !path.startsWith('prebuilds/') || path.startsWith(`prebuilds/${process.platform}-${process.arch}/`),
    )
    .map((path) => ({ path: `node_modules/${name}/${path}`, file: join(folder, path) }));
  // Headers to compile against are of no use here.
  const below = Object.keys(dependencies).filter((dependency) => dependency !== 'node-addon-api');
  return [...own, ...below.flatMap((dependency) => packageFiles(dependency, folder))];
}

function payloadFiles() {
  const own = ['bin', 'dist', 'src/samples', 'src/guides']
    .flatMap((folder) => filesBelow(join(root, folder)).map((path) => `${folder}/${path}`))
    .filter((path) => !path.startsWith('dist/man/'))
    .map((path) => ({ path, file: join(root, path) }));
  const packages = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies);
  return [
    { path: 'package.json', file: join(root, 'package.json') },
    ...own,
    ...packages.flatMap((name) => packageFiles(name, root)),
  ];
}

/**
 * Length of the index, the index as JSON, all files in one compressed stream.
 * @param {readonly PayloadFile[]} files
 */
function archiveOf(files) {
  let at = 0;
  const index = files.map(({ path, file }) => {
    const { size: length } = statSync(file);
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    const entry = { path, at, length, hash };
    at += length;
    return entry;
  });
  const bytes = Buffer.concat(files.map(({ file }) => readFileSync(file)));
  const head = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return { archive: Buffer.concat([length, head, brotliCompressSync(bytes, { params })]), bytes };
}

const work = mkdtempSync(join(tmpdir(), 'reach-sea-'));
try {
  const { archive, bytes } = archiveOf(payloadFiles());
  writeFileSync(join(work, 'files'), archive);
  writeFileSync(join(work, 'id'), `${version}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`);
  const config = {
    main: join(root, '.build', 'sea-main.cjs'),
    output: join(work, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { files: join(work, 'files'), id: join(work, 'id') },
  };
  writeFileSync(join(work, 'config.json'), JSON.stringify(config));
  execaSync(process.execPath, ['--experimental-sea-config', join(work, 'config.json')]);

  const isMac = process.platform === 'darwin';
  const name = `reach-${version}-${process.platform}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`;
  const file = join(out, name);
  mkdirSync(out, { recursive: true });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  if (isMac) execaSync('codesign', ['--remove-signature', file]);
  const postject = require.resolve('postject/dist/cli.js');
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execaSync(process.execPath, [
    postject,
    file,
    'NODE_SEA_BLOB',
    join(work, 'blob'),
    '--sentinel-fuse',
    FUSE,
    ...segment,
  ]);
  if (isMac) execaSync('codesign', ['--sign', '-', file]);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

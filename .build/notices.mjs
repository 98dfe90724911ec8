// The licences of what is bundled, as their authors ask: name, version and licence text of every package, in one file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = '-'.repeat(80);

/**
 * The folder of the package a bundled file is from; null for our own.
 * @param {string} id
 */
function packageFolder(id) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? null;
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/**
 * The text for the chunks of a bundle.
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output
 */
export function noticesFor(output) {
  const ids = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const folders = new Set(ids.map(packageFolder).filter((folder) => folder !== null));
  const notices = [...folders].map(noticeOf).sort();
  return [`reach contains code of ${notices.length} packages:`, ...notices].join(`\n\n${RULE}\n\n`).concat('\n');
}

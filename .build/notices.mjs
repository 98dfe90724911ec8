// The licences of what is bundled, as their authors ask: name, version and licence text of every package, in one file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = '-'.repeat(80);

const LICENCES = new Map([
  [
    'ISC',
    `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  ],
  [
    'MIT',
    `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ],
]);

/**
 * The folder of the package a bundled file is from; null for our own.
 * @param {string} id
 */
function packageFolder(id) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? null;
}

/**
 * For a package without a file of its licence: who holds the rights, and the licence that its package.json names.
 * @param {{ name: string, license: string, author?: string | { name: string } }} stated
 */
function stated({ name, license, author }) {
  const text = LICENCES.get(license);
  if (text === undefined) throw new Error(`${name} has no licence file, and its licence ${license} is not known here`);
  const holder = typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`);
  return `Copyright (c) ${holder.replace(/ *[<(].*$/, '')}\n\n${text}`;
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0) texts.push(stated(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))));
  // Compiled into the package, which names it and does not carry its licence.
  if (name === 'jq-wasm') texts.push(readFileSync(new URL('jq-notice.txt', import.meta.url), 'utf8').trim());
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

// Around `npm pack`: the packed package.json names every page of the manual, for npm links only pages that are named one by
// one. `list` puts them in, `restore` takes them out again, `print` shows what is packed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}package.json`;
const text = readFileSync(file, 'utf8');
const { man: _, ...plain } = JSON.parse(text);

const pages = () => readdirSync(`${root}dist/man`).map((name) => `./dist/man/${name}`);
/** @param {unknown} value */
const written = (value) => `${JSON.stringify(value, null, 2)}\n`;

const [what] = process.argv.slice(2);
if (what === 'list') writeFileSync(file, written({ ...plain, man: pages() }));
else if (what === 'restore') writeFileSync(file, written(plain));
else process.stdout.write(written({ ...plain, man: pages() }));

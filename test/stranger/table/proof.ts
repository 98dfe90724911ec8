// What rows prove: texts on standard output, and what the server keeps afterwards.

import type { Json } from '../route.ts';
import type { Seeded } from '../seed.ts';
import type { Store } from '../store.ts';
import { degraded, notPossible, type Row, type Seen } from './row.ts';

type Proof = Row['proof'];

/** `{name}` in a text becomes the id of the seeded workspace. */
export const fill = (text: string, ids: Seeded) =>
  text.replace(/\{([a-z][A-Za-z]*)\}/g, (whole, name: string) => ids[name] ?? whole);

function must(holds: boolean, what: string, { stdout, stderr }: Seen): void {
  if (!holds) throw new Error(`${what}\nstdout: ${stdout.slice(0, 1500)}\nstderr: ${stderr.slice(0, 1500)}`);
}

/** Standard output names these. */
export const prints =
  (...texts: readonly string[]): Proof =>
  (seen) => {
    for (const text of texts)
      must(seen.stdout.includes(fill(text, seen.ids)), `stdout lacks ${fill(text, seen.ids)}`, seen);
  };

/** Standard output names none of these. */
export const omits =
  (...texts: readonly string[]): Proof =>
  (seen) => {
    for (const text of texts)
      must(!seen.stdout.includes(fill(text, seen.ids)), `stdout has ${fill(text, seen.ids)}`, seen);
  };

/** The notes name these. */
export const notes =
  (...texts: readonly string[]): Proof =>
  (seen) => {
    for (const text of texts)
      must(seen.stderr.includes(fill(text, seen.ids)), `stderr lacks ${fill(text, seen.ids)}`, seen);
  };

/** The file that was written has these. */
export const writes =
  (name: string, ...texts: readonly string[]): Proof =>
  (seen) => {
    const text = seen.file(name);
    for (const wanted of texts) must(text.includes(fill(wanted, seen.ids)), `${name} lacks ${wanted}: ${text}`, seen);
  };

/** The server keeps it. */
export const stores =
  (what: string, holds: (store: Store, ids: Seeded) => boolean): Proof =>
  (seen) =>
    must(holds(seen.store, seen.ids), `the server does not keep it: ${what}`, seen);

/** The server was sent exactly one request like this, and answered 2xx. */
export const sends =
  (method: string, path: RegExp, body?: (body: Json) => boolean): Proof =>
  (seen) => {
    const sent = seen.requests.filter((one) => one.method === method && path.test(one.path) && one.status < 300);
    must(sent.length === 1, `${sent.length} requests ${method} ${path}`, seen);
    const [first] = sent;
    must(body?.(Object(first?.body)) !== false, `sent ${JSON.stringify(first?.body)}`, seen);
  };

export const all =
  (...proofs: readonly Proof[]): Proof =>
  (seen) => {
    for (const proof of proofs) proof(seen);
  };

/** Of what is done another way where the interface shows no path. */
export const inStrict =
  (there: Proof, elsewhere: Proof): Proof =>
  (seen) =>
    (seen.mode === 'strict' ? there : elsewhere)(seen);

/** The record with this id. */
export const byId = (records: readonly Json[], id: string | undefined) =>
  records.find((one) => [one['id'], one['runId'], one['previewId']].map(String).includes(String(id)));

/** What needs a path that the interface does not show. */
export const HIDDEN_PATH: NonNullable<Row['modes']> = {
  strict: notPossible(5, 'does not show this path'),
};

/** What is done another way there, and says so. */
export const otherWay = (note: string): NonNullable<Row['modes']> => ({ strict: degraded(note) });

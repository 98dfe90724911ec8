// jq on a thread of its own: an expression that never ends must not block Ctrl-C.

import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { loadJq } from 'jq-wasm';
import type { JqRequest } from './jq.ts';

const { program }: { readonly program: string } = workerData;
const ready = loadJq({ wasmBinary: brotliDecompressSync(readFileSync(program)) });

parentPort?.on('message', ({ expression, input, flags }: JqRequest) => {
  void ready.then((jq) => parentPort?.postMessage(jq.raw(input, expression, [...flags])));
});

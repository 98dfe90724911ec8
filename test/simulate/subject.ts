// What is simulated: both sides of the real code, in one bundle.

export { Interrupted } from '../../src/cli/terminal/io.ts';
export { main } from '../../src/cli/tool/main.ts';
export { timedOut } from '../../src/client/transport/network-error.ts';
export { connectionLost, NetworkError } from '../../src/client/transport/transport.ts';
export { definitions } from '../../src/contract/definitions.ts';
export { openInMemory } from '../../src/local.ts';
export { startService } from '../../src/service/start.ts';
export { testHost, testIo } from '../cli/host.ts';

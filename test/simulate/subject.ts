// What is simulated: both sides of the real code, in one bundle.

export { main } from '../../src/cli/tool/main.ts';
export { Interrupted } from '../../src/cli/terminal/io.ts';
export { definitions } from '../../src/contract/definitions.ts';
export { connectionLost, NetworkError, timedOut } from '../../src/client/transport/transport.ts';
export { startService } from '../../src/service/start.ts';
export { testHost, testIo } from '../cli/host.ts';

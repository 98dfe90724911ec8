// node:https by itself, so that only who needs TLS loads it.

import { Agent, type AgentOptions, request } from 'node:https';

export const secureAgent = (options: AgentOptions) => ({ agent: new Agent(options), open: request });

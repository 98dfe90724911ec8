// What every use case gets, and how it refuses.

import type * as z from 'zod';
import type { Scope } from '../../contract/account/scopes.ts';
import { type ErrorCode, issuesText } from '../../contract/envelope.ts';
import { check } from '../../contract/issues.ts';
import { type Problem, refusalOf } from '../../rules/problem.ts';
import type { Tx } from './sql.ts';

/** The caller: the user, key and scopes a request runs under, and its workspace. */
export interface Principal {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
  readonly keyId: number;
  readonly keyName: string;
  readonly scopes: readonly Scope[];
  /** Of a delivery, which has no key. */
  readonly webhookId?: string;
  /** The identities the user is restricted to; absent for all. */
  readonly identityIds?: readonly number[];
}

export type AppPage =
  | 'contacts'
  | 'companies'
  | 'lists'
  | 'campaigns'
  | 'ai-variables'
  | 'ai-folders'
  | 'ai-messages'
  | 'ai-snippets'
  | 'message-templates'
  | 'workflows'
  | 'workflow-runs'
  | 'identities'
  | 'inbox'
  | 'social-selling/posts'
  | 'social-selling/publishing';

/** What every use case gets: its transaction, the caller, and the time (virtual clock, epoch ms). */
export interface Context extends AppLinks {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly now: number;
  /** Workflows whose runs caused this, outermost first. They are not started again by its signals. */
  readonly causedBy?: readonly number[];
  /** A signed delivery, which is accepted once. `at`: real clock, epoch ms. */
  readonly delivery?: { readonly id: string; readonly at: number };
  /** The address of the service, without a trailing slash; absent for calls inside the process. */
  readonly baseUrl?: string;
  /** Encrypts a secret before it is stored. Absent where no secret can arrive. */
  readonly encryptSecret?: EncryptSecret;
}

export type EncryptSecret = (secret: string) => Promise<string>;

export interface AppLinks {
  /** To a record. */
  appUrl(page: AppPage, id: number): string;
  /** To a list page, with its filters. */
  appLink(page: AppPage, query: URLSearchParams): string;
}

export type RefusalDetails = Readonly<Record<string, unknown>>;

/** A request that is refused: the code decides the HTTP status, the message is sent to the caller unchanged. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: RefusalDetails) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** What was looked up. Throws Refusal `not_found`. */
export function found<T>(record: T | undefined, noun: string, id: number): T {
  if (record === undefined) throw new Refusal('not_found', `There is no ${noun} ${id}`);
  return record;
}

export function stopping(): Refusal {
  return new Refusal('unavailable', 'The service is stopping');
}

/** Throws Refusal `invalid` with every error of the problems, or `unprocessable` if they are all of that kind. */
export function refuseProblems(problems: readonly Problem[], details: RefusalDetails = {}): void {
  const refused = refusalOf(problems);
  if (refused !== null)
    throw new Refusal(refused.code, issuesText(refused.issues), { issues: refused.issues, ...details });
}

/** A body as its schema reads it. Throws Refusal `invalid`, for whatever the rules do not find before. */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = check(schema, body);
  if (checked.issues === null) return checked.input;
  throw new Refusal('invalid', issuesText(checked.issues), { issues: checked.issues });
}

import type { ErrorCode } from '../../contract/envelope.ts';

export type Details = Readonly<Record<string, unknown>>;

/** The one way to say no: the code decides the status, the message goes to the caller as it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: Details | undefined;

  constructor(code: ErrorCode, message: string, details?: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

import type { ErrorCode } from '../../contract/envelope.ts';

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

export function stopping(): Refusal {
  return new Refusal('unavailable', 'The service is stopping');
}

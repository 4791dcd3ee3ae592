import type { ErrorCode } from '#contract/errors.ts'
import type { Refusal } from '#contract/uploads.ts'
import { Failure } from '../../http/failure.ts'

/** Error code of each refusal on the wire (PL-170). */
const REFUSAL_CODES: Record<Refusal, ErrorCode> = {
  empty: 'broken-picture',
  'unsupported-type': 'unsupported-type',
  'too-large': 'too-large',
  'too-many-pixels': 'too-large',
  truncated: 'broken-picture',
  broken: 'broken-picture',
  'checksum-mismatch': 'bad-request',
  expired: 'gone',
  'too-many-files': 'forbidden',
}

export const isRefusal = (error: unknown) => error instanceof Failure && error.fields?.reason !== undefined

/** The response to a refused upload: its `fields.reason` is the refusal. */
export const refusalFailure = (reason: Refusal) =>
  new Failure(REFUSAL_CODES[reason], `The file was refused: ${reason}`, { fields: { reason } })

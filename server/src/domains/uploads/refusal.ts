import type { ErrorCode } from '#contract/errors.ts'
import type { Refusal } from '#contract/uploads.ts'
import { Failure } from '../../http/failure.ts'

/** Error codes on the wire. */
const ERROR_CODE_BY_REFUSAL: Record<Refusal, ErrorCode> = {
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

/** Creates the failure of a refused upload: its `fields.reason` is the refusal. */
export const createRefusalFailure = (reason: Refusal) =>
  new Failure(ERROR_CODE_BY_REFUSAL[reason], `The file was refused: ${reason}`, { fields: { reason } })

import { S3ServiceException } from '@aws-sdk/client-s3'
import { TIME_LIMITS } from '../time-limits.ts'
import { BlobsUnavailableError } from './blobs.ts'

/** Most milliseconds until the headers of an answer of S3: of each attempt, and with its retries (null: no limit). */
export interface RequestLimits {
  attemptMs: number
  allMs: number | null
}

/** Short, because a customer waits for a picture. */
export const READ_LIMITS: RequestLimits = TIME_LIMITS.s3Read
/** A part of 8 MiB is sent in an attempt. */
export const WRITE_LIMITS: RequestLimits = TIME_LIMITS.s3Write
/** Many consecutive requests, each with the client's own limit of an attempt. */
export const UPLOAD_LIMITS: RequestLimits = { attemptMs: TIME_LIMITS.s3Write.attemptMs, allMs: null }
export const LIST_LIMITS: RequestLimits = TIME_LIMITS.s3List
/** The server copies the whole object before it answers. */
export const COPY_LIMITS: RequestLimits = TIME_LIMITS.s3Copy

/** Most reads that wait for their headers: twice the sockets. Further ones fail at once instead of growing a queue. */
const WAITING_READS_MAX = 512

/** Options that a request passes to the client. */
export interface RequestOptions {
  abortSignal: AbortSignal
  requestTimeout: number
}

export type LimitedSend = <T>(
  limits: RequestLimits,
  request: (options: RequestOptions) => Promise<T>,
) => Promise<T>

/**
 * Runs requests within their limits: one that S3 does not answer, or cannot be reached for, fails with a
 * BlobsUnavailableError.
 */
export function createLimitedSend(): LimitedSend {
  let waitingReads = 0
  return async (limits, request) => {
    if (limits === READ_LIMITS && waitingReads >= WAITING_READS_MAX)
      throw new BlobsUnavailableError('Too many reads wait for the store')
    const deadline = new AbortController()
    const timer = limits.allMs === null ? null : setTimeout(() => deadline.abort(), limits.allMs)
    if (limits === READ_LIMITS) waitingReads++
    try {
      return await request({ abortSignal: deadline.signal, requestTimeout: limits.attemptMs })
    } catch (error) {
      if (deadline.signal.aborted)
        throw new BlobsUnavailableError('The store does not answer', { cause: error })
      throw translateNetworkError(error)
    } finally {
      if (limits === READ_LIMITS) waitingReads--
      if (timer) clearTimeout(timer)
    }
  }
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Codes of temporary failures, including those of single objects of a call, and those with ambiguous statuses. */
const TRANSIENT_CODES = new Set([
  'InternalError',
  'ServiceUnavailable',
  'SlowDown',
  'TooManyRequests',
  'RequestTimeout',
  'OperationAborted',
])

/** Whether S3's error code asks for a retry. */
export const isTransientCode = (code: string | undefined): boolean =>
  code !== undefined && TRANSIENT_CODES.has(code)

/**
 * Translates errors of an unreachable, disconnected or overloaded S3 to a BlobsUnavailableError; returns other errors
 * unchanged.
 */
export const translateNetworkError = (error: unknown): unknown =>
  isUnavailable(error) ? new BlobsUnavailableError('The store does not answer', { cause: error }) : error

function isUnavailable(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0
    return [429, 500, 502, 503, 504].includes(status) || isTransientCode(error.name)
  }
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' || (code !== undefined && NETWORK_CODES.has(code))
}

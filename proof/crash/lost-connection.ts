import { setTimeout as wait } from 'node:timers/promises'

const LOST_CONNECTION_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ABORT_ERR',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'UND_ERR_SOCKET',
])

/** True for the errors of requests, also of fetch, whose server has ended. */
export function isConnectionLost(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException
  return LOST_CONNECTION_CODES.has(code ?? '') || (cause !== undefined && isConnectionLost(cause))
}

/** Answers of a terminating process, or of a balancer without an upstream answer: the call may have taken effect. */
const UNANSWERED = / answered 50[234]: |"code":"unavailable"/
/** Pause before a retry: while no process is ready, more calls would only cost time. */
export const UNANSWERED_MS = 300

/** Requests that were not answered, by all clients of this process: when, in milliseconds since 1970, and why. */
export const unansweredRequests: { at: number; reason: string }[] = []

export function recordUnanswered(error: unknown): void {
  const { message, code, cause } = error as NodeJS.ErrnoException
  unansweredRequests.push({
    at: Date.now(),
    reason: code ?? (cause as NodeJS.ErrnoException)?.code ?? message,
  })
}

/** Makes a call that may be made twice until it is answered; throws every other error. */
export async function repeatCall<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isUnanswered = error instanceof Error && UNANSWERED.test(error.message)
      if (!isUnanswered && !isConnectionLost(error)) throw error
      recordUnanswered(error)
      await wait(isUnanswered ? UNANSWERED_MS : 50)
    }
  }
}

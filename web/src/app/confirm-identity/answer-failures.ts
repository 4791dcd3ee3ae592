import { HttpFailure } from '#web/platform/http/http-failure.ts'

/** Returns the failure of a wrong answer, with the answers that are left; undefined for any other. */
export const findWrongAnswer = (error: unknown): HttpFailure | undefined =>
  error instanceof HttpFailure && error.code === 'bad-credentials' ? error : undefined

/** Whether the session is over: by the last wrong answer, or it had ended before. */
export const endsSession = (error: unknown): boolean =>
  error instanceof HttpFailure && (error.code === 'unauthorized' || error.attemptsLeft === 0)

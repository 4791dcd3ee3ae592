import { expect, onTestFinished } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { configureHttp, type HttpEnvironment } from './call.ts'

export interface ReceivedCall {
  method: string
  path: string
  search: string
  query: URLSearchParams
  /** The JSON of the call; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: each fake knows the bodies of its calls.
  body: any
}

/** Answers the calls of the web by a fake server until the test ends. */
export function answerCalls(answer: (call: ReceivedCall) => Response | Promise<Response>): void {
  configureCalls({
    token: async () => 'token',
    fetch: async (input, { method = 'GET', body } = {}) => {
      const { pathname, search, searchParams: query } = new URL(String(input), 'http://keepsake.test')
      const path = decodeURIComponent(pathname)
      return answer({ method, path, search, query, body: body ? JSON.parse(String(body)) : undefined })
    },
  })
}

/**
 * Changes the environment of calls until the test ends and its page, which may call once more, is unmounted; outside of a test
 * until its file ends.
 */
export function configureCalls(parts: Partial<HttpEnvironment>): void {
  const before = configureHttp(parts)
  if (expect.getState().currentTestName !== undefined) onTestFinished(() => void configureHttp(before))
}

/** Returns the JSON of a failure with the first code of that status, and further fields. */
export function refusal(status: number, fields: object = {}, headers: Record<string, string> = {}): Response {
  const [code] = Object.entries(ERRORS).find(([, each]) => each === status) ?? ['unexpected']
  return Response.json({ code, message: 'no', correlationId: 'test', ...fields }, { status, headers })
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import type { HttpModule } from '../http/route.ts'
import { type AnswerFaultFinder, type CheckedAnswer, createAnswerFaultFinder } from './answer-fault-finder.ts'
import { reportFault } from './faults.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** Shared by all test servers of a process, which have the same domains and so the same document. */
let finder: AnswerFaultFinder | undefined

/**
 * A module that compares every answer of a declared endpoint with the OpenAPI document, whoever made the call
 * (RV-204). It is mounted before all others. A differing answer is sent unchanged and fails the running test.
 */
export const answerCheck: HttpModule = {
  name: 'answer-check',
  mount(app) {
    app.addHook('onSend', async (request, reply, payload) => {
      const { endpoint } = request.routeOptions.config
      if (!endpoint || isHttpAnswer(request, reply)) return
      try {
        finder ??= createAnswerFaultFinder(app.swagger() as unknown as OpenApiDocument)
        const fault = finder(endpoint, toCheckedAnswer(request, reply, payload))
        if (fault) reportFault(`The answer differs from the OpenAPI document: ${fault}`)
      } catch (error) {
        reportFault(`The answer of ${endpoint.path} cannot be compared: ${error}`)
      }
    })
  },
}

/**
 * Answers that no operation declares: 304 to a conditional request (RFC 9110, 13), the redirects of an alias of a
 * brand's host (AA-032), which is not an address of the API, and 499, which no client receives.
 */
function isHttpAnswer({ headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (
    statusCode === 308 ||
    statusCode === ERRORS['client-closed'] ||
    (statusCode === 304 && headers['if-none-match'] !== undefined)
  )
}

function toCheckedAnswer({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): CheckedAnswer {
  const contentType = reply.getHeader('content-type')
  const isHead = method === 'HEAD'
  return {
    status: reply.statusCode,
    contentType: contentType === undefined ? undefined : String(contentType),
    body: isHead ? undefined : toText(payload, reply.getHeader('content-encoding')),
    isHead,
    headers: Object.keys(reply.getHeaders()),
  }
}

/** Returns the text of a body; undefined for a stream, which is a file. */
function toText(payload: unknown, encoding: unknown): string | undefined {
  if (typeof payload === 'string') return payload
  if (!Buffer.isBuffer(payload)) return
  if (encoding === 'br') return brotliDecompressSync(payload).toString()
  return (encoding === 'gzip' ? gunzipSync(payload) : payload).toString()
}

import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Policy } from '#contract/endpoint.ts'
import { ERRORS, type ErrorCode, errorAnswer } from '#contract/errors.ts'
import { SESSION_HEADER } from '#contract/session.ts'
import { getSecurity } from './security.ts'

/**
 * Creates the operation of an endpoint in the form of the OpenAPI plugin. Schemas are those of the contract;
 * `describePartsWithoutSchema` adds files and answers without a body.
 */
export function createOperation(endpoint: Endpoint, operationId: string): FastifySchema {
  const { params, query, body, policy } = endpoint
  const parts = Object.entries({ params, querystring: query, body }).filter(
    ([, schema]) => schema.type !== 'undefined',
  )
  return {
    operationId,
    summary: endpoint.summary,
    description: describeCall(endpoint),
    tags: [endpoint.service],
    security: getSecurity(endpoint),
    ...Object.fromEntries(parts),
    ...(endpoint.stepUp && { 'x-step-up': endpoint.stepUp }),
    ...(policy === 'session' && { headers: sessionHeaders }),
    ...(endpoint.sendsRanges && { headers: rangeHeaders }),
    ...(endpoint.isConditional && { headers: conditionalHeaders }),
    response: {
      ...(endpoint.answer.type !== 'undefined' && {
        [endpoint.status]: describeAnswer('The answer', endpoint.answer),
        ...(endpoint.mayContinue && {
          202: describeAnswer('The answer so far; a job does the rest', endpoint.answer),
        }),
      }),
      ...describeErrors(endpoint),
    },
  }
}

/** Describes who may call, how often, and what the client must know beyond the schemas. */
function describeCall({
  policy,
  serviceScope,
  requestsPerMinute,
  receivesFile,
  sendsRanges,
  reportsDeletedAccount,
  isConditional,
  stepUp,
  scope,
}: Endpoint) {
  return [
    CREDENTIAL_BY_POLICY[policy],
    ...(serviceScope ? [`The token needs the scope \`${serviceScope}\`.`] : []),
    ...(scope ? [`Accepts an API key with the scope \`${scope}\`.`] : []),
    ...(requestsPerMinute === undefined
      ? []
      : [
          `At most ${requestsPerMinute} calls a minute ${policy === 'customer' ? 'of one customer' : 'from one network address'}.`,
        ]),
    ...(receivesFile ? ['The body is the file itself; its type is detected from its content.'] : []),
    ...(sendsRanges ? ['Ranges are supported: a download can be resumed.'] : []),
    ...(isConditional
      ? [
          'With If-Match it changes nothing and answers 412 when the replaced state is not the one of the entity tag.',
        ]
      : []),
    ...(stepUp ? [STEP_UP[stepUp]] : []),
    ...(reportsDeletedAccount ? ['The valid token of a deleted account is answered with 404.'] : []),
  ].join(' ')
}

const STEP_UP = {
  always: 'Needs a recent sign-in, else 401 `step-up-required` (RFC 9470).',
  'by-body': 'Depending on the body it needs a recent sign-in, else 401 `step-up-required` (RFC 9470).',
} as const

const CREDENTIAL_BY_POLICY: Record<Policy, string> = {
  public: 'Needs no credential.',
  customer: 'Needs the access token of a customer.',
  business: 'Needs the access token of a business customer.',
  session: "Needs the cookies of the web's session, from the same origin.",
  signed: 'The signed address is the credential; it expires.',
  service: 'Needs the token of a service of the retailer.',
  'upload-session': 'Needs the upload token of a phone.',
}

/**
 * Returns the parts of an operation that zod does not describe: bodies that are files, and the absence of an answer.
 */
export function describePartsWithoutSchema(endpoint: Endpoint): {
  body?: object
  response: Record<number, object>
} {
  const { receivesFile, sendsFile, sendsRanges, status, answer } = endpoint
  const body = receivesFile && { body: { content: describeFiles(receivesFile) } }
  if (sendsFile) {
    const content = describeFiles(sendsFile)
    const fullResponse = { [status]: { description: 'The file', content } }
    const part = { 206: { description: 'The range of the file', content } }
    return { ...body, response: sendsRanges ? { ...fullResponse, ...part } : fullResponse }
  }
  const response = answer.type === 'undefined' ? { [status]: { description: 'Done', type: 'null' } } : {}
  return { ...body, response }
}

const describeFiles = (types: readonly string[]) =>
  Object.fromEntries(types.map(type => [type, { schema: BINARY_SCHEMA }]))

/** Lists all codes that a call may answer: its own, those of its policy and those of every call. */
function listErrorCodes({
  errors,
  body,
  policy,
  reportsDeletedAccount,
  isConditional,
  stepUp,
}: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...errors,
    ...(isConditional ? (['precondition-failed'] as const) : []),
    ...(stepUp ? (['step-up-required'] as const) : []),
    ...(body.type === 'undefined' ? [] : (['too-large', 'unsupported-type'] as const)),
    ...ERRORS_BY_POLICY[policy],
    ...(reportsDeletedAccount ? (['not-found'] as const) : []),
    'bad-request',
    'misdirected-request',
    'unexpected',
    'unavailable',
  ]
  return [...new Set(codes)]
}

const BINARY_SCHEMA = { type: 'string', format: 'binary' }

const sessionHeaders = z.object({ [SESSION_HEADER]: z.literal('1') })
const conditionalHeaders = z.object({ 'if-match': z.string().optional() })
const rangeHeaders = z.object({ range: z.string().optional() })

const ERRORS_BY_POLICY: Record<Policy, readonly ErrorCode[]> = {
  public: ['too-many-requests'],
  customer: ['unauthorized', 'insufficient-scope', 'too-many-requests'],
  business: ['unauthorized', 'forbidden', 'insufficient-scope', 'too-many-requests'],
  session: ['forbidden', 'too-many-requests'],
  signed: [],
  service: ['unauthorized', 'insufficient-scope'],
  'upload-session': ['unauthorized', 'gone', 'too-many-requests'],
}

function describeErrors(endpoint: Endpoint): Record<number, object> {
  const codesByStatus = Map.groupBy(listErrorCodes(endpoint), code => ERRORS[code])
  const responses = [...codesByStatus].map(([status, codes]) => [
    status,
    describeAnswer(codes.map(code => `\`${code}\``).join(', '), errorAnswer),
  ])
  return Object.fromEntries(responses)
}

const describeAnswer = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

import { z } from 'zod'
import { stateProblem } from './state-problem.ts'

/** The closed list of error codes and their HTTP status. Texts for customers are the web's. */
export const ERRORS = {
  'bad-request': 400,
  'broken-picture': 400,
  unauthorized: 401,
  'bad-credentials': 401,
  'step-up-required': 401,
  forbidden: 403,
  'insufficient-scope': 403,
  'address-expired': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  conflict: 409,
  'not-ready': 409,
  'offset-conflict': 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'range-not-satisfiable': 416,
  'misdirected-request': 421,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'client-closed': 499,
  unexpected: 500,
  unavailable: 503,
  'storage-full': 507,
  'quota-exceeded': 507,
} as const

export type ErrorCode = keyof typeof ERRORS

/**
 * Every service answers a failure with this JSON; the server logs `correlationId`, too. `fields` of a
 * 'bad-request' contains every refused field with its FieldIssue. `reason` of a 'conflict', a 'not-found' or a
 * 'bad-request' is the code that the call documents, where it does.
 */
export const errorAnswer = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  correlationId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  reason: z.string().optional(),
  /** How many answers may still be wrong, of a 'bad-credentials' whose call counts them. */
  attemptsLeft: z.int().optional(),
  /** What is wrong with figures that agree with the schema, of a 'bad-request' of the retailer's preview of an invoice. */
  problems: z.array(stateProblem).optional(),
  /** What exists already, of a 'conflict' whose call documents it. */
  reference: z.string().optional(),
  /** The first number that is kept, of a 'bad-request' whose call documents it. */
  oldest: z.int().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** The error of RFC 9470, 3 in WWW-Authenticate of a 'step-up-required'. */
export const STEP_UP_ERROR = 'insufficient_user_authentication'

/** Request and response header that correlates a page's call with the server's log lines. */
export const CORRELATION_HEADER = 'x-correlation-id'

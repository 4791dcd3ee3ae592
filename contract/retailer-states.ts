import { type ZodType, z } from 'zod'
import { type Endpoint, endpoint, type ServiceKey } from './endpoint.ts'
import { FIELD_ISSUES } from './input/field-issues.ts'
import { cursor } from './paging.ts'
import { instant, queryBoolean } from './scalars.ts'
import type { ServiceScope } from './service-scopes.ts'
import { stateProblem } from './state-problem.ts'

/* What the retailer's systems sent, read back: by the path of each PUT, and as lists of what changed. */

/** Most entries of a page of a list. */
export const STATES_PAGE = 500

/** With `dryRun=true` the call stores nothing and answers what would happen. */
export const dryRunFields = { dryRun: queryBoolean.optional() }

/** The parts of the answer to a PUT that depend on how it was called. */
export const submissionResult = {
  /** Only for a dry run, of which `stored` is false. */
  dryRun: z.literal(true).optional(),
  /** Whether the call without `dryRun` would store the body. */
  wouldStore: z.boolean().optional(),
  /** The state that it has, or would have. */
  state: z.string().optional(),
  /** What is wrong with the state, if anything is; always there for a dry run. */
  problems: z.array(stateProblem).optional(),
  /** The checks that the body does not pass, while they do not refuse it (RETAILER_CHECKS). */
  warnings: z.array(z.object({ path: z.string(), code: z.enum(FIELD_ISSUES) })).optional(),
}
const submissionResultObject = z.object(submissionResult)
export type SubmissionResult = z.infer<typeof submissionResultObject>

/** Largest integer of the database. */
export const VERSION_MAX = 2_147_483_647

/** Incremented with each change of the state. */
export const version = z.int().min(1).max(VERSION_MAX)
export const versionAnswer = z.object({
  version,
  /** False when this or a higher version was stored before. */
  stored: z.boolean(),
  ...submissionResult,
})

const stateFields = {
  /** Of what was stored last; 1 where versions do not exist. */
  version: z.int().min(1),
  /** SHA-256 of the body in its canonical form (RFC 8785), in hexadecimal digits. */
  hash: z.string(),
  storedAt: instant,
  /** `stored`, or what the kind has: the state of an invoice. */
  state: z.string(),
}

/** The entity tag is the version. */
export const retailerState = z.object({
  ...stateFields,
  /** As it was sent. */
  body: z.record(z.string(), z.unknown()),
  /** Name of the service that sent it. */
  storedBy: z.string(),
  problems: z.array(stateProblem),
})
export type RetailerState = z.infer<typeof retailerState>

/** In the order of `storedAt`; a state that is stored again while the list is read moves to its end. */
export const retailerStates = z.object({
  items: z.array(z.object({ id: z.string(), ...stateFields })),
  /** Null at the end. */
  cursor: z.string().nullable(),
})
export type RetailerStates = z.infer<typeof retailerStates>

/**
 * Declares the call by which a service stores a version of a state. By default it answers only that, and 404 and 409 are its errors.
 */
export const submission = <
  B extends ZodType,
  P extends ZodType | undefined = undefined,
  A extends ZodType = typeof versionAnswer,
>(
  service: ServiceKey,
  path: string,
  options: {
    serviceScope: ServiceScope
    summary: string
    body: B
    params?: P
    answer?: A
    errors?: Endpoint['errors']
  },
) =>
  endpoint('PUT', service, path, {
    policy: 'service',
    query: z.object(dryRunFields),
    errors: ['not-found', 'conflict'],
    ...options,
    answer: (options.answer ?? versionAnswer) as A,
  })

const readParts = {
  policy: 'service',
  serviceScope: 'retailer:read',
} as const

/** Declares the call that reads what a PUT stored, by the same path. */
export const readBack = <P extends ZodType, Q extends ZodType | undefined = undefined>(
  { service, path, params }: Pick<Endpoint<P>, 'service' | 'path' | 'params'>,
  { summary, query }: { summary: string; query?: Q },
) =>
  endpoint('GET', service, path, {
    ...readParts,
    ...{ params, query, summary },
    answer: retailerState,
    errors: ['not-found'],
  })

/** Declares the list of the states of the kind of a PUT, the first part of its path, that were stored since an instant. */
export const listBack = (
  { service, path }: Pick<Endpoint, 'service' | 'path'>,
  { summary }: { summary: string },
) =>
  endpoint('GET', service, path.split('/').slice(0, 3).join('/'), {
    ...readParts,
    summary,
    query: z.strictObject({ since: instant.optional(), cursor }),
    answer: retailerStates,
  })

import { type ZodType, z } from 'zod'
import type { ApiScope } from './api-scopes.ts'
import type { ContinuingWork } from './continuing-work.ts'
import type { ErrorCode } from './errors.ts'
import type { ServiceScope } from './service-scopes.ts'

/**
 * Declaration of one API call: the server mounts it, the web calls it, the OpenAPI document lists it.
 * `path` is relative to the base address of its service and uses the documents' own spelling ('/photos/:id').
 */
export interface Endpoint<
  P extends ZodType = ZodType,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends ZodType = ZodType,
> extends EndpointOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  service: ServiceKey
  path: string
  params: P
  query: Q
  body: B
  answer: A
  status: 200 | 201 | 202 | 204
  errors: readonly ErrorCode[]
}

interface EndpointOptions {
  /** Access policy, checked before anything else; a route without a policy cannot be mounted. */
  policy: Policy
  summary: string
  /** Status of the successful answer; 204 has no body. */
  status?: 200 | 201 | 202 | 204
  /** Whether it answers 202, with the same body, when a job does the rest. */
  mayContinue?: boolean
  /** What continues after an answer 202; each endpoint that has one names it. */
  continues?: ContinuingWork
  /** Its own; those of its policy, of these options and of every call are added (server/src/http/openapi). */
  errors?: readonly ErrorCode[]
  /** Answers the valid token of a deleted account with 404 instead of 401. */
  reportsDeletedAccount?: boolean
  /** Whether If-Match with the entity tag of the replaced state (contract/input/entity-tag.ts) is a precondition. */
  isConditional?: boolean
  /** Media types of the file that is the answer, instead of JSON; the handler sends it. */
  sendsFile?: readonly string[]
  /** Whether the file is sent in ranges, too (RFC 9110, 14): 206. */
  sendsRanges?: boolean
  /** Media types of the file that is the body, instead of JSON; the handler reads it from the request. */
  receivesFile?: readonly string[]
  /** Requests per customer, or per network address without one, in place of the general limit. */
  requestsPerMinute?: number
  /** Whether headers of the answer say its version and when it last changed (resource-version.ts). */
  isVersioned?: boolean
  /** Whether no cache keeps the answer to a GET: it has no entity tag. Answers to other methods never are. */
  isNeverStored?: boolean
  /** Whether the JSON is compressed although cookies authorize the call. */
  compressesAnswer?: boolean
  /** Whether the call needs a sign-in of the last minutes (RFC 9470): always, or depending on the body or on what is named. */
  stepUp?: 'always' | 'by-body'
  /** The scope with which an API key may make the call; without one, keys are refused. */
  scope?: ApiScope
  /** The scope that the token of a retailer's service needs; every endpoint of the policy 'service' has one. */
  serviceScope?: ServiceScope
}

/**
 * public: no token. customer: valid access token of an existing customer.
 * business: customer with the b2b mark. session: the same-origin cookies of the token endpoint.
 * signed: a signed, expiring address and nothing else. service: the token of a retailer service; customers' tokens
 * are refused. upload-session: the upload token of a phone, which only adds photos.
 */
export type Policy = 'public' | 'customer' | 'business' | 'session' | 'signed' | 'service' | 'upload-session'

export const SERVICES = {
  photoManagement: '/api/photo-management',
  sharedAlbums: '/api/shared-albums',
  downloads: '/api/downloads',
  photoExport: '/api/photo-export',
  tempSelections: '/api/temp-selections',
  storageStatus: '/api/storage-status',
  uploads: '/api/uploads',
  push: '/api/push',
  account: '/api/account',
  subscriptions: '/api/subscriptions',
  customers: '/api/customers',
  orders: '/api/orders',
  vouchers: '/api/vouchers',
  withdrawals: '/api/withdrawals',
  invoices: '/api/invoices',
  complaints: '/api/complaints',
  callbacks: '/api/callbacks',
  apiKeys: '/api/api-keys',
  sftpAccess: '/api/sftp-access',
  productFiles: '/api/product-files',
  projects: '/api/projects',
  storage: '/api/storage',
  widgets: '/api/widgets',
  merchandise: '/api/merchandise',
  session: '/session',
  configuration: '',
  media: '/media',
  reports: '/api/reports',
} as const

/** Services whose base address a retailer can configure in config.json; the addresses above are the defaults. */
export type ServiceKey = keyof typeof SERVICES

const noContent = z.undefined()
export type NoContent = typeof noContent

type Part<T extends ZodType | undefined> = T extends ZodType ? T : NoContent

/** Declares an endpoint. Errors that its policy, its options or every call has are not named again. */
export function endpoint<
  P extends ZodType | undefined = undefined,
  Q extends ZodType | undefined = undefined,
  B extends ZodType | undefined = undefined,
  A extends ZodType | undefined = undefined,
>(
  method: Endpoint['method'],
  service: ServiceKey,
  path: string,
  options: EndpointOptions & { params?: P; query?: Q; body?: B; answer?: A },
): Endpoint<Part<P>, Part<Q>, Part<B>, Part<A>> {
  const { params, query, body, answer, sendsFile } = options
  return {
    status: answer || sendsFile ? 200 : 204,
    errors: [],
    ...options,
    ...{ method, service, path },
    params: params ?? noContent,
    query: query ?? noContent,
    body: body ?? noContent,
    answer: answer ?? noContent,
  } as unknown as Endpoint<Part<P>, Part<Q>, Part<B>, Part<A>>
}

/** Input of a call: only the parts that the endpoint declares. */
export type Input<E extends Endpoint> = (E['params'] extends NoContent
  ? unknown
  : { params: z.input<E['params']> }) &
  (E['query'] extends NoContent ? unknown : { query?: z.input<E['query']> }) &
  (E['body'] extends NoContent ? unknown : { body: z.input<E['body']> })

export type Answer<E extends Endpoint> = z.output<E['answer']>

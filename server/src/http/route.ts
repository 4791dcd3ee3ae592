import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType, z } from 'zod'
import type { ApiScope } from '#contract/api-scopes.ts'
import type { Claims } from '#contract/customers.ts'
import type { Endpoint, Policy, ServiceKey } from '#contract/endpoint.ts'
import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { ServiceScope } from '#contract/service-scopes.ts'
import type { Context } from '../context.ts'
import type { EncodedAnswer } from './encoded-answer.ts'

/** The authenticated customer of a request. */
export interface Caller {
  accountId: string
  business: boolean
  claims: Claims
  /** When the access token expires; sockets close then. */
  expires: Date
  /** The grant of the token, one for each sign-in of a browser or app; null with an external provider or an API key. */
  grantId: string | null
  /** When the customer last proved who they are in this session; null if that is not known. */
  authTime: Date | null
  /** The API key of the call; null for a token. */
  key: { id: string; scopes: readonly ApiScope[] } | null
}

/** A calling service of the retailer, and what its token allows. */
export interface ServiceCaller {
  name: string
  /** Null for a token of SERVICE_TOKENS. */
  tokenId: string | null
  /** The vendors whose accounts, channels and hosts exist for it; null: all. */
  vendors: readonly string[] | null
  /** Null: all. */
  scopes: readonly ServiceScope[] | null
}

/** The input of a handler: parsed input only, and the caller if the policy requires one. */
export interface Call<E extends Endpoint> {
  ctx: Context
  caller: E['policy'] extends 'public' | 'service' ? Caller | null : Caller
  /** Set instead of the caller if the policy is 'upload-session'. */
  uploadSession: UploadSessionRef
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  origin: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route {
  endpoint: Endpoint
  handle: (call: never) => Promise<unknown>
  bodySchema?: (call: never) => Promise<ZodType>
}

/**
 * Creates an entry of a domain's `routes`: an endpoint of the contract with its handler. `bodySchema` returns the
 * schema of the body where its rules depend on the caller, the brand or the time; its output is that of the endpoint's
 * schema.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (
    call: Call<E>,
  ) => Promise<
    z.input<E['answer']> extends undefined ? void : z.input<E['answer']> | EncodedAnswer<z.input<E['answer']>>
  >,
  bodySchema?: (call: Pick<Call<E>, 'ctx' | 'caller' | 'request'>) => Promise<ZodType<z.output<E['body']>>>,
): Route {
  return { endpoint, handle: handle as Route['handle'], bodySchema: bodySchema as Route['bodySchema'] }
}

/**
 * A module with routes. `routes` implement endpoints of the contract; `mount` registers other routes (tus, media,
 * zips, sockets), each with `config: { policy }`, without which the app does not start.
 */
export interface HttpModule {
  name: string
  routes?: readonly Route[]
  mount?: (app: FastifyInstance, ctx: Context) => Promise<void> | void
  /** Checks of the module's own policies; they run before all other handling of a request. */
  guards?: Partial<Record<GuardedPolicy, Guard>>
}

/** Policies that a domain checks, because the check reads its tables. */
export type GuardedPolicy = Extract<Policy, 'upload-session' | 'service'>

/** Lets a request pass or throws. */
export type Guard = (ctx: Context, request: FastifyRequest) => Promise<void>

/** The upload session of a phone, which may only add photos to one account. */
export interface UploadSessionRef {
  accountId: string
  sessionId: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    /** The endpoint of the contract that the route implements; the OpenAPI document lists it. */
    endpoint?: Endpoint
    /** Whether the valid token of a deleted account is answered with 404. */
    reportsDeletedAccount?: boolean
    /** Whether the call has no body and ignores a sent one. */
    ignoresBody?: boolean
    /** False where a body may take as long as it needs. */
    bodyTimeout?: false
  }
  interface FastifyInstance {
    /** The services mounted for pages; complete once all domains are mounted. */
    servicesForPages: () => ServiceKey[]
  }
  interface FastifyRequest {
    /** When its headers arrived, before anything of it was handled. */
    receivedAt: Date
    caller: Caller | null
    /** Set if the policy is 'upload-session'. */
    uploadSession?: UploadSessionRef
    /** Checks of the retailer's data that the input does not pass, while they are warnings (RETAILER_CHECKS). */
    feedWarnings?: FieldIssues
    /** Why a call of a service was refused, or what is wrong with what it stored. */
    refusal?: { status: number; code: string; message: string; fields: Record<string, string> }
    /** The calling service, if the policy requires one. */
    service: ServiceCaller | null
  }
}

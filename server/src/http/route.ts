import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Claims } from '#contract/customers.ts'
import type { Endpoint, Policy, ServiceKey } from '#contract/endpoint.ts'
import type { Context } from '../context.ts'

/** The customer a request speaks for. */
export interface Caller {
  accountId: string
  business: boolean
  claims: Claims
  /** When the access token ends; sockets close then. */
  expires: Date
}

/** What a handler gets: parsed input only, and the caller where the policy names one. */
export interface Call<E extends Endpoint> {
  ctx: Context
  caller: E['policy'] extends 'public' | 'service' ? Caller | null : Caller
  /** Where the policy is 'upload-session', instead of the caller. */
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
}

/** Creates an entry of a domain's `routes`: an endpoint of the contract with its handler. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<z.input<E['answer']> extends undefined ? void : z.input<E['answer']>>,
): Route {
  return { endpoint, handle: handle as Route['handle'] }
}

/**
 * A module with routes. `routes` implement endpoints of the contract; `mount` registers other routes (tus, media, zips,
 * sockets), each with `config: { policy }`: without one the app does not start.
 */
export interface HttpModule {
  name: string
  routes?: readonly Route[]
  mount?: (app: FastifyInstance, ctx: Context) => Promise<void> | void
  /** Checks of policies of its own; they run before anything else of a request. */
  guards?: { 'upload-session': Guard }
}

/** Lets a request pass or throws. */
export type Guard = (ctx: Context, request: FastifyRequest) => Promise<void>

/** A phone that may add photos to one account (OP-12), and does nothing else. */
export interface UploadSessionRef {
  accountId: string
  sessionId: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
  interface FastifyInstance {
    /** The services that are mounted for pages; complete once all domains are. */
    servicesForPages: () => ServiceKey[]
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Set where the policy is 'upload-session'. */
    uploadSession?: UploadSessionRef
    /** Name of the retailer's service that calls, where the policy asks for one. */
    service: string | null
  }
}

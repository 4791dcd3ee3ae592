import { existsSync } from 'node:fs'
import { domains } from '../app.ts'
import type { Client } from './client.ts'
import type { TestServer } from './harness.ts'
import type { RetailerServer } from './retailer-server.ts'

/** Ids of one customer's data, by names that the samples of all domains share; `account` is the customer's own id. */
export type AccessIds = Readonly<Record<string, string>>

/** A request that succeeds when the caller owns the ids in it. */
export interface AccessSample {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** The request of a route. */
interface RouteSample extends Omit<AccessSample, 'path'> {
  /** Values of the route's parameters, in their order. */
  params?: readonly (string | undefined)[]
  query?: string
}

interface Samples<T> {
  /** Creates the domain's data of a customer and returns its ids; receives the ids of lower domains. */
  createData?: (server: TestServer, customer: Client, ids: AccessIds) => Promise<AccessIds>
  /** Answers of the retailer to calls that the domain makes. */
  answerRetailerCalls?: (retailer: RetailerServer) => void
  /** Calls of customers: every route that changes something or has a parameter. */
  calls?: Record<string, (ids: AccessIds) => T>
  /** Routes without an id that a protocol requires, and routes that would end the account: no caller succeeds. */
  callsWithoutId?: Record<string, T>
  /** Calls of retailer services. */
  serviceCalls?: Record<string, (ids: AccessIds) => T>
}

/**
 * A domain's part of the access matrix, in its access-samples.testing.ts. Calls are keyed by method and route ('GET
 * /api/things/:id') and listed in an order in which the owner can make all of them.
 */
export type DomainAccessSamples = Samples<RouteSample>

/** The same with the paths of the requests. */
export type AccessSamples = Samples<AccessSample>

/** Loads the samples of all domains that have any, from the lowest domain to the highest. */
export async function loadAccessSamples(): Promise<AccessSamples[]> {
  const files = domains
    .map(({ name }) => new URL(`../domains/${name}/access-samples.testing.ts`, import.meta.url))
    .filter(file => existsSync(file))
  return Promise.all(files.map(async file => withPaths((await import(file.pathname)).accessSamples)))
}

function withPaths({ calls, callsWithoutId, serviceCalls, ...rest }: DomainAccessSamples): AccessSamples {
  const addPaths = (samples: DomainAccessSamples['calls'] = {}) =>
    mapRoutes(samples, (route, sample) => (ids: AccessIds) => withPath(route, sample(ids)))
  return {
    ...rest,
    calls: addPaths(calls),
    callsWithoutId: mapRoutes(callsWithoutId ?? {}, withPath),
    serviceCalls: addPaths(serviceCalls),
  }
}

const mapRoutes = <T, R>(samples: Record<string, T>, map: (route: string, sample: T) => R) =>
  Object.fromEntries(Object.entries(samples).map(([route, sample]) => [route, map(route, sample)]))

function withPath(route: string, { params = [], query, ...rest }: RouteSample): AccessSample {
  const values = params.values()
  const path = route.slice(route.indexOf(' ') + 1).replace(/:\w+/g, () => values.next().value!)
  return { path: query ? `${path}?${query}` : path, ...rest }
}

/** Creates data of every domain for the customer, the lowest domain first; returns its ids. */
export async function createAccessData(
  server: TestServer,
  customer: Client,
  samples: readonly AccessSamples[],
): Promise<AccessIds> {
  let ids: AccessIds = { account: customer.accountId }
  for (const { createData } of samples) ids = { ...ids, ...(await createData?.(server, customer, ids)) }
  return ids
}

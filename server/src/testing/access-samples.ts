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

/** A request as a domain writes it: the values of its route's parameters in their order, and its query; or its path. */
interface SampleParts extends Partial<AccessSample> {
  ids?: readonly (string | undefined)[]
  query?: string
}

type SampleCalls<Sample> = Record<string, (ids: AccessIds) => Sample>

/**
 * A domain's part of the access matrix, in its access-samples.testing.ts. Calls are keyed by method and route ('GET
 * /api/things/:id') and listed in an order in which the owner can make all of them.
 */
export interface AccessSamples<Sample = AccessSample> {
  /** Creates the domain's data of a customer and returns its ids; receives the ids of lower domains. */
  createData?: (server: TestServer, customer: Client, ids: AccessIds) => Promise<AccessIds>
  /** Answers of the retailer to calls that the domain makes. */
  answerRetailerCalls?: (retailer: RetailerServer) => void
  /** Calls of customers: every route that changes something or has a parameter. */
  calls?: SampleCalls<Sample>
  /** Routes without an id that a protocol requires, and routes that would end the account: no caller succeeds. */
  callsWithoutId?: Record<string, AccessSample>
  /** Calls of retailer services. */
  serviceCalls?: SampleCalls<Sample>
}

export type DomainSamples = AccessSamples<SampleParts>

/** Loads the samples of all domains that have any, from the lowest domain to the highest. */
export async function loadAccessSamples(): Promise<AccessSamples[]> {
  const files = domains
    .map(({ name }) => new URL(`../domains/${name}/access-samples.testing.ts`, import.meta.url))
    .filter(file => existsSync(file))
  const samples: DomainSamples[] = await Promise.all(
    files.map(async file => (await import(file.pathname)).accessSamples),
  )
  return samples.map(each => ({
    ...each,
    calls: completeCalls(each.calls),
    serviceCalls: completeCalls(each.serviceCalls),
  }))
}

const completeCalls = (calls: SampleCalls<SampleParts> = {}): SampleCalls<AccessSample> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, create]) => [name, ids => completeSample(name, create(ids))]),
  )

/** Gives a sample the path of its route, with its ids in place of the parameters. */
function completeSample(name: string, { ids = [], query, ...sample }: SampleParts): AccessSample {
  const values = [...ids]
  const path = name.replace(/^\w+ /, '').replace(/:\w+/g, () => String(values.shift()))
  return { path: query === undefined ? path : `${path}?${query}`, ...sample }
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

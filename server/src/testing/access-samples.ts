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

type SampleCalls = Record<string, (ids: AccessIds) => AccessSample>

/**
 * A domain's part of the access matrix, in its access-samples.testing.ts. Calls are keyed by method and route ('GET
 * /api/things/:id') and listed in an order in which the owner can make all of them.
 */
export interface AccessSamples {
  /** Creates the domain's data of a customer and returns its ids; receives the ids of lower domains. */
  createData?: (server: TestServer, customer: Client, ids: AccessIds) => Promise<AccessIds>
  /** Answers of the retailer to calls that the domain makes. */
  answerRetailerCalls?: (retailer: RetailerServer) => void
  /** Calls of customers: every route that changes something or has a parameter. */
  calls?: SampleCalls
  /** Routes without an id that a protocol requires, and routes that would end the account: no caller succeeds. */
  callsWithoutId?: Record<string, AccessSample>
  /** Calls of retailer services. */
  serviceCalls?: SampleCalls
}

/** Loads the samples of all domains that have any, from the lowest domain to the highest. */
export async function loadAccessSamples(): Promise<AccessSamples[]> {
  const files = domains
    .map(({ name }) => new URL(`../domains/${name}/access-samples.testing.ts`, import.meta.url))
    .filter(file => existsSync(file))
  return Promise.all(files.map(async file => (await import(file.pathname)).accessSamples as AccessSamples))
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

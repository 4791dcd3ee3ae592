import { createApiKey } from '#contract/api-keys.ts'
import { API_SCOPES, type ApiScope } from '#contract/api-scopes.ts'
import type { Client } from '../../testing/client.ts'

/** Creates a key of the customer, with all scopes and for a year by default. */
export const createKeyForTests = (
  customer: Client,
  {
    name = 'ERP',
    scopes = [...API_SCOPES],
    days = 365,
    networks,
  }: { name?: string; scopes?: ApiScope[]; days?: 90 | 365 | 730; networks?: string[] } = {},
) => customer.call(createApiKey, { body: { name, scopes, days, ...(networks ? { networks } : {}) } })

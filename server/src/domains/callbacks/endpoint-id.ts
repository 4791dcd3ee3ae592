import type { CallbacksRow } from './store/callbacks.ts'

/** The id of the endpoint of the customer's record, the same in all accounts. */
const FIRST_ENDPOINT = 'default'

/** Returns the id by which the owner knows an endpoint. */
export const presentEndpointId = ({
  account_id,
  endpoint_id,
}: Pick<CallbacksRow, 'account_id' | 'endpoint_id'>): string =>
  endpoint_id === account_id ? FIRST_ENDPOINT : endpoint_id

/** Returns the stored id; of another account's endpoint, one that its owner has not. */
export const toEndpointId = (accountId: string, id = FIRST_ENDPOINT): string =>
  id === FIRST_ENDPOINT ? accountId : id

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nameText } from './input/text.ts'
import { orderFile } from './order-files.ts'
import { instant } from './scalars.ts'

/** Name of an order file; it ends in .json. */
const fileName = z.object({ name: nameText({ max: 100 }) })

const orderFileResult = z.object({
  name: z.string(),
  modifiedAt: instant,
  /** incomplete: it was sent by SFTP, and a part is missing. waiting: for the retailer. Open. */
  state: z.string(),
  /** Why it is no order, by field, as in a 'bad-request'; `order` is what the retailer refused. Absent unless refused. */
  issues: z.record(z.string(), z.string()).optional(),
  /** Codes of its orders; absent unless ordered. */
  orderCodes: z.array(z.string()).optional(),
})
export type OrderFileResult = z.infer<typeof orderFileResult>

export const putOrderFile = endpoint('PUT', 'sftpAccess', '/v1/order-files/:name', {
  policy: 'business',
  scope: 'order-files:write',
  summary:
    'Orders products again by a file, as by SFTP (AA-108); idempotent by its reference: other content for an accepted reference is refused with the issue conflict. 409 has a reason: blocked, too-many-files',
  params: fileName,
  body: orderFile,
  answer: orderFileResult,
  errors: ['not-found', 'conflict'],
})

export const getOrderFile = endpoint('GET', 'sftpAccess', '/v1/order-files/:name', {
  policy: 'business',
  scope: 'order-files:write',
  summary: 'What became of an order file: waiting, ordered with codes, or refused with issues',
  params: fileName,
  answer: orderFileResult,
  errors: ['not-found'],
})

import type { OrderBody } from '../tables.ts'

/** The refund of a cancelled order that the mail of its cancellation tells. */
export const findCancellationRefund = ({ refunds = [] }: Pick<OrderBody, 'refunds'>) =>
  refunds.findLast(({ reason }) => reason === 'cancellation')

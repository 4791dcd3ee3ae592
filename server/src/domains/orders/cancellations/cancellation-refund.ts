import type { Refund } from '#contract/refunds.ts'

/** The refund of a cancelled order that the mail of its cancellation tells. */
export const findCancellationRefund = <R extends Pick<Refund, 'reason'>>({
  refunds = [],
}: {
  refunds?: readonly R[] | undefined
}): R | undefined => refunds.findLast(({ reason }) => reason === 'cancellation')

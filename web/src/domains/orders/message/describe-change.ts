import type { Order } from '#contract/orders.ts'
import { findOrderChip } from '../order-chip.ts'
import { describeOrderMessage } from './describe-message.ts'
import type { ViewFacts } from './message-view.ts'

/**
 * Describes a change of an order for who does not see it: its chip, or the line of its message; undefined where both are as
 * before. `isMessageShown`: the page announces changes of the message itself.
 */
export function describeChange(
  facts: ViewFacts,
  before: Order | undefined,
  { isMessageShown }: { isMessageShown: boolean },
): string | undefined {
  const now = describe(facts)
  const was = before && describe({ ...facts, order: before })
  if (isMessageShown && was && was.message !== now.message) return undefined
  if (was?.label === now.label && was.line === now.line) return undefined
  return was?.label === now.label ? (now.line ?? now.label) : now.label
}

function describe(facts: ViewFacts) {
  const { view } = describeOrderMessage(facts)
  const { label } = findOrderChip(facts.texts, facts.order, facts.now)
  return { label, line: view.line, message: [view.heading, ...view.sentences].join(' ') }
}

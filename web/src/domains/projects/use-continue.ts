import type { MouseEvent } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'

/** Returns the handler of a link to a project's editor, which takes a ticket for the checkout along. */
export function useContinue() {
  const { brand } = useConfig()
  return (event: MouseEvent<HTMLAnchorElement>) => {
    // A new tab or window opens the address of the link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void addCheckoutTicket(event.currentTarget.href, brand).then(address => location.assign(address))
  }
}

import { STEP_UP_HEADER } from '#contract/reauthentication.ts'
import type { AnswerStepUp } from '#web/platform/http/call.ts'
import { CancelledCall } from '#web/platform/http/cancelled-call.ts'
import { isStepUpRequired } from '#web/platform/http/http-failure.ts'
import { confirmIdentity } from '#web/platform/session/confirm-identity.ts'
import { pageSession } from '#web/platform/session/page-session.ts'
import { getStepUpTicket } from '#web/platform/session/session.ts'

// The question comes with what asks it: once a call waits, it cannot fail to be loaded.
export { ConfirmIdentity } from './confirm-identity.tsx'

/** Repeats the call with the ticket of an external provider that has asked lately, else after the customer is asked. */
export const answerStepUp: AnswerStepUp = async (endpoint, repeat) => {
  const knownTicket = readTicket()
  if (knownTicket) {
    const response = await repeat(knownTicket)
    if (!isStepUpRequired(response)) return response
  }
  if (!(await confirmIdentity(endpoint))) throw new CancelledCall('The customer was not asked again')
  return repeat(readTicket())
}

function readTicket() {
  const ticket = getStepUpTicket(pageSession().state())
  return ticket === undefined ? undefined : { [STEP_UP_HEADER]: ticket }
}

// @vitest-environment happy-dom

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { clearConfirmationResult } from './confirmation-result.ts'
import { fakeServer } from './confirmations.testing.tsx'
import { SubscriptionConfirmation, SubscriptionError, SubscriptionSuccess } from './index.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let server: ReturnType<typeof fakeServer>
afterEach(() => {
  clearConfirmationResult()
})

const SCREENS = {
  [PATHS.subscriptionConfirmation]: SubscriptionConfirmation,
  [PATHS.subscriptionConfirmationSuccess]: SubscriptionSuccess,
  [PATHS.subscriptionConfirmationError]: SubscriptionError,
}
const QUERY = '?email=anna%2Bnews%40example.com&confirmation-token=t0ken'
const CONFIRM = 'POST /api/subscriptions/api/v1/Profiles/anna+news@example.com/subscription/confirm/t0ken'

test('AA-050 is confirmed once on opening, and the success page names the address', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server = fakeServer({ [CONFIRM]: () => promise })
  const { router } = renderScreens(`/subscription-confirmation${QUERY}`, SCREENS)
  await screen.findByRole('heading', { name: 'Confirming your subscription' })
  resolve(new Response(null, { status: 204 }))
  const heading = await screen.findByRole('heading', { name: 'You’re subscribed' })
  expect(document.activeElement).toBe(heading)
  screen.getByText(/We’ll write to anna\+news@example\.com about twice a month/)
  expect(router.state.location.pathname).toBe('/subscription-confirmation-success')
  expect(server.calls).toEqual([CONFIRM])
})

test.each(['', '?email=a-stranger%40example.com', '?email=%3Cb%3Ebuy%20now%3C%2Fb%3E'])(
  'RV-1107 RV-837 the success page opened alone (%j) says that nothing is to be done, subscribed to nobody, and prints nothing of its query',
  async query => {
    server = fakeServer({})
    renderScreens(`/subscription-confirmation-success${query}`, SCREENS)
    await screen.findByRole('heading', { name: 'You can close this page' })
    expect(document.body.textContent).not.toMatch(/stranger|buy now|subscribed|doesn’t work/)
  },
)

test('RV-837 a link whose subscription was ended since says so and offers the switch instead of another try', async () => {
  const ended = { code: 'not-found', message: 'no', correlationId: '1', reason: 'ended' }
  server = fakeServer({ [CONFIRM]: () => Response.json(ended, { status: 404 }) })
  renderScreens(`/subscription-confirmation${QUERY}`, SCREENS)
  await screen.findByRole('heading', { name: 'This link is no longer valid' })
  expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe('/settings')
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
})

test.each([404, 410, 500])(
  'RV-1107 AA-047 OP-61 a failure (%i) leads to the error page, whose retry repeats the confirmation',
  async failure => {
    let status = failure
    server = fakeServer({
      [CONFIRM]: () => (status === 204 ? new Response(null, { status }) : refusal(status)),
    })
    renderScreens(`/subscription-confirmation${QUERY}`, SCREENS)
    await screen.findByRole('heading', { name: 'Your subscription failed' })
    screen.getByText('Something went wrong with the subscription. Could you please try again?')
    screen.getByRole('link', { name: 'Contact customer care' })
    status = 204
    fireEvent.click(screen.getByRole('link', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'You’re subscribed' })
    expect(server.calls).toEqual([CONFIRM, CONFIRM])
  },
)

test.each(['', '?email=anna%40example.com', '?confirmation-token=t0ken'])(
  'AA-050 a link without address or token (%j) fails without a call',
  async query => {
    server = fakeServer({})
    renderScreens(`/subscription-confirmation${query}`, SCREENS)
    await waitFor(() => screen.getByRole('heading', { name: 'Your subscription failed' }))
    expect(server.calls).toEqual([])
  },
)

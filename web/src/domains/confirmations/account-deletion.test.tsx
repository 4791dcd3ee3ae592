// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { createDraft } from '#web/platform/forms/drafts.ts'
import { refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { clearConfirmationResult } from './confirmation-result.ts'
import { fakeServer } from './confirmations.testing.tsx'
import { AccountDeleted, DeleteAccountConfirmation, DeleteAccountError } from './index.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const signOut = vi.fn(async () => '/')
vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({ signOut, state: () => ({ status: 'signed-in', claims: { sub: 'anna' } }) }),
  useClaims: () => ({ idpType: 'keepsake', idpSub: 'anna' }),
}))

let server: ReturnType<typeof fakeServer>
const replace = vi.fn()
beforeEach(() => {
  vi.spyOn(window.location, 'replace').mockImplementation(replace)
})
afterEach(() => {
  clearConfirmationResult()
})

const SCREENS = {
  [PATHS.deleteAccountConfirmation]: DeleteAccountConfirmation,
  [PATHS.deleteAccountError]: DeleteAccountError,
  [PATHS.accountDeleted]: AccountDeleted,
}
const CONFIRM = 'POST /api/account/v2/identities/keepsake/anna/deleteaccount/t0ken/actions/confirm'
const CUSTOMER = `GET ${SERVICES.customers}/customers/me`

describe('AA-042 the confirmation', () => {
  test('AA-042 AA-050 RV-835 is sent once, signs out, leaves no draft and leads to the closed account', async () => {
    const draft = createDraft('anna', 'address new')
    draft.write({ values: { city: 'Bath' }, baseline: { city: '' } })
    server = fakeServer({
      [CONFIRM]: () => Response.json({ deletionDate: '2026-12-22T10:00:00Z', keepToken: 'keep' }),
    })
    renderScreens('/delete-account-confirmation?confirmation-token=t0ken', SCREENS)
    await screen.findByRole('heading', { name: 'Deleting your account' })
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/account-deleted?keep-token=keep'))
    expect(signOut).toHaveBeenCalledOnce()
    expect(draft.read()).toBeUndefined()
    expect(server.calls).toEqual([CONFIRM])
  })

  const lost = () => Promise.reject(new TypeError('fetch failed'))
  // What a balancer answers instead of a process that ended, and the server where the database did so.
  const unanswered = [502, 503, 504].map(status => [status, () => refusal(status)] as const)

  test.each([['no answer', lost] as const, ...unanswered])(
    'AA-042 AA-052 whose answer was lost (%s) leads to the closed account, if it is closed, else to the error page',
    async (_, answer) => {
      server = fakeServer({ [CONFIRM]: answer, [CUSTOMER]: () => refusal(404) })
      renderScreens('/delete-account-confirmation?confirmation-token=t0ken', SCREENS)
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/account-deleted'))
      expect(server.calls).toEqual([CONFIRM, CUSTOMER])
      cleanup()
      // The page that is loaded anew.
      renderScreens('/account-deleted', SCREENS)
      await screen.findByRole('heading', { name: 'This account has been deleted' })
      cleanup()
      server = fakeServer({ [CONFIRM]: answer, [CUSTOMER]: lost })
      renderScreens('/delete-account-confirmation?confirmation-token=t0ken', SCREENS)
      await screen.findByRole('heading', { name: "Your account couldn't be deleted" })
    },
  )

  test.each([404, 410, 403, 500])(
    'AA-042 AA-045 %i leads to the error page, whose retry leads to the settings',
    async status => {
      server = fakeServer({ [CONFIRM]: () => refusal(status), [CUSTOMER]: () => refusal(503) })
      renderScreens('/delete-account-confirmation?confirmation-token=t0ken', SCREENS)
      const heading = await screen.findByRole('heading', { name: "Your account couldn't be deleted" })
      expect(document.activeElement).toBe(heading)
      screen.getByText('Something went wrong with the account deletion. Could you please try again?')
      expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/settings')
      expect(screen.getByRole('link', { name: 'Contact customer care' }).getAttribute('href')).toMatch(
        /^https/,
      )
      expect(signOut).not.toHaveBeenCalled()
      const reason = /^This link has already been used, has expired, or was replaced/
      expect(screen.queryAllByText(reason)).toHaveLength([404, 410].includes(status) ? 1 : 0)
    },
  )
})

describe('OP-59 the closed account', () => {
  const CLOSURE = 'GET /api/account/closures/keep'
  const KEEP = 'POST /api/account/closures/keep/actions/keep'
  const closure = (more: object = {}) =>
    Response.json({
      state: 'closed',
      deletionDate: '2026-12-22T10:00:00Z',
      openOrders: ['4711-2140'],
      ...more,
    })

  test('says what happens and when, and keeps the account only on a press', async () => {
    server = fakeServer({ [CLOSURE]: () => closure(), [KEEP]: () => new Response(null, { status: 204 }) })
    renderScreens('/account-deleted?keep-token=keep', SCREENS)
    await screen.findByRole('heading', { name: 'Your account is closed' })
    screen.getByText('Order 4711-2140 will still be delivered.')
    expect(screen.getAllByText(/22 December 2026/)).toHaveLength(2)
    expect(server.calls).toEqual([CLOSURE])
    fireEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    screen.getByText('Your account is open again.')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
    expect(server.calls).toEqual([CLOSURE, KEEP])
  })

  test.each([
    [409, /Another account now uses your email address/],
    [500, /couldn’t be reopened/],
  ])('%i when keeping says what to do, and the button stays', async (status, message) => {
    server = fakeServer({ [CLOSURE]: () => closure(), [KEEP]: () => refusal(status) })
    renderScreens('/account-deleted?keep-token=keep', SCREENS)
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my account' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(message)
    screen.getByRole('button', { name: 'Keep my account' })
  })

  test('after the grace period only the shop is left, also when it ends while the page is open', async () => {
    let state = 'closed'
    server = fakeServer({ [CLOSURE]: () => closure({ state }), [KEEP]: () => refusal(410) })
    renderScreens('/account-deleted?keep-token=keep', SCREENS)
    const button = await screen.findByRole('button', { name: 'Keep my account' })
    state = 'deleted'
    fireEvent.click(button)
    await screen.findByRole('heading', { name: 'This account has been deleted' })
    expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual(['Visit the shop'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('an unknown link is named as such, and a failed load can be repeated', async () => {
    let status = 500
    server = fakeServer({ [CLOSURE]: () => refusal(status) })
    renderScreens('/account-deleted?keep-token=keep', SCREENS)
    await screen.findByRole('heading', { name: 'Something went wrong' })
    status = 404
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'This link doesn’t work' })
  })

  test('RV-1107 RV-837 AA-042 opened alone the page says that nothing is to be done, and of no account that it was deleted', async () => {
    server = fakeServer({})
    renderScreens('/account-deleted', SCREENS)
    await screen.findByRole('heading', { name: 'You can close this page' })
    expect(document.body.textContent).not.toMatch(/account|deleted|doesn’t work/)
    expect(server.calls).toEqual([])
  })
})

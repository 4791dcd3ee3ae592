// @vitest-environment happy-dom

import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { clearConfirmationResult, saveConfirmationResult } from './confirmation-result.ts'
import { fakeServer } from './confirmations.testing.tsx'
import { AccountLocked, ChangeEmailConfirmation, ChangeEmailError, ChangeEmailSuccess } from './index.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const signOut = vi.fn(async () => '/')
let amr = ['pwd']
vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({ signOut }),
  useClaims: () => ({ idpType: 'keepsake', idpSub: 'anna', amr }),
}))

let server: ReturnType<typeof fakeServer>
const replace = vi.fn()
beforeEach(() => {
  amr = ['pwd']
  vi.spyOn(window.location, 'replace').mockImplementation(replace)
})
afterEach(() => {
  clearConfirmationResult()
})

const SCREENS = {
  [PATHS.changeEmailConfirmation]: ChangeEmailConfirmation,
  [PATHS.changeEmailError]: ChangeEmailError,
  [PATHS.changeEmailSuccess]: ChangeEmailSuccess,
  [PATHS.accountLocked]: AccountLocked,
}
const CONFIRM = 'POST /api/account/v2/identities/keepsake/anna/emailchanges/t0ken/actions/confirm'
const open = () => renderScreens('/change-email-confirmation?confirmation-token=t0ken', SCREENS)

test('AA-043 AA-050 the confirmation is sent once, signs out and leads to the success', async () => {
  server = fakeServer({ [CONFIRM]: () => new Response(null, { status: 204 }) })
  open()
  await screen.findByRole('heading', { name: 'Changing your email address' })
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/change-email-success'))
  expect(signOut).toHaveBeenCalledOnce()
  expect(server.calls).toEqual([CONFIRM])
  cleanup()
  renderScreens(PATHS.changeEmailSuccess, SCREENS)
  await screen.findByRole('heading', { name: 'Your email address has been changed' })
})

const ENDED = 'This link has already been used, has expired, or was replaced by a newer one.'

test.each([
  [404, ENDED],
  [410, ENDED],
  [403, 'This link belongs to another account.'],
  [409, 'This email address is already in use.'],
  [500, ''],
])(
  'AA-043 AA-046 OP-60 RV-837 %i leads to the error page, which says why until the next link, and whose retry leads to the form (OP-61)',
  async (status, reason) => {
    server = fakeServer({ [CONFIRM]: () => refusal(status) })
    open()
    const heading = await screen.findByRole('heading', { name: "Your email wasn't changed" })
    expect(document.activeElement).toBe(heading)
    screen.getByText('Something went wrong with the email change. Could you please try again?')
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/settings/email')
    expect(screen.getByRole('link', { name: 'Contact customer care' }).getAttribute('href')).toMatch(/^https/)
    expect(signOut).not.toHaveBeenCalled()
    if (!reason) return
    screen.getByText(text => text.startsWith(reason))
    cleanup()
    server = fakeServer({ [CONFIRM]: () => refusal(500) })
    open()
    await screen.findByRole('heading', { name: "Your email wasn't changed" })
    expect(document.body.textContent).not.toContain(reason)
  },
)

test('AA-043 AA-054 a link whose change is made already, because its first answer was lost, leads to the success', async () => {
  server = fakeServer({ [CONFIRM]: () => refusal(404, { reason: 'already-confirmed' }) })
  open()
  await screen.findByRole('heading', { name: 'Your email address has been changed' })
  expect(signOut).not.toHaveBeenCalled()
})

test('AA-046 OP-61 the retry of a business customer leads to its own form', async () => {
  amr = ['pwd', 'b2b']
  server = fakeServer({})
  renderScreens(PATHS.changeEmailError, SCREENS)
  const retry = await screen.findByRole('link', { name: 'Try again' })
  expect(retry.getAttribute('href')).toBe('/settings/b2b/email')
})

test.each([PATHS.changeEmailSuccess, PATHS.accountLocked])(
  'RV-1107 RV-837 %s opened alone says that nothing is to be done, and of no account that it was changed',
  async path => {
    server = fakeServer({})
    renderScreens(path, SCREENS)
    await screen.findByRole('heading', { name: 'You can close this page' })
    expect(document.body.textContent).not.toMatch(/changed|locked|doesn’t work/)
  },
)

test('AA-012 AA-043 the success is public and leads to the sign-in', async () => {
  server = fakeServer({})
  saveConfirmationResult({ outcome: 'email-changed' })
  renderScreens(PATHS.changeEmailSuccess, SCREENS)
  await screen.findByRole('heading', { name: 'Your email address has been changed' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
  expect(server.calls).toEqual([])
})

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { LogoutScreen } from './screens/logout-screen.tsx'
import { renderScreens } from './screens.testing.tsx'
import { AccountMenuItems } from './shell/account-menu-items.tsx'
import { signOut } from './sign-out.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const endSession = vi.hoisted(() => vi.fn(async (_everywhere: boolean) => '/signed-out'))
vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({
    signOut: endSession,
    state: () => ({ status: 'signed-in', claims: { sub: 'anna' } }),
  }),
}))

// The test DOM has no database for the files of reports, so that they cannot be deleted.

test('NX-202 the recent searches of the account leave the browser with it, those of others stay', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  const recent = JSON.stringify([{ text: 'Christmas', query: 'days=christmas' }])
  for (const account of ['anna', 'ben']) localStorage.setItem(`keepsake.searches.${account}`, recent)
  await signOut(false)
  expect(Object.keys(localStorage)).toEqual(['keepsake.searches.ben'])
  expect(location.assign).toHaveBeenCalledWith('/signed-out')
})

test('AA-004 /logout ends the session of this device and leads to the provider', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  renderScreens('/logout', { '/logout': LogoutScreen })
  await waitFor(() => expect(assign.mock.calls).toEqual([['/signed-out']]))
  expect(endSession.mock.calls).toEqual([[false]])
})

test('AA-004 the menu signs out on all devices', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  const parts = { email: '', triggerRef: { current: document.createElement('button') }, onClose: () => {} }
  renderScreens('/', { '/': () => createElement(AccountMenuItems, parts) })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out on all devices' }))
  expect(endSession.mock.calls).toEqual([[true]])
})

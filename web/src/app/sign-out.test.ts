// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { signOut } from './sign-out.ts'

vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({
    signOut: async () => '/signed-out',
    state: () => ({ status: 'signed-in', claims: { sub: 'anna' } }),
  }),
}))

// The test DOM has no database for the files of reports, so that they cannot be deleted.
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

test('NX-202 the recent searches of the account leave the browser with it, those of others stay', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  const recent = JSON.stringify([{ text: 'Christmas', query: 'days=christmas' }])
  for (const account of ['anna', 'ben']) localStorage.setItem(`keepsake.searches.${account}`, recent)
  await signOut(false)
  expect(Object.keys(localStorage)).toEqual(['keepsake.searches.ben'])
  expect(location.assign).toHaveBeenCalledWith('/signed-out')
})

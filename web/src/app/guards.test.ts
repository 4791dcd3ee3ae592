// @vitest-environment happy-dom
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { BUSINESS } from '#contract/customers.ts'
import { setSwitchedOffRoutes } from '#web/platform/navigation/switched-off-routes.ts'
import { createSessionManager } from '#web/platform/session/session.ts'
import { requireConfirmationToken, requireCustomer } from './guards.ts'

const session = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('#web/platform/session/page-session.ts', () => ({ pageSession: () => session.current }))

afterEach(() => {
  session.current = undefined
})

/** The path that a guard redirects to; undefined where it admits. */
async function redirectOf(enter: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await enter()
    return undefined
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    expect(thrown.options).toMatchObject({ search: true, replace: true })
    return thrown.options.to as string
  }
}

function visit(pathname: string, kind: 'business' | 'consumer' | 'signed out') {
  session.current = sessionOf(kind)
  const location = { href: pathname, pathname, searchStr: '', search: {} }
  return redirectOf(() => requireCustomer({ location, preload: kind === 'signed out' }))
}

function sessionOf(kind: 'business' | 'consumer' | 'signed out') {
  const manager = createSessionManager({
    refresh: async () => null,
    end: async () => '',
    runExclusive: work => work(),
    broadcast: async () => {},
    now: () => 0,
    schedule: () => () => {},
  })
  if (kind === 'signed out') return manager
  manager.setSession({
    accessToken: 'token',
    expiresIn: 600,
    claims: {
      sub: '1',
      email: 'anna@example.com',
      idpType: 'keepsake',
      idpSub: '1',
      amr: kind === 'business' ? ['pwd', BUSINESS] : ['pwd'],
    },
  })
  return manager
}

test('RV-1281 RV-845 a route that the host switches off leads to the overview', async () => {
  setSwitchedOffRoutes({ invoices: false })
  expect(await visit('/invoices', 'business')).toBe('/')
  expect(await visit('/orders', 'business')).toBeUndefined()
  setSwitchedOffRoutes({})
  expect(await visit('/invoices', 'business')).toBeUndefined()
})

test.each([
  ['/settings/b2b', '/settings'],
  ['/settings/b2b/', '/settings'],
  ['/Settings/B2B/email', '/settings'],
  ['/settings/b2b/new-address', '/settings'],
  ['/settings/b2b/address/a1', '/settings'],
  ['/invoices', '/'],
  ['/integration', '/'],
])(
  'AA-015 OP-47 a consumer who opens %s is redirected to %s, a business customer is not',
  async (path, redirectTo) => {
    expect(await visit(path, 'consumer')).toBe(redirectTo)
    expect(await visit(path, 'business')).toBeUndefined()
  },
)

test.each([
  ['/settings', '/settings/b2b'],
  ['/settings/', '/settings/b2b'],
  ['/settings/email', '/settings/b2b/email'],
  ['/settings/new-address', '/settings/b2b/new-address'],
  ['/settings/address', '/settings/b2b/address'],
  ['/settings/address/A1', '/settings/b2b/address/A1'],
  ['/online-products', '/'],
  ['/online-products/p1', '/'],
])(
  'AA-015 AA-016 OP-47 a business customer who opens %s is redirected to %s, a consumer is not',
  async (path, redirectTo) => {
    expect(await visit(path, 'business')).toBe(redirectTo)
    expect(await visit(path, 'consumer')).toBeUndefined()
  },
)

test.each([
  '/',
  '/orders',
  '/orders/K-1',
  '/settings/addresses/all',
  '/settings/personal-details',
  '/settings/payment-method',
  '/settings/delete-account',
  '/settings/security',
  '/saved-projects',
  '/activity',
  '/my-photos/photos',
  '/online-products-of-others',
  '/nobody/knows',
])('AA-015 %s is for both kinds of customers', async path => {
  expect(await visit(path, 'consumer')).toBeUndefined()
  expect(await visit(path, 'business')).toBeUndefined()
})

test('AA-015 a preload before the sign-in redirects to no page', async () => {
  expect(await visit('/invoices', 'signed out')).toBeUndefined()
})

test('PL-013 PL-009 AA-012 AA-002 without a session the guard leads to the sign-in, which returns to path and query', async () => {
  session.current = sessionOf('signed out')
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const pathname = '/my-photos/exports/b1'
  const place = { href: `${pathname}?stripped=1`, pathname, searchStr: '?stripped=1', search: {} }
  void requireCustomer({ location: place, preload: false })
  const path = '/session/sign-in?returnTo=%2Fmy-photos%2Fexports%2Fb1%3Fstripped%3D1'
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([[path]]))
})

test('AA-044 OP-60 a confirmation without token leads to its error page', async () => {
  const guard = requireConfirmationToken('/delete-account-error')
  const enter = (search: Record<string, string>) =>
    redirectOf(() =>
      guard({ location: { href: '', pathname: '/delete-account-confirmation', searchStr: '', search } }),
    )
  expect(await enter({})).toBe('/delete-account-error')
  expect(await enter({ 'confirmation-token': '' })).toBe('/delete-account-error')
  expect(await enter({ 'confirmation-token': 'abc' })).toBeUndefined()
})

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { setSwitchedOffRoutes } from '#web/platform/navigation/switched-off-routes.ts'
import { CUSTOMER } from '../pages/settings/settings.testing.tsx'
import { renderScreens, signIn } from '../screens.testing.tsx'
import { PlainFrame } from './plain-frame.tsx'
import { Shell } from './shell.tsx'

vi.mock('../use-idle-preload.ts', () => ({ useIdlePreload: () => {} }))

const host = 'herzbild-de.localhost'
const { menu } = findHostBrand(host)!
const isNew = () => Response.json({ ...CUSTOMER, status: 'New' })

async function show(frame = Shell, answer = isNew) {
  answerCalls(({ path }) => (path.endsWith('/customers/me') ? answer() : refusal(404)))
  signIn({ business: true })
  const Page = () => <h1>Page</h1>
  const screens = { '/': Page, '/saved-projects': Page, '/logout': Page }
  const { router } = renderScreens('/', screens, { host, menu, frame, toasts: false })
  await screen.findByRole('heading', { name: 'Page' })
  return { router, header: within(screen.getByRole('banner')) }
}

test('AA-014 AA-017 AA-021 AA-029 OP-49 a screen is between header and side menu, below the banner of a business', async () => {
  setSwitchedOffRoutes({ savedProjects: false })
  const { header } = await show()
  expect(header.getByRole('link', { name: /to the overview$/ }).textContent).toContain('herzbild')
  expect(header.getByRole('button', { name: /Account$/ })).toBeDefined()
  const [side] = screen.getAllByRole('navigation', { name: 'Main menu' })
  const links = within(side!).getAllByRole('link')
  const faqs = menu.storefrontItems.find(({ id }) => id === 'faqs')!.url
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/', faqs, '/logout'])
  expect(links.map(link => link.textContent)).toEqual(['Overview', 'FAQs', 'Sign out'])
  expect(await screen.findByText('Pending account validation')).toBeDefined()
  setSwitchedOffRoutes({})
})

test('AA-014 public screens and confirmations have logo and help only', async () => {
  const { header } = await show(PlainFrame)
  const buttons = header.getAllByRole('button').map(button => button.getAttribute('aria-label'))
  expect([buttons, screen.queryByRole('navigation', { name: 'Main menu' })]).toEqual([['Help'], null])
})

test.each([
  ['is deleted', () => Response.json({ ...CUSTOMER, accountDeleted: true })],
  ['is not found', () => refusal(404)],
])('AA-008 a customer who %s is signed out', async (_, answer) => {
  const { router } = await show(Shell, answer)
  await waitFor(() => expect(router.state.location.pathname).toBe('/logout'))
})

// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { LegalFooter } from '#web/ui/legal-footer.tsx'
import { CookiesNeeded } from '../screens/start-failures.tsx'
import { renderScreens } from '../screens.testing.tsx'

const { openConsentSettings } = vi.hoisted(() => ({ openConsentSettings: vi.fn() }))
vi.mock('#web/platform/tracking/third-party-events.ts', () => ({ openConsentSettings }))

const listLinks = async () =>
  within(await screen.findByRole('contentinfo'))
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

test('RV-824 NX-363 NX-126 AA-027 the footer has the brand’s legal links in its language, also when the menu is not loaded', async () => {
  renderScreens(
    '/',
    { '/': LegalFooter },
    { host: 'herzbild-at.localhost', locale: 'de-AT', menu: EMPTY_MENU },
  )
  const shop = 'https://www.herzbild-austria.example'
  expect(await listLinks()).toEqual([
    ['Vom Vertrag zurücktreten', '/withdraw'],
    ['AGB', `${shop}/agb`],
    ['Datenschutz', `${shop}/datenschutz`],
    ['Impressum', `${shop}/impressum`],
    ['Kontakt', `${shop}/kontakt`],
  ])
  expect(screen.getByRole('navigation', { name: 'Rechtliche Hinweise' })).toBeDefined()
  // There is no choice without a consent script.
  expect(screen.queryByRole('button')).toBeNull()
})

test('RV-824 where there is a choice about cookies, the footer opens its settings', async () => {
  const thirdParties = { consent: { script: 'https://consent.example/c.js', key: 'key' } }
  renderScreens('/', { '/': LegalFooter }, { thirdParties })
  fireEvent.click(await screen.findByRole('button', { name: 'Cookie settings' }))
  expect(openConsentSettings).toHaveBeenCalledOnce()
})

test('RV-824 a page that replaces the app has the links too', async () => {
  const brand = findHostBrand('keepsake-gb.localhost')!
  const configured = { environment: 'test', brand, menu: EMPTY_MENU, texts: textsForTests() } as const
  renderScreens('/', { '/': () => <CookiesNeeded configured={configured} /> })
  expect(await screen.findByText(/^Please enable site data and cookies in your browser/)).toBeDefined()
  expect((await listLinks()).map(([label]) => label)).toEqual([
    'Withdraw from contract',
    'Terms and conditions',
    'Privacy',
    'Imprint',
    'Contact us',
  ])
})

import type { Page } from '@playwright/test'
import type { ConfigJson, Locale } from '#contract/brands.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { getHeading } from './fixtures/screen.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).first()
const menuLink = (page: Page, name: string) => menuOf(page).getByRole('link', { name, exact: true })

test('PL-013 AA-011 AA-012 AA-118 OP-45 an unknown path requires sign-in, then shows the not-found page inside the frame with a link home; a failed screen can be retried', async ({
  page,
  account,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/, /dynamically imported module/, /Unable to preload/)
  await page.goto('/nobody/knows?a=1')
  await expectSignInPage(page)
  await submitSignIn(page, account)
  await expectNotFound(page)
  await expect(page).toHaveURL('/nobody/knows?a=1')
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await expect(getHeading(page, 'Hello')).toBeVisible()
  await expect(page).toHaveURL('/?a=1')
  await expectNoHorizontalScroll(page)

  await page.route(/\/assets\/downloads-page.*\.js$/, route => route.abort())
  await menuLink(page, 'Downloads').click()
  await expect(page.getByRole('alert')).toContainText(
    'An unexpected error has occurred, please contact us if you continue to have problems.',
  )
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await expect(menuOf(page)).toBeVisible()
  await page.unroute(/\/assets\/downloads-page.*\.js$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(getHeading(page, 'Downloads')).toBeVisible()
})

test('AA-013 AA-014 PL-147 RV-410 on desktop the root shows the overview with header and side menu: wide from 1280 px, a rail of icons from 1024 px, a bottom bar below', {
  tag: '@suite',
}, async ({ signedIn: page, customer }) => {
  await page.goto('/')
  await expect(getHeading(page, 'Hello')).toBeVisible()
  await expect(page).toHaveTitle('Overview · Keepsake')
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Keepsake, to the overview' }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText('Your photo library is empty').first()).toBeVisible()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Contact us' })).toHaveAttribute(
    'href',
    'https://www.keepsake.example/contact',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  const account = page.getByRole('button', { name: 'Account' })
  const initials = await account.innerText()
  expect(initials).toBe(customer.email[0]!.toUpperCase())
  await expect(account).toHaveAccessibleName(`${initials}, Account`)
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  expect((await page.request.get(icon!)).headers()['content-type']).toBe('image/png')
  await account.click()
  await expect(page.getByRole('menu')).toContainText(`Signed in as ${customer.email}`)
  await page.keyboard.press('Escape')

  const side = page.locator('nav[aria-label="Main menu"]:has(a[href="/logout"])')
  const label = side.getByText('Downloads', { exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  const at = (width: number) => page.setViewportSize({ width, height: 800 })

  await at(1280)
  await expect(label).toHaveCSS('opacity', '1')
  expect((await side.boundingBox())!.width).toBeGreaterThan(200)
  await expect(more).toBeHidden()

  for (const width of [1279, 1024]) {
    await at(width)
    await expect(label).toHaveCSS('opacity', '0')
    expect((await side.boundingBox())!.width).toBeLessThan(72)
    await side.getByRole('link', { name: 'Downloads' }).hover()
    await expect(label).toHaveCSS('opacity', '1')
    await page.mouse.move(600, 500)
    await expect(more).toBeHidden()
  }

  for (const width of [1023, 575, 574]) {
    await at(width)
    await expect(side.first()).toBeHidden()
    await expect(more).toBeVisible()
    const bar = (await more.boundingBox())!
    expect(bar.y + bar.height).toBeGreaterThan(780)
  }
})

test('PL-012 PL-145 AA-017 AA-025 AA-026 the menu is in order, each entry opens its screen and keeps the query; the configuration is requested once, without a token', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  const calls: { path: string; token: string | undefined }[] = []
  page.on('request', request => {
    const path = new URL(request.url()).pathname
    if (/^\/(config\.json|conf\/|locales\/)/.test(path))
      calls.push({ path, token: request.headers().authorization })
  })
  await page.route('**/conf/*', async route => {
    const answer = await route.fetch()
    const menu = await answer.json()
    const items = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://files.example/',
      'https://fine.example/',
    ].map((url, index) => ({ id: `link-${index}`, label: `Link ${index}`, url }))
    menu.storefrontItems.push(...items)
    menu.menus.side.push(...items.map(item => item.id))
    await route.fulfill({ response: answer, json: menu })
  })
  await page.goto('/?campaign=spring&tag=a&tag=b')
  await expect(menuLink(page, 'Sign out')).toBeVisible()
  const labels = await menuOf(page).getByRole('link').allInnerTexts()
  const ORDER = ['Overview', 'My orders', 'Settings', 'Saved projects', 'FAQs', 'Sign out']
  expect(labels.filter(label => ORDER.includes(label))).toEqual(ORDER.filter(label => labels.includes(label)))
  expect(labels).toEqual(
    expect.arrayContaining(['Overview', 'Settings', 'Photos', 'Downloads', 'FAQs', 'Sign out']),
  )
  await expect(menuLink(page, 'FAQs')).toHaveAttribute('href', 'https://www.keepsake.example/help')
  await expect(menuLink(page, 'Link 3')).toHaveAttribute('href', 'https://fine.example/')
  for (const name of ['Link 0', 'Link 1', 'Link 2']) await expect(page.getByText(name)).toHaveCount(0)
  for (const [link, title, path] of [
    ['Photos', 'My photos', '/my-photos/photos'],
    ['Recently deleted', 'Recently deleted', '/my-photos/deleted'],
    ['Downloads', 'Downloads', '/downloads'],
    ['My orders', 'My orders', '/orders'],
    ['Settings', 'Settings', '/settings'],
    ['Overview', 'Hello', '/'],
  ] as const) {
    await menuLink(page, link).click()
    await expect(getHeading(page, title)).toBeVisible()
    await expect(page).toHaveURL(`${path}?campaign=spring&tag=a&tag=b`)
    await expect(menuLink(page, link)).toHaveAttribute('aria-current', 'page')
  }
  expect(calls.map(call => call.path).sort()).toEqual([
    '/conf/localhost',
    '/config.json',
    '/locales/en-GB.json',
  ])
  expect(calls.filter(call => call.token)).toEqual([])
  await menuLink(page, 'Sign out').click()
  await expectSignInPage(page)
})

test('RV-101 a click while a screen fades in is not lost', async ({ signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/my-photos/photos')
  // Longer than the test, so that the click comes while it fades.
  await page.evaluate(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      return animate.call(this, keyframes, { ...(options as KeyframeAnimationOptions), duration: 300_000 })
    }
  })
  await menuLink(page, 'Albums').click()
  await page.waitForFunction(() => document.getElementById('content')!.getAnimations().length > 0)
  await menuLink(page, 'My orders').click()
  await expect(page).toHaveURL('/orders')
  await page.getByRole('main').getByRole('link').first().click({ trial: true })
})

test('PL-016 PL-147 AA-011 AA-013 AA-017 OP-45 on a phone the root is the menu, the bottom bar has the main screens and a sheet has all of them; stripped mode shows the screen alone', {
  tag: ['@suite', '@phone-only'],
}, async ({ signedIn: page, customer }) => {
  await page.goto('/nobody/knows')
  await expectNotFound(page)
  await page.getByRole('link', { name: 'Go to overview' }).tap()
  await expect(page).toHaveURL('/')
  await expect(getHeading(page, 'Hello')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
  const menu = page.getByRole('main').getByRole('navigation')
  await expect(menu.getByRole('link').first()).toBeVisible()
  await menu.getByRole('link', { name: 'Downloads', exact: true }).tap()
  await expect(getHeading(page, 'Downloads')).toBeVisible()

  const bar = page.getByRole('navigation', { name: 'Main menu' }).last()
  await expect(bar.getByRole('link', { name: 'Downloads' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Photos' }).tap()
  await expect(getHeading(page, 'My photos')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: 'Recently deleted' })).toBeInViewport()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  for (const link of await sheet.getByRole('link').all())
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await sheet.getByRole('link', { name: 'Recently deleted' }).tap()
  await expect(getHeading(page, 'Recently deleted')).toBeVisible()
  await expect(sheet).toHaveCount(0)
  // It is not in the bottom bar.
  await expect(bar.getByRole('link', { name: 'Photos' })).toHaveAttribute('aria-current', 'page')
  const more = bar.getByRole('button', { name: 'More', exact: true })
  await expect(more).not.toHaveAttribute('aria-current')
  // What only the sheet has belongs to it.
  await more.tap()
  await sheet.getByRole('link', { name: 'Settings' }).tap()
  await expect(getHeading(page, 'Settings')).toBeVisible()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await expect(bar.locator('[aria-current]')).toHaveCount(1)

  await expectStrippedMode(page, '?stripped=1')
})

test('RV-832 in every language each entry of the side menu is on one line, and those of the bottom bar neither touch nor end early', async ({
  signedIn: page,
}) => {
  const config = (await (await page.request.get('/config.json')).json()) as ConfigJson
  let locale: Locale = 'en-GB'
  await page.route('**/config.json', route =>
    route.fulfill({ json: { ...config, brand: { ...config.brand, locale } } }),
  )
  const measure = (selector: string) =>
    page.locator(selector).evaluateAll(labels =>
      labels.map(label => {
        const range = document.createRange()
        range.selectNodeContents(label)
        const { left, right, height } = range.getBoundingClientRect()
        const isCut = label.scrollWidth > label.clientWidth
        const lines = Math.round(height / Number.parseFloat(getComputedStyle(label).lineHeight))
        return { text: label.textContent, left, right, isCut, lines }
      }),
    )
  const problems: string[] = []
  for (const each of LANGUAGES) {
    locale = each
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/settings')
    await expect(page.locator('html')).toHaveAttribute('lang', each)
    await expect(page.locator('a[href="/logout"]').first()).toBeVisible()
    const side = await measure('nav:has(> ul a[href="/logout"]) a > span')
    expect(side.length).toBeGreaterThan(8)
    for (const { text, lines } of side) if (lines > 1) problems.push(`${each}: '${text}' has ${lines} lines`)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.locator('nav > button[aria-haspopup=dialog]')).toBeVisible()
      const bar = await measure('nav:has(> button[aria-haspopup=dialog]) > * > span')
      expect(bar.length).toBeGreaterThan(3)
      for (const [index, { text, left, isCut }] of bar.entries()) {
        if (isCut) problems.push(`${each} at ${width} px: '${text}' is cut`)
        if (index > 0 && left - bar[index - 1]!.right < 4)
          problems.push(`${each} at ${width} px: '${text}' touches`)
      }
    }
  }
  expect(problems).toEqual([])
})

test('PL-144 AA-035 without usable local storage the page asks to allow site data', async ({
  signedIn: page,
}) => {
  const asksForSiteData = async () => {
    await expect(page.getByRole('alert')).toContainText('Your browser blocks site data')
    await expect(page.getByRole('alert')).toContainText(
      'Please enable site data and cookies in your browser settings to use this website.',
    )
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
  }
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.goto('/my-photos/photos')
  await asksForSiteData()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await page.reload()
  await asksForSiteData()
})

async function expectNotFound(page: Page) {
  await expect(getHeading(page, 'Page not found')).toBeVisible()
  await expect(page.getByText('This page doesn’t exist or has moved.')).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Keepsake')
  await expect(menuOf(page)).toBeVisible()
  await expectNoHorizontalScroll(page)
}

/** The page does not scroll horizontally. */
async function expectNoHorizontalScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

/** Opens the photos with this query: header and menu are hidden, photos can be added, and navigation keeps the mode. */
async function expectStrippedMode(page: Page, query: string) {
  await page.goto(`/my-photos/photos${query}`)
  await expect(getHeading(page, 'My photos')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add photos' }).first()).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await chooseAction(page, 'Recently deleted')
  await expect(getHeading(page, 'Recently deleted')).toBeVisible()
  await expect(page).toHaveURL(`/my-photos/deleted${query}`)
  await expect(page.getByRole('banner')).toHaveCount(0)
}

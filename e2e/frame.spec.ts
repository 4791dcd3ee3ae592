import type { Page } from '@playwright/test'
import { violations } from './fixtures/axe.ts'
import { enter, seesSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).first()
const place = (page: Page, name: string) => menuOf(page).getByRole('link', { name, exact: true })

test.describe('places', () => {
  test('PL-013 AA-012 every place asks for sign-in first and comes back to path and query', async ({
    page,
    account,
  }) => {
    const places = [
      '/',
      '/downloads?a=1',
      '/my-photos/photos?a=1',
      '/my-photos/photos/preview/5f8f7e4e-0000-4000-8000-000000000000',
      '/my-photos/deleted',
      '/nobody/knows?a=1',
    ]
    for (const path of places) {
      await page.goto(path)
      await seesSignIn(page)
    }
    await enter(page, account)
    await expect(heading(page, 'Page not found')).toBeVisible()
    await expect(page).toHaveURL('/nobody/knows?a=1')
  })

  test('PL-005 /my-photos is the photos tab, query kept', async ({ signedIn: page }) => {
    await page.goto('/my-photos?from=mail')
    await expect(heading(page, 'My photos')).toBeVisible()
    await expect(
      page.getByRole('link', { name: /^Photos/ }).and(page.locator('[aria-current]')),
    ).not.toHaveCount(0)
    await expect(page).toHaveURL('/my-photos/photos?from=mail')
  })

  test('PL-012 the query goes along wherever one goes', async ({ signedIn: page }) => {
    await page.goto('/?campaign=spring&tag=a&tag=b')
    for (const [link, path] of [
      ['Photos', '/my-photos/photos'],
      ['Recently deleted', '/my-photos/deleted'],
      ['Downloads', '/downloads'],
      ['Overview', '/'],
    ] as const) {
      await place(page, link).click()
      await expect(page).toHaveURL(`${path}?campaign=spring&tag=a&tag=b`)
    }
  })

  test('AA-011 OP-45 an unknown path says so inside the frame and leads home', { tag: '@phone' }, async ({
    signedIn: page,
  }) => {
    for (const path of ['/nobody/knows', '/my-photos/nothing', '/downloads/more']) {
      await page.goto(path)
      await expect(heading(page, 'Page not found')).toBeVisible()
      await expect(page.getByText('This page does not exist or has moved.')).toBeVisible()
    }
    await expect(page).toHaveTitle('Page not found · Keepsake')
    await expect(menuOf(page)).toBeVisible()
    await page.getByRole('link', { name: 'Go to overview' }).click()
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'Hello')).toBeVisible()
    // Nothing can be scrolled sideways.
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  test('AA-118 a screen that fails says so and can be tried again', async ({ signedIn: page, noise }) => {
    noise.allow(/ERR_FAILED/, /dynamically imported module/, /Unable to preload/)
    await page.goto('/')
    await expect(heading(page, 'Hello')).toBeVisible()
    await page.route(/\/assets\/downloads-page.*\.js$/, route => route.abort())
    await page.goto('/downloads')
    await expect(page.getByRole('alert')).toContainText(
      'An unexpected error has occurred, please contact us if you continue to have problems.',
    )
    expect(await violations(page)).toEqual([])
    await expect(menuOf(page)).toBeVisible()
    await page.unroute(/\/assets\/downloads-page.*\.js$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Downloads')).toBeVisible()
  })
})

test.describe('the frame', () => {
  test('AA-013 AA-014 on desktop the root is the overview between header and side menu', async ({
    signedIn: page,
    customer,
  }) => {
    await page.goto('/')
    await expect(heading(page, 'Hello')).toBeVisible()
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
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menu')).toContainText(`Signed in as ${customer.email}`)
  })

  test('AA-013 AA-017 on a phone the root is the menu', { tag: '@phone-only' }, async ({
    signedIn: page,
    customer,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
    const menu = page.getByRole('main').getByRole('navigation')
    await expect(menu.getByRole('link').first()).toBeVisible()
    await menu.getByRole('link', { name: 'Photos', exact: true }).tap()
    await expect(heading(page, 'My photos')).toBeVisible()
    await page.getByRole('link', { name: 'Overview' }).first().tap()
    await expect(page).toHaveURL('/')
  })

  test('AA-017 the menu has its order, and each entry leads to its screen', async ({ signedIn: page }) => {
    await page.goto('/')
    await expect(place(page, 'Sign out')).toBeVisible()
    const labels = await menuOf(page).getByRole('link').allInnerTexts()
    const ORDER = ['Overview', 'My orders', 'Settings', 'Saved projects', 'FAQs', 'Sign out']
    expect(labels.filter(label => ORDER.includes(label))).toEqual(
      ORDER.filter(label => labels.includes(label)),
    )
    expect(labels).toEqual(expect.arrayContaining(['Overview', 'Photos', 'Downloads', 'FAQs', 'Sign out']))
    await expect(place(page, 'FAQs')).toHaveAttribute('href', 'https://www.keepsake.example/help')
    for (const [link, title] of [
      ['Photos', 'My photos'],
      ['Recently deleted', 'Recently deleted'],
      ['Downloads', 'Downloads'],
      ['Overview', 'Hello'],
    ] as const) {
      await place(page, link).click()
      await expect(heading(page, title)).toBeVisible()
      await expect(place(page, link)).toHaveAttribute('aria-current', 'page')
    }
    await place(page, 'Sign out').click()
    await seesSignIn(page)
  })

  test('PL-145 addresses that are not http(s) are no links', async ({ signedIn: page }) => {
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
    await page.goto('/')
    await expect(place(page, 'Link 3')).toHaveAttribute('href', 'https://fine.example/')
    for (const name of ['Link 0', 'Link 1', 'Link 2']) await expect(page.getByText(name)).toHaveCount(0)
  })

  test('PL-147 wide menu from 1280, rail of icons from 1024, bar at the bottom below', async ({
    signedIn: page,
  }) => {
    await page.goto('/')
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

  test('PL-147 on a phone the thumb reaches the places, and a sheet has all of them', {
    tag: '@phone-only',
  }, async ({ signedIn: page }) => {
    await page.goto('/downloads')
    await expect(heading(page, 'Downloads')).toBeVisible()
    const bar = page.getByRole('navigation', { name: 'Main menu' }).last()
    await expect(bar.getByRole('link', { name: 'Downloads' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Photos' }).tap()
    await expect(heading(page, 'My photos')).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: 'Recently deleted' })).toBeInViewport()
    expect(await violations(page)).toEqual([])
    for (const link of await sheet.getByRole('link').all())
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await sheet.getByRole('link', { name: 'Recently deleted' }).tap()
    await expect(heading(page, 'Recently deleted')).toBeVisible()
    await expect(sheet).toHaveCount(0)
    // It has no place of its own at the thumb.
    await expect(bar.getByRole('link', { name: 'Photos' })).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('stripped mode', () => {
  test('PL-016 shows the screen alone, and goes along', { tag: '@phone' }, async ({ signedIn: page }) => {
    await page.goto('/my-photos/photos?stripped=1')
    await expect(heading(page, 'My photos')).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Recently deleted' }).click()
    await expect(heading(page, 'Recently deleted')).toBeVisible()
    await expect(page).toHaveURL('/my-photos/deleted?stripped=1')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.goto('/my-photos/photos?stripped=false')
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

test.describe('flags', () => {
  const TIMELINE = 'PhotoManagementTimelineViewEnabled'
  const UPLOAD = 'PhotoManagementUploadViewEnabled'

  test('PL-014 PL-015 AA-020 without the timeline its routes lead to the overview, and the menu has no photos', async ({
    signedIn: page,
  }) => {
    for (const path of [
      '/my-photos',
      '/my-photos/photos',
      '/my-photos/photos/preview/1',
      '/my-photos/deleted',
    ]) {
      await page.goto(`${path}?${TIMELINE}=false&from=mail`)
      await expect(heading(page, 'Hello')).toBeVisible()
      await expect(page).toHaveURL(`/?${TIMELINE}=false&from=mail`)
    }
    await expect(place(page, 'Downloads')).toBeVisible()
    await expect(place(page, 'Photos')).toHaveCount(0)
    await expect(place(page, 'Recently deleted')).toHaveCount(0)
    await page.goto('/')
    await expect(place(page, 'Photos')).toBeVisible()
  })

  test('PL-142 AA-119 the query wins over local storage, local storage over the host', async ({
    signedIn: page,
  }) => {
    const add = page.getByRole('button', { name: 'Add photos' }).first()
    const opens = async (query: string, stored: string | null) => {
      await page.evaluate(
        ([name, value]) =>
          value === null ? localStorage.removeItem(name!) : localStorage.setItem(name!, value!),
        [UPLOAD, stored],
      )
      await page.goto(`/my-photos/photos${query}`)
      await expect(page.getByText('Your photo library is empty')).toBeVisible()
    }
    await page.goto('/my-photos/photos')
    await opens('', null)
    await expect(add).toBeVisible()
    await opens('', 'false')
    await expect(add).toHaveCount(0)
    await opens(`?${UPLOAD}=true`, 'false')
    await expect(add).toBeVisible()
    await opens(`?${UPLOAD}=0`, 'true')
    await expect(add).toHaveCount(0)
    await opens(`?${UPLOAD}=perhaps`, 'false')
    await expect(add).toHaveCount(0)
    await opens(`?${UPLOAD}=perhaps`, 'perhaps')
    await expect(add).toBeVisible()
  })
})

test.describe('local storage that cannot be written', () => {
  for (const [how, block] of [
    [
      'refuses',
      () =>
        (Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError')
        }),
    ],
    [
      'is not there',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('Denied', 'SecurityError')
          },
        }),
    ],
  ] as const) {
    test(`PL-144 AA-035 it ${how}: the page asks to allow site data`, { tag: '@phone' }, async ({ page }) => {
      await page.addInitScript(block)
      await page.goto('/my-photos/photos')
      await expect(page.getByRole('alert')).toContainText('Your browser blocks site data')
      await expect(page.getByRole('alert')).toContainText(
        'Please enable site data and cookies in your browser settings to use this website.',
      )
      await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  }
})

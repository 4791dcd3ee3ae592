import type { Locator, Page } from '@playwright/test'
import { brands } from '#brands/index.ts'
import type { Account } from './fixtures/customer.ts'
import { expect, test } from './fixtures/test.ts'

/** The address of a path on another brand's host of this machine; Chromium resolves *.localhost by itself. */
const on = (host: string, baseURL: string | undefined, path = '/') => {
  const url = new URL(path, baseURL)
  url.hostname = host
  return url.href
}

/** Signs in whatever the page's language. */
async function enter(page: Page, account: Account) {
  await page.locator('input[type=email]').fill(account.email)
  await page.locator('input[type=password]').fill(account.password)
  await page.locator('button[type=submit]').click()
}

const colourOf = (button: Locator) => button.evaluate(element => getComputedStyle(element).backgroundColor)

test('AA-029 two vendors look different: name, colour, favicon, sign-in page', async ({
  page,
  account,
  baseURL,
}) => {
  const looks = []
  for (const [host, brand, signIn, add] of [
    ['keepsake-gb.localhost', 'Keepsake', 'Sign in', 'Add photos'],
    ['herzbild-de.localhost', 'Herzbild', 'Anmelden', 'Fotos hinzufügen'],
  ] as const) {
    await page.goto(on(host, baseURL, '/my-photos/photos'))
    await expect(page).toHaveTitle(new RegExp(`· ${brand}$`))
    const button = page.getByRole('button', { name: signIn })
    const signInColour = await colourOf(button)
    await enter(page, account)
    await expect(
      page.getByRole('banner').getByText(brand.toLowerCase(), { exact: false }).first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: add }).first()).toBeVisible()
    looks.push({
      signIn: signInColour,
      accent: await colourOf(page.getByRole('button', { name: add }).first()),
      favicon: await page.locator('link[rel=icon]').getAttribute('href'),
      logo: await page.getByRole('banner').locator('svg path').first().getAttribute('d'),
    })
  }
  const [keepsake, herzbild] = looks
  expect(keepsake).toMatchObject({ signIn: 'rgb(15, 118, 110)', accent: 'rgb(15, 118, 110)' })
  expect(herzbild).toMatchObject({ signIn: 'rgb(168, 30, 98)', accent: 'rgb(168, 30, 98)' })
  expect(herzbild!.favicon).not.toBe(keepsake!.favicon)
  expect(herzbild!.logo).not.toBe(keepsake!.logo)
})

test('AA-030 the channel’s language, whatever the browser speaks', async ({ page, account, baseURL }) => {
  for (const [host, lang, welcome, title] of [
    ['herzbild-de.localhost', 'de-DE', 'Willkommen zurück', 'Meine Fotos'],
    ['herzbild-at.localhost', 'de-AT', 'Willkommen zurück', 'Meine Fotos'],
    ['albelina-nl.localhost', 'nl-NL', 'Welkom terug', 'Mijn foto’s'],
  ] as const) {
    await page.goto(on(host, baseURL, '/my-photos/photos'))
    await expect(page.getByRole('heading', { name: welcome })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await enter(page, account)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('AA-028 AA-031 all 17 brand hosts bring their own sign-in', async ({ page, baseURL }) => {
  expect(brands).toHaveLength(17)
  // Small, so that the picture wall stays out: it is the same for all.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const brand of brands.filter(({ id }) => id !== 'snapbook-nl')) {
    await page.goto(on(brand.localHost, baseURL))
    await expect(page.locator('input[type=password]')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', brand.locale)
    await expect(page).toHaveTitle(new RegExp(`· ${brand.name}$`))
    expect(new URL(page.url()).hostname).toBe(brand.localHost)
  }
})

test('AA-032 the signpost host leads to the other brand, path and query kept', async ({
  page,
  account,
  baseURL,
}) => {
  await page.goto(on('snapbook-nl.localhost', baseURL, '/my-photos/photos?from=a%20mail'))
  await expect(page.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
  await enter(page, account)
  await expect(page).toHaveURL(/^http:\/\/albelina-nl\.localhost:\d+\/my-photos\/photos\?from=a(%20|\+)mail$/)
})

test.describe('configuration', () => {
  test('AA-025 AA-026 three calls without a token at the start, none of them again on the way', async ({
    signedIn: page,
  }) => {
    const calls: { path: string; token: string | undefined }[] = []
    page.on('request', request => {
      const path = new URL(request.url()).pathname
      if (/^\/(config\.json|conf\/|locales\/)/.test(path))
        calls.push({ path, token: request.headers().authorization })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
    for (const link of ['Photos', 'Downloads', 'Overview'])
      await page
        .getByRole('navigation', { name: 'Main menu' })
        .first()
        .getByRole('link', { name: link, exact: true })
        .click()
    await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
    expect(calls.map(call => call.path).sort()).toEqual([
      '/conf/localhost',
      '/config.json',
      '/locales/en-GB.json',
    ])
    expect(calls.filter(call => call.token)).toEqual([])
  })

  test('AA-027 without its menu the page starts all the same', async ({ signedIn: page, noise }) => {
    noise.allow(/\/conf\/localhost/)
    await page.route('**/conf/*', route => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/my-photos/photos')
    await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main menu' }).first()
    await expect(menu.getByRole('link', { name: 'Downloads' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'FAQs' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Help' })).toHaveCount(0)
  })

  test('AA-027 OP-52 without its configuration it says so and starts no sign-in', async ({ page, noise }) => {
    noise.allow(/config\.json/)
    await page.route('**/config.json', route => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/my-photos/photos')
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await expect(page).toHaveURL('/my-photos/photos')
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('AA-028 a host nobody configured says that it does not work', async ({ page, baseURL, noise }) => {
    noise.allow(/config\.json/, /status of 404/)
    await page.goto(on('nobody.localhost', baseURL))
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
  })
})

test('AA-034 nothing but the root of a production host is for search engines', async ({ request }) => {
  for (const path of ['/', '/my-photos/photos', '/config.json']) {
    const answer = await request.get(path)
    expect([path, answer.headers()['x-robots-tag']]).toEqual([path, 'noindex'])
  }
  const production = (path: string) =>
    request.get(path, { headers: { host: 'my.keepsake.example', accept: 'text/html' } })
  expect((await production('/')).headers()['x-robots-tag']).toBeUndefined()
  expect((await production('/downloads')).headers()['x-robots-tag']).toBe('noindex')
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /')
})

import type { Locator } from '@playwright/test'
import { brands } from '#brands/index.ts'
import type { Session } from '#contract/session.ts'
import { findViolations } from './fixtures/axe.ts'
import { BrandClient, submitSignInOnHost, urlOnHost } from './fixtures/brand-client.ts'
import { createAccount } from './fixtures/customer.ts'
import { createGrid } from './fixtures/grid.ts'
import { createLibrary } from './fixtures/library.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'

const PICTURES = [
  ...['2024:05:26', '2024:01:01', '2023:12:31', '2023:08:10', '2022:07:10', '2021:03:10', '2019:10:10'].map(
    day => ({ taken: `${day} 14:15:05` }),
  ),
  {},
].map(picture => ({ width: 300, height: 200, ...picture }))

const test = createTestWithLibrary(PICTURES)

const colourOf = (button: Locator) => button.evaluate(element => getComputedStyle(element).backgroundColor)

test('AA-029 AA-030 PL-029 PL-035 two vendors differ in name, colour, favicon, sign-in page, months and tooltips', {
  tag: '@suite',
}, async ({ page, account, baseURL }) => {
  const looks = []
  let session: Session | undefined
  const accounts = [account, await createAccount('herzbild-de')]
  for (const [host, lang, brand, welcome, signIn, title, add] of [
    ['keepsake-gb', 'en-GB', 'Keepsake', 'Welcome back', 'Sign in', 'My photos', 'Add photos'],
    ['herzbild-de', 'de-DE', 'Herzbild', 'Willkommen zurück', 'Anmelden', 'Meine Fotos', 'Fotos hinzufügen'],
  ] as const) {
    await page.goto(urlOnHost(`${host}.localhost`, baseURL, '/my-photos/photos'))
    await expect(page.getByRole('heading', { name: welcome })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`· ${brand}$`))
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    const signInColour = await colourOf(page.getByRole('button', { name: signIn }))
    session = await submitSignInOnHost(page, accounts[looks.length]!)
    await expect(
      page.getByRole('banner').getByText(brand.toLowerCase(), { exact: false }).first(),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
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
  const { claims, accessToken } = session!
  await createLibrary(new BrandClient(new URL(page.url()).origin, claims.sub, claims.email, accessToken)).add(
    PICTURES,
  )
  await page.reload()
  await expect(createGrid(page).months).toHaveText([
    'Mai 2024',
    'Januar 2024',
    'Dezember 2023',
    'August 2023',
    'Juli 2022',
    'März 2021',
    'Oktober 2019',
    'Unbekanntes Datum',
  ])
  await expect(page.locator('[data-photo]').first()).toHaveAttribute(
    'data-tooltip',
    /26\. Mai 2024.* 14:15:05/,
  )
})

test('AA-030 AA-032 the channel’s locale wins over the browser’s; a redirect host leads to the other brand with path and query', async ({
  page,
  baseURL,
}) => {
  for (const [host, brandId, lang, welcome, title] of [
    ['herzbild-at', 'herzbild-de', 'de-AT', 'Willkommen zurück', 'Meine Fotos'],
    ['snapbook-nl', 'albelina-nl', 'nl-NL', 'Welkom terug', 'Mijn foto’s'],
  ] as const) {
    await page.goto(urlOnHost(`${host}.localhost`, baseURL, '/my-photos/photos?from=a%20mail'))
    await expect(page.getByRole('heading', { name: welcome })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await submitSignInOnHost(page, await createAccount(brandId))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
  await expect(page).toHaveURL(/^http:\/\/albelina-nl\.localhost:\d+\/my-photos\/photos\?from=a(%20|\+)mail$/)
})

test('AA-027 AA-028 OP-52 RV-848 without its configuration the page starts with its defaults for a signed-in customer, says what does not work and opens the requested page when it can; signed out, or on an unknown host, it shows an error and starts no sign-in', async ({
  page,
  account,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/config\.json/, /status of (404|500)/)
  await page.goto(urlOnHost('nobody.localhost', baseURL))
  await expect(page.getByRole('alert')).toContainText('Something went wrong')

  await page.goto('/my-photos/photos')
  await submitSignInOnHost(page, account)
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  await page.route('**/config.json', route => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto('/my-photos/photos')
  await expect(page.getByText(/Photos, shop links and your language don’t work/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  await expect(page).toHaveURL('/my-photos/photos')
})

test('AA-027 OP-52 RV-848 with a session that has ended and without its configuration the page starts no sign-in, and opens by itself when it can', async ({
  page,
  context,
  account,
  browserErrors,
}) => {
  browserErrors.allow(/config\.json/, /status of (401|500)/, /session/)
  await page.goto('/my-photos/photos')
  await submitSignInOnHost(page, account)
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible()
  // Only the mark stays, by which the server expects a session.
  const cookies = await context.cookies()
  await context.clearCookies()
  await context.addCookies(cookies.filter(({ name }) => name.startsWith('keepsake_session')))
  await page.route('**/config.json', route => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('alert')).toContainText('This page opens by itself as soon as it can.')
  await expect(page).toHaveURL('/my-photos/photos')
  await page.unroute('**/config.json')
  await expect(page).toHaveURL(/\/identity\/interaction\//)
})

test('AA-028 AA-031 each of the 17 brand hosts has its own configuration, texts and sign-in', async ({
  request,
  baseURL,
}) => {
  expect(brands).toHaveLength(17)
  for (const { id, localHost, locale, name } of brands.filter(({ id }) => id !== 'snapbook-nl')) {
    const { host, origin } = new URL(urlOnHost(localHost, baseURL))
    const get = async (path: string, params: Record<string, string> = {}) => {
      const answer = await request.get(path, { params, maxRedirects: 0, headers: { host } })
      expect([host, path, answer.status() < 400]).toEqual([host, path, true])
      return answer
    }
    const { brand } = await (await get('/config.json')).json()
    expect(brand).toMatchObject({ id, locale })
    await get(`/locales/${locale}.json`)
    const start = new URL((await get('/session/sign-in')).headers().location!)
    expect(start.origin + start.pathname).toBe(`${origin}/identity/auth`)
    expect(start.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback`)
    const authorization = await get(start.pathname, Object.fromEntries(start.searchParams))
    const signIn = new URL(authorization.headers().location!, origin)
    expect(signIn.origin).toBe(origin)
    const page = await (await get(signIn.pathname)).text()
    expect(page).toContain(`<html lang="${locale}">`)
    expect(page).toMatch(new RegExp(`<title>[^<]* · ${name}</title>`))
    expect(page).toContain('type="password"')
  }
})

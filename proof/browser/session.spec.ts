import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { SESSION_HEADER, type Session } from '#contract/session.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { signIn } from './fixtures/customer.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { expectSignInPage, signInOverPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

const photosTitle = (page: Page) => page.getByRole('heading', { name: 'My photos' })

test('AA-001 AA-002 AA-003 PL-013 sign-in returns to the requested path and query; scripts cannot read tokens, and cookies are sent to the token endpoint only', {
  tag: '@suite',
}, async ({ page, context, account }) => {
  const authorization = page.waitForRequest(request => new URL(request.url()).pathname === '/identity/auth')
  await page.goto('/my-photos/photos?from=a+mail&name=J%C3%B6rg#here')
  const parameters = new URL((await authorization).url()).searchParams
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{32,}$/),
    nonce: expect.stringMatching(/^[\w-]{32,}$/),
    theme: 'keepsake',
    acr_values: 'urn:keepsake:vendor:keepsake',
  })
  await expectSignInPage(page)
  const exchanged = page.waitForResponse(response => response.url().endsWith('/session/token'))
  await submitSignIn(page, account)
  const { accessToken } = (await (await exchanged).json()) as Session
  await expect(photosTitle(page)).toBeVisible()
  await expect(page).toHaveURL('/my-photos/photos?from=a+mail&name=J%C3%B6rg#here')

  const readable = await page.evaluate(() =>
    [
      document.cookie,
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(history.state),
      location.href,
      window.name,
    ].join('\n'),
  )
  expect(readable).toContain('My photos')
  expect(readable).not.toMatch(/eyJ[\w-]{10}|keepsake_refresh|keepsake_id/)
  const cookies = await context.cookies()
  const secrets = cookies.map(cookie => cookie.value).filter(value => value.length > 20)
  expect(secrets.filter(value => readable.includes(value))).toEqual([])
  expect(accessToken).toMatch(/^eyJ/)
  expect(readable).not.toContain(accessToken)
  expect(cookies.filter(cookie => !cookie.httpOnly || cookie.sameSite !== 'Lax')).toEqual([])
  expect(cookies.filter(isSession).map(cookie => cookie.path)).toEqual(['/session', '/session'])
})

test('RV-408 without a session the server redirects to the sign-in before the app is loaded; an ended session is noticed by the app', async ({
  page,
  context,
  customer,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.goto('/my-photos/photos?from=mail')
  await expectSignInPage(page)
  expect(requested.slice(0, 3)).toEqual(['/my-photos/photos', '/session/sign-in', '/identity/auth'])
  expect(requested.filter(path => /^\/assets\/|config\.json/.test(path))).toEqual([])

  await context.addCookies(cookies)
  await context.request.post('/session/end', {
    headers: { [SESSION_HEADER]: '1' },
    data: { everywhere: true },
  })
  await context.clearCookies()
  await context.addCookies(cookies)
  await page.goto('/my-photos/photos?from=mail')
  await expectSignInPage(page)
  await submitSignIn(page, customer)
  await expect(photosTitle(page)).toBeVisible()
  await expect(page).toHaveURL('/my-photos/photos?from=mail')
})

test('AA-009 RV-307 NX-338 NX-339 NX-340 a new customer signs up, chooses the password behind the mailed link, is signed in and ends at the requested path', {
  tag: '@suite',
}, async ({ page, mailbox, browserErrors }) => {
  browserErrors.allow(/status of 4[01]0.*\/identity\/confirm\//)
  const newCustomer = { email: `${randomUUID()}@keepsake.test`, password: 'a-long-enough-password' }
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(newCustomer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText(newCustomer.email)
  await expect(page.getByRole('button', { name: /^Send again in 0:(30|2\d)$/ })).toBeDisabled()
  await page.getByRole('link', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  const link = findLinkPath(await mailbox.waitForMail(newCustomer.email, /^Confirm/))
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your password needs at least 10 characters')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('too short')
  const reveal = page.getByRole('button', { name: 'Show password' })
  await reveal.press('Enter')
  await expect(reveal).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('too short')
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(newCustomer.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'My orders' })).toBeVisible()
  await expect(page).toHaveURL('/orders')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You’ve used this link' })).toBeVisible()
})

test('AA-009 a forgotten password is reset by mail; the old one no longer works', async ({
  page,
  account,
  mailbox,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401.*\/identity\/interaction\//)
  await page.goto('/downloads')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  const mail = await mailbox.waitForMail(account.email, /^Choose a new password$/)
  // Opens the mail by the mailbox page and follows its button.
  await page.goto(`/mailbox/mails/${mail.id}`)
  await page.goto(findLinkPath(mail))
  await page.getByLabel('New password').fill('another-good-password')
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('status')).toContainText('Your new password is saved')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await submitSignIn(page, account)
  await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.')
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await submitSignIn(page, { ...account, password: 'another-good-password' })
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
})

test('AA-003 AA-004 the session outlives its access token in two tabs, and both keep their screens; signing out protects all tabs again, also from the back button', {
  tag: '@suite',
}, async ({ page, context, customer, browserErrors }) => {
  // Calls under way when the session ends.
  browserErrors.allow(/status of 401.*\/api\//)
  await context.clock.install()
  const other = await context.newPage()
  await page.goto('/my-photos/photos')
  await other.goto('/')
  await expect(photosTitle(page)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Show more' }).click()

  const renewals: number[] = []
  context.on('response', response => {
    if (/\/session\/(refresh|first-screen)/.test(response.url())) renewals.push(response.status())
  })
  for (let round = 1; round <= 2; round++) {
    // The page's clock advances ten minutes; the server refreshes for real and accepts each refresh token once.
    await context.clock.fastForward('09:40')
    await expect.poll(() => renewals.length).toBe(round)
  }
  await other.bringToFront()
  await other.getByRole('link', { name: 'Photos', exact: true }).first().click()
  await expect(photosTitle(other)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  await Promise.all([page.reload(), other.reload()])
  await expect(photosTitle(page)).toBeVisible()
  await expect(photosTitle(other)).toBeVisible()
  expect(renewals).toEqual(renewals.map(() => 200))

  await page.bringToFront()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText(customer.email)
  await page.getByRole('menuitem', { name: 'Sign out', exact: false }).first().click()
  await expectSignInPage(page)
  await expectSignInPage(other)
  expect(await sessionCookies(context)).toEqual([])
  await page.goBack()
  await expectSignInPage(page)
  await page.goto('/my-photos/photos')
  await expectSignInPage(page)
})

test('AA-004 AA-008 signing out by /logout revokes the access token; a deleted customer is signed out, too', async ({
  page,
  customer,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404.*\/customers\/me$/)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.goto('/logout')
  await expectSignInPage(page)
  // It would be refused as soon as the session has ended.
  expect(requested).not.toContain('/api/customers/customers/me')
  const answer = await customer.client.fetch('/api/customers/customers/me')
  expect(answer.status).toBe(401)
  await submitSignIn(page, customer)
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
  expect(await sessionCookies(page.context())).not.toEqual([])

  await page.route('**/customers/me', route =>
    route.fulfill({
      status: 404,
      json: { code: 'not-found', message: 'Customer', correlationId: 'none' },
    }),
  )
  await page.reload()
  await expectSignInPage(page)
  expect(await sessionCookies(page.context())).toEqual([])

  await page.unroute('**/customers/me')
  await submitSignIn(page, customer)
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await page.route('**/customers/me', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), accountDeleted: true } })
  })
  await page.reload()
  await expectSignInPage(page)
  expect(await sessionCookies(page.context())).toEqual([])
})

test('RV-1174 AA-004 after signing out everywhere the page of the other device is covered at once, says which device did it, and goes on after a sign-in', async ({
  page,
  customer,
  otherBrowser,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await signIn(otherBrowser.request, baseURL!, customer)
  const other = await otherBrowser.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out on all devices' }).click()
  await expectSignInPage(page)
  // Nobody touches the other page.
  const dialog = other.getByRole('alertdialog', { name: 'You have been signed out' })
  await expect(dialog).toContainText(/This was done on Chrome, \w+\./)
  const hello = other.getByText('Hello')
  await expect(hello).toHaveCount(1)
  await expect(hello).toBeHidden()
  await signInOverPage(other, customer)
  await expect(other.getByRole('heading', { name: 'Hello' })).toBeVisible()
  await other.getByRole('link', { name: 'Photos', exact: true }).first().click()
  await expect(photosTitle(other)).toBeVisible()
})

test('RV-816 an upload whose session has ended stays on its page, with what was typed, and goes on after the sign-in over it', async ({
  page,
  customer,
  library,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await library.add([{ fileName: 'first.jpg', bytes: await jpeg({ width: 300, height: 200 }) }])
  await page.goto('/my-photos/photos')
  let sendHeld: (() => Promise<void>) | undefined
  await page.route('**/uploads/files/*', route => {
    if (route.request().method() !== 'PATCH' || sendHeld) return route.continue()
    sendHeld = () => route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Add photos' })
  await modal
    .getByLabel('Choose photos', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'beach.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg({ width: 340, height: 200 }),
    })
  await modal.getByRole('button', { name: 'Upload', exact: true }).click()
  const tray = page.getByRole('complementary', { name: 'Adding photos' })
  await expect(tray).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: 'Personal details' }).filter({ visible: true }).first().click()
  const name = page.getByLabel('First name')
  await name.fill('Typed before')
  const url = page.url()
  // As after signing out on all devices.
  await page.evaluate(
    header =>
      fetch('/session/end', {
        method: 'POST',
        headers: { [header]: '1', 'content-type': 'application/json' },
        body: JSON.stringify({ everywhere: true }),
      }),
    SESSION_HEADER,
  )
  await sendHeld!()
  await signInOverPage(page, customer)
  await expect(page).toHaveURL(url)
  await expect(name).toHaveValue('Typed before')
  await expect(tray.getByRole('heading', { name: '1 photo added' })).toBeVisible()
})

async function sessionCookies(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).filter(isSession).map(cookie => cookie.name)
}

/** Excludes the provider's own cookies, which mean nothing after signing out. */
const isSession = (cookie: { name: string }) => /^keepsake_(id|refresh)/.test(cookie.name)

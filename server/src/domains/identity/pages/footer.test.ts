import { describe, expect, test } from 'vitest'
import { brands, defaultBrand, findHostRedirect } from '#brands/index.ts'
import { type Brand, LEGAL_LINKS } from '#contract/brands.ts'
import { COOKIE_SETTINGS_PATH, WITHDRAWAL_PATH } from '#contract/pages.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { findNewestLink } from '../testing/mail-links.ts'
import { openSignInPage, startSignIn } from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const CONSENT = { script: 'https://consent.example/c.js', keys: { 'en-GB': 'key' } }
const app = closeAfterAll(await startTestApp({ thirdParties: { [defaultBrand.id]: { consent: CONSENT } } }))

/** The addresses of the footer, in order. */
const listFooterAddresses = (page: string) =>
  [...(/<footer>.*<\/footer>/s.exec(page)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(match => match[1])

const listLegalAddresses = ({ addresses }: Brand) => [
  WITHDRAWAL_PATH,
  ...LEGAL_LINKS.map(id => addresses[id]),
]

/** Opens the pages of a sign-in and of a sign-up, and those of errors. */
async function openPages(host: string) {
  const browser = new Browser(app.http, host)
  const { path, page } = await openSignInPage(browser, await startSignIn(browser))
  const signUp = (await browser.get(`${path}/sign-up`)).body
  const email = `new@${host.split('.')[0]}.test`
  const sent = await browser.submit(`${path}/sign-up`, { check: readCsrfToken(signUp), email })
  const link = (await findNewestLink(app, email)).pathname
  return {
    signIn: page,
    signUp,
    sent: sent.body,
    firstPassword: (await browser.get(link)).body,
    forgotten: (await browser.get(`${path}/forgotten`)).body,
    expiredLink: (await browser.get('/identity/new-password/none')).body,
    refusedRequest: (await browser.get('/identity/auth?client_id=nobody')).body,
  }
}

describe('RV-824 legal links', () => {
  test.each(brands.filter(({ host, id }) => !findHostRedirect(host) && id !== defaultBrand.id))(
    'RV-824 NX-363 NX-126 every page of $id that the server renders ends with its legal links',
    async brand => {
      for (const [name, page] of Object.entries(await openPages(brand.localHost)))
        expect([name, listFooterAddresses(page)]).toEqual([name, listLegalAddresses(brand)])
    },
  )

  test('RV-824 RV-826 where there is a choice about cookies, its settings are there too', async () => {
    for (const [name, page] of Object.entries(await openPages(defaultBrand.localHost)))
      expect([name, listFooterAddresses(page)]).toEqual([
        name,
        [...listLegalAddresses(defaultBrand), COOKIE_SETTINGS_PATH],
      ])
  })

  test('RV-824 an account is made where its terms are shown', async () => {
    const { signUp, firstPassword } = await openPages('albelina-fr.localhost')
    for (const page of [signUp, firstPassword])
      expect(/<form.*<\/form>/s.exec(page)?.[0]).toMatch(
        /<a href="https:\/\/www\.albelina-france\.example\/conditions" target="_blank" rel="noopener">conditions générales<\/a>/,
      )
  })
})

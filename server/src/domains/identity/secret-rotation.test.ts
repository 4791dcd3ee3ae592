import { expect, it } from 'vitest'
import { getPhotos } from '#contract/photos.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { domains } from '#server/app.ts'
import { createApp } from '#server/http/app.ts'
import { createSigner } from '#server/platform/signing/signing.ts'
import { answerCheck } from '#server/testing/answer-check.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { authenticate } from './index.ts'
import { Browser, readCsrfToken } from './testing/browser.ts'
import { findNewestLink } from './testing/mail-links.ts'
import {
  getMe,
  isCallback,
  openSignInPage,
  requestMail,
  signInAs,
  startSignIn,
  submitSignIn,
} from './testing/sign-in-flow.ts'

const OLD = 'the-secret-that-is-being-replaced-0001'
const NEW = 'the-secret-that-replaces-the-old-one-02'
const server = closeAfterAll(await testServer({ secret: OLD }))

/** The app as restarted with other secrets on the same data. */
async function restarted(current: string, previous?: string) {
  const ctx = { ...server.ctx, signer: createSigner(current, previous) }
  const { http } = await createApp(ctx, [answerCheck, ...domains], authenticate(ctx))
  await http.ready()
  return http
}

it('RV-1286 RV-314 what the previous secret signed works until it is removed; sessions work afterwards, too', async () => {
  const customer = await server.customer()
  const host = new URL(server.origin).host
  const browser = new Browser(server.app.http, host)
  const { accessToken } = await signInAs(browser, customer.email, PASSWORD)
  await customer.upload('photo.jpg', await jpeg())
  await server.idle()
  const { images } = await customer.call(getPhotos)
  const picture = new URL(images[0]!.url).pathname
  const { uploadUrl } = await customer.call(createUploadSession, { body: {} })
  const uploadToken = new URL(uploadUrl).hash.slice(1)
  const visitor = new Browser(server.app.http, host)
  const form = await openSignInPage(visitor, await startSignIn(visitor))
  await visitor.submitPage(`${form.path}/forgotten`, { email: customer.email })
  const link = (await findNewestLink(server, customer.email)).pathname
  const linkCheck = readCsrfToken((await visitor.get(link)).body)

  const newcomer = new Browser(server.app.http, host)
  const email = `new-${customer.email}`
  await requestMail(newcomer, 'sign-up', { email }, { returnTo: '/orders?from=mail' })
  const signUpLink = (await findNewestLink(server, email)).pathname

  const outcomes = async (http: Awaited<ReturnType<typeof restarted>>) => {
    const own = browser.copy(http)
    const { parameters } = await startSignIn(own)
    return {
      accessToken: (await getMe(own, accessToken)).statusCode,
      picture: (await own.get(picture)).statusCode,
      uploads: (await own.get('/api/uploads/phone/session', { authorization: `Bearer ${uploadToken}` }))
        .statusCode,
      singleSignOn: (await own.follow(`/identity/auth?${parameters}`, isCallback)).url.searchParams.has(
        'code',
      ),
      form: (await submitSignIn(visitor.copy(http), form, customer.email, 'a wrong password')).answer
        .statusCode,
    }
  }
  const both = await restarted(NEW, OLD)
  const works = { accessToken: 200, picture: 200, uploads: 200, singleSignOn: true, form: 401 }
  expect(await outcomes(both)).toEqual(works)
  const refreshed = (await browser.copy(both).post('/session/refresh', {})).json()
  expect(refreshed.claims.sub).toBe(customer.accountId)

  const next = await restarted(NEW)
  expect(await outcomes(next)).toMatchObject({
    accessToken: 401,
    uploads: 401,
    singleSignOn: false,
    form: 400,
  })
  expect((await next.inject({ url: picture, headers: { host } })).statusCode).not.toBe(200)
  expect((await getMe(browser.copy(next), refreshed.accessToken)).statusCode).toBe(200)
  const own = browser.copy(both)
  expect((await own.post('/session/refresh', {})).statusCode).toBe(200)
  // The token of a mailed link is stored as a hash, so that it is found without the secret that derived it.
  const saved = await visitor
    .copy(both)
    .submit(link, { check: linkCheck, password: 'a password after the change' })
  expect(saved.statusCode).toBe(200)
  // The path that was requested before the rotation is where the new account begins.
  const joined = await newcomer.copy(both).submitPage(signUpLink, { password: 'a password of a newcomer' })
  expect([joined.statusCode, joined.headers.location]).toEqual([
    303,
    '/session/sign-in?returnTo=%2Forders%3Ffrom%3Dmail',
  ])
  await both.close()
  await next.close()
})

import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { domains } from '#server/app.ts'
import { authenticate } from '#server/domains/identity/index.ts'
import { createApp } from '#server/http/app.ts'
import { setSecurityHeaders } from '#server/http/security-headers.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createSmtpMail } from '#server/platform/mail/smtp-mail.ts'
import { testServer } from '#server/testing/harness.ts'
import { createTestFolder } from '#server/testing/test-folder.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { mountMailbox } from './mailbox-page.ts'

describe('OP-63 the mailbox page', () => {
  const dir = createTestFolder()
  let mailbox: Mailbox
  let app: FastifyInstance
  let origin: string
  const policies: unknown[] = []

  beforeAll(async () => {
    mailbox = await openMailbox({ dir })
    const mail = createSmtpMail(mailbox.smtpUrl)
    const from = { name: '<b>Keep</b>sake', address: 'no-reply@keepsake.example' }
    const html = '<p title="a&quot;b">Click <a href="/x?a=1&amp;b=2">here</a></p><script>alert(1)</script>'
    await mail.send({ to: 'jane@example.com', from, subject: 'First', text: 'Plain <i>text</i>', html })
    await mail.send({ to: 'joe@example.com', from, subject: '"><img src=x>', text: 'Second', html: '' })
    await mail.close()
    app = fastify()
    app.addHook('onRoute', route => {
      policies.push(route.config?.policy)
    })
    setSecurityHeaders(app, readConfig({}))
    mountMailbox(app, mailbox)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
  })

  const getOwn = (path: string) => getPage(origin, path)

  it('has a public policy on every route', () => {
    expect(policies.length).toBeGreaterThanOrEqual(5)
    expect(new Set(policies)).toEqual(new Set(['public']))
  })

  it('lists the mails, escaped, each with its link', async () => {
    const { body, headers, statusCode } = await getOwn('/mailbox')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('2 mails')
    for (const { id } of mailbox.list()) expect(body).toContain(`href="/mailbox/mails/${id}"`)
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
    expect(body).not.toMatch(/<img|<i>|<b>Keep|<script|<style| style=/)
  })

  it('shows any mail in a sandbox without scripts', async () => {
    const { body, headers } = await getOwn(`/mailbox/mails/${mailbox.list()[1]!.id}`)
    const [, sandbox, content] = /<iframe[^>]* sandbox="([^"]*)" srcdoc="([^"]*)"/.exec(body)!
    expect(sandbox!.split(' ').sort()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
    expect(unescaped(content!)).toContain(
      '<base target="_blank"><p title="a&quot;b">Click <a href="/x?a=1&amp;b=2">here</a>',
    )
    expect(body.replace(content!, '')).not.toContain('<script')
    expect(body).toContain('Plain &#60;i&#62;text')
    const csp = headers['content-security-policy']
    expect(csp).toContain("default-src 'none'")
    expect(csp).not.toContain('script-src')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('shows a text-only mail', async () => {
    const { body } = await getOwn(`/mailbox/mails/${mailbox.list()[0]!.id}`)
    expect(body).not.toContain('<iframe')
    expect(body).toContain('Second')
    expect(body).not.toContain('<img')
  })

  it('answers 404 for a mail that does not exist', async () => {
    expect((await getOwn('/mailbox/mails/nothing')).statusCode).toBe(404)
    expect((await getOwn('/mailbox/api/mails/nothing')).statusCode).toBe(404)
    expect((await getOwn('/mailbox/mails/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
  })

  it('returns the mails as JSON, all or those for an address', async () => {
    const subjects = async (url: string) =>
      (await getOwn(url)).json().mails.map((mail: { subject: string }) => mail.subject)
    expect(await subjects('/mailbox/api/mails')).toEqual(['"><img src=x>', 'First'])
    expect(await subjects('/mailbox/api/mails?to=Jane@example.com')).toEqual(['First'])
    expect(await subjects('/mailbox/api/mails?to=nobody@example.com')).toEqual([])
    // The source is in the answer for one mail only.
    expect((await getOwn('/mailbox/api/mails')).json().mails[0]).not.toHaveProperty('raw')
    const [mail] = mailbox.list()
    expect((await getOwn(`/mailbox/api/mails/${mail!.id}`)).json()).toEqual(JSON.parse(JSON.stringify(mail)))
  })

  it('serves its styles as a file', async () => {
    const { headers, body } = await getOwn('/mailbox/style.css')
    expect(headers['content-type']).toBe('text/css; charset=utf-8')
    expect(body).toContain('color-scheme: light dark')
  })

  it('shows a text if there are no mails', async () => {
    const empty = fastify()
    mountMailbox(empty, { ...mailbox, list: () => [] })
    const emptyOrigin = await empty.listen({ port: 0, host: '127.0.0.1' })
    expect((await getPage(emptyOrigin, '/mailbox')).body).toContain('No mail yet')
    await empty.close()
  })
})

test('RV-864 NX-331 the mailbox of the demo answers its own address and port only: no name that leads to this machine, no other port', async () => {
  const server = await testServer({ work: false })
  const { ctx, mailbox } = server
  const module = { name: 'mailbox', mount: (app: FastifyInstance) => mountMailbox(app, mailbox) }
  const { http, close } = await createApp(ctx, [...domains, module], authenticate(ctx))
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(origin)
  const getStatus = async (host: string, url: string) => (await getPage(origin, url, host)).statusCode
  for (const url of ['/mailbox', '/mailbox/api/mails', '/mailbox/mails/x', '/mailbox/style.css'])
    for (const host of [
      'dev.evil.example',
      'localhost.evil.example',
      `my-dev.evil.example:${port}`,
      '192.0.2.7',
      'my.keepsake.example',
      'localhost',
      `localhost:${Number(port) - 1}`,
      '127.0.0.1:80',
    ])
      expect([host, url, await getStatus(host, url)]).toEqual([host, url, 421])
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `keepsake-ie.localhost:${port}`])
    expect([host, await getStatus(host, '/mailbox/api/mails')]).toEqual([host, 200])
  await close()
  await server.close()
})

/** Requests a path of the server at the origin, as that host. */
async function getPage(origin: string, path: string, host = new URL(origin).host) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(origin + path, { headers: { host } }, resolve).on('error', reject)
  const answer = await promise
  const body = await text(answer)
  return { statusCode: answer.statusCode, headers: answer.headers, body, json: () => JSON.parse(body) }
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { domains } from '#server/app.ts'
import { authenticate } from '#server/domains/identity/index.ts'
import { createApp } from '#server/http/app.ts'
import { createSmtpMail } from '#server/platform/mail/smtp-mail.ts'
import { testServer } from '#server/testing/harness.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { mountMailbox } from './mailbox-page.ts'

describe('OP-63 the mailbox page', () => {
  let dir: string
  let mailbox: Mailbox
  let app: FastifyInstance
  const policies: unknown[] = []

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mailbox-page-'))
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
    await app.register(helmet)
    mountMailbox(app, mailbox)
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
    await rm(dir, { recursive: true })
  })

  const get = (url: string) => app.inject({ url })

  it('has a public policy on every route', () => {
    expect(policies.length).toBeGreaterThanOrEqual(5)
    expect(new Set(policies)).toEqual(new Set(['public']))
  })

  it('lists the mails, escaped, each with its link', async () => {
    const { body, headers, statusCode } = await get('/mailbox')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('2 mails')
    for (const { id } of mailbox.list()) expect(body).toContain(`href="/mailbox/mails/${id}"`)
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
    expect(body).not.toMatch(/<img|<i>|<b>Keep|<script|<style| style=/)
  })

  it('shows any mail in a sandbox without scripts', async () => {
    const { body, headers } = await get(`/mailbox/mails/${mailbox.list()[1]!.id}`)
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
    const { body } = await get(`/mailbox/mails/${mailbox.list()[0]!.id}`)
    expect(body).not.toContain('<iframe')
    expect(body).toContain('Second')
    expect(body).not.toContain('<img')
  })

  it('answers 404 for a mail that does not exist', async () => {
    expect((await get('/mailbox/mails/nothing')).statusCode).toBe(404)
    expect((await get('/mailbox/api/mails/nothing')).statusCode).toBe(404)
    expect((await get('/mailbox/mails/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
  })

  it('returns the mails as JSON, all or those for an address', async () => {
    const subjects = async (url: string) =>
      (await get(url)).json().mails.map((mail: { subject: string }) => mail.subject)
    expect(await subjects('/mailbox/api/mails')).toEqual(['"><img src=x>', 'First'])
    expect(await subjects('/mailbox/api/mails?to=Jane@example.com')).toEqual(['First'])
    expect(await subjects('/mailbox/api/mails?to=nobody@example.com')).toEqual([])
    const [mail] = mailbox.list()
    expect((await get(`/mailbox/api/mails/${mail!.id}`)).json()).toEqual(JSON.parse(JSON.stringify(mail)))
  })

  it('serves its styles as a file', async () => {
    const { headers, body } = await get('/mailbox/style.css')
    expect(headers['content-type']).toBe('text/css; charset=utf-8')
    expect(body).toContain('prefers-color-scheme: dark')
  })

  it('shows a text if there are no mails', async () => {
    const empty = fastify()
    mountMailbox(empty, { ...mailbox, list: () => [] })
    expect((await empty.inject('/mailbox')).body).toContain('No mail yet')
  })
})

test('RV-864 the mailbox of the demo is not read by a page whose name leads to this machine', async () => {
  const server = await testServer({ work: false })
  const { ctx, mailbox } = server
  const module = { name: 'mailbox', mount: (app: FastifyInstance) => mountMailbox(app, mailbox) }
  const { http, close } = await createApp(ctx, [...domains, module], authenticate(ctx))
  const getStatus = async (host: string, url: string) =>
    (await http.inject({ url, headers: { host } })).statusCode
  for (const url of ['/mailbox', '/mailbox/api/mails', '/mailbox/mails/x', '/mailbox/style.css'])
    for (const host of [
      'dev.evil.example',
      'localhost.evil.example',
      'my-dev.evil.example:4000',
      '192.0.2.7',
    ])
      expect([host, url, await getStatus(host, url)]).toEqual([host, url, 421])
  for (const host of [
    'localhost:4000',
    '127.0.0.1:4000',
    'keepsake-ie.localhost:4000',
    'my.keepsake.example',
  ])
    expect([host, await getStatus(host, '/mailbox/api/mails')]).toEqual([host, 200])
  await close()
  await server.close()
})

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

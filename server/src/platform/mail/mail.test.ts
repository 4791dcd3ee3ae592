import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Mailbox, openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { createTestFolder } from '../../testing/test-folder.ts'
import { createManualClock } from '../clock/clock.testing.ts'
import { type Mail, MailError, type MailMessage } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

let dir: string
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  dir = createTestFolder(onTestFinished)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(options: Partial<Parameters<typeof openMailbox>[0]> = {}): Promise<Mailbox> {
  const mailbox = await openMailbox({ dir, ...options })
  closing.push(() => mailbox.close())
  return mailbox
}

function sender(url: string): Mail {
  const mail = createSmtpMail(url)
  closing.push(() => mail.close())
  return mail
}

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  to: 'jane@example.com',
  from: { name: 'Keepsake', address: 'no-reply@keepsake.example' },
  subject: 'Your export is ready',
  text: 'Download it here',
  html: '<p>Download it <a href="http://localhost/x?a=1&b=2">here</a></p>',
  ...changes,
})

describe('AA-056 mails leave over SMTP', () => {
  it('and arrive unchanged', async () => {
    const mailbox = await start()
    await sender(mailbox.smtpUrl).send(
      message({
        from: { name: 'Müller, "Fotos" & Söhne 📷', address: 'no-reply@keepsake.example' },
        subject: `Ihr Export ist fertig – ${'schön '.repeat(30)}✓`,
        text: 'First line\n.\n..dots\nZeile mit Ümläuten 🌄\n',
      }),
    )
    const [mail] = mailbox.list()
    expect(mail).toMatchObject({
      from: { name: 'Müller, "Fotos" & Söhne 📷', address: 'no-reply@keepsake.example' },
      to: ['jane@example.com'],
      subject: `Ihr Export ist fertig – ${'schön '.repeat(30)}✓`,
      html: expect.stringContaining('<a href="http://localhost/x?a=1&b=2">here</a>'),
    })
    expect(mail!.text.trim()).toBe('First line\n.\n..dots\nZeile mit Ümläuten 🌄')
    expect(mailbox.get(mail!.id)).toEqual(mail)
    expect(mailbox.get('nothing')).toBeNull()
  })

  it('with the configured address for bounces, and without out-of-office replies', async () => {
    const mailbox = await start()
    await sender(mailbox.smtpUrl).send(message({ returnPath: 'bounces@keepsake.example' }))
    const [mail] = mailbox.list()
    expect(mail).toMatchObject({ returnPath: 'bounces@keepsake.example', to: ['jane@example.com'] })
    expect(mail!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail!.from.address).toBe('no-reply@keepsake.example')
  })

  it.each([
    ['subject', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nmore' }, 'Hi Bcc: eve@example.com more'],
    [
      'sender name',
      { from: { name: 'Jo"\r\nBcc: eve@example.com\nX-Evil: 1', address: 'a@keepsake.example' } },
      'Your export is ready',
    ],
    [
      'bare returns',
      { subject: 'Hi\rBcc: eve@example.com\u2028X-Evil: 1\u0000' },
      'Hi Bcc: eve@example.com X-Evil: 1',
    ],
  ])('without letting the %s add headers or recipients', async (_, changes, subject) => {
    const mailbox = await start()
    await sender(mailbox.smtpUrl).send(message(changes))
    expect(mailbox.list()).toHaveLength(1)
    expect(mailbox.list()[0]).toMatchObject({ to: ['jane@example.com'], subject })
    expect(mailbox.list()[0]!.raw).not.toMatch(/^(bcc|x-evil):/im)
    expect(mailbox.list()[0]!.text.trim()).toBe('Download it here')
  })

  it.each([
    '',
    'jane',
    '@example.com',
    'jane@',
    'jane@example.com, eve@example.com',
    'jane@example.com\r\nRCPT TO:<eve@example.com>',
    'Jane <jane@example.com>',
    'jane@example.com> SIZE=1',
    'jane@exa mple.com',
    'jane@@example.com',
    'group: jane@example.com;',
    `${'x'.repeat(250)}@a.de`,
  ])('never to %j', async to => {
    const mailbox = await start()
    const mail = sender(mailbox.smtpUrl)
    await expect(mail.send(message({ to }))).rejects.toMatchObject({ name: 'MailError', permanent: true })
    await expect(mail.send(message({ from: { name: 'x', address: to } }))).rejects.toBeInstanceOf(MailError)
    expect(mailbox.list()).toEqual([])
  })

  it('many in parallel, and closing waits for all of them', async () => {
    const mailbox = await start()
    const mail = createSmtpMail(mailbox.smtpUrl)
    const sent = Array.from({ length: 20 }, (_, i) => mail.send(message({ to: `to${i}@example.com` })))
    await mail.close()
    await Promise.all(sent)
    expect(new Set(mailbox.list().flatMap(each => each.to)).size).toBe(20)
  })
})

describe('a server that refuses', () => {
  async function refusing(options: SMTPServerOptions): Promise<Mail> {
    const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], closeTimeout: 100, ...options })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    closing.push(() => new Promise<void>(resolve => server.close(resolve)))
    return sender(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  }
  const refusal = (responseCode: number) =>
    Object.assign(new Error('no <jane@example.com> here'), { responseCode })

  it.each([
    [550, true],
    [451, false],
  ])('%i: permanent %s, and the error holds no address', async (code, permanent) => {
    const mail = await refusing({ onRcptTo: (_, __, done) => done(refusal(code)) })
    const error = await mail.send(message()).catch(each => each)
    expect(error).toBeInstanceOf(MailError)
    expect(error.permanent).toBe(permanent)
    expect(error.message).toContain(String(code))
    expect(
      JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause }),
    ).not.toContain('jane')
  })

  it('is not a permanent failure when it refuses the sender', async () => {
    const mail = await refusing({ onMailFrom: (_, __, done) => done(refusal(550)) })
    await expect(mail.send(message())).rejects.toMatchObject({ name: 'MailError', permanent: false })
  })

  it('is not a permanent failure when it cannot be reached', async () => {
    const mailbox = await openMailbox({ dir })
    await mailbox.close()
    await expect(sender(mailbox.smtpUrl).send(message())).rejects.toMatchObject({
      name: 'MailError',
      permanent: false,
    })
  })
})

describe('OP-63 the mailbox', () => {
  it('keeps mails across restarts, newest first, the newest only', async () => {
    const clock = createManualClock('2026-05-10T12:00:00Z')
    const first = await openMailbox({ dir, maxMails: 3, clock })
    const mail = createSmtpMail(first.smtpUrl)
    // Two of them have the same time: their order is still that of arrival.
    for (const subject of ['one', 'two', 'three', 'four']) {
      await mail.send(message({ subject }))
      if (subject === 'two') clock.advance(60_000)
    }
    expect(first.list().map(each => each.subject)).toEqual(['four', 'three', 'two'])
    expect(first.list()[2]!.receivedAt).toEqual(new Date('2026-05-10T12:00:00.001Z'))
    await mail.close()
    await first.close()
    await writeFile(join(dir, '000000000000001-00000000.json~'), 'half')
    const again = await start({ maxMails: 2 })
    expect(again.list()).toEqual(first.list().slice(0, 2))
    expect((await readdir(dir)).filter(name => name.endsWith('.json'))).toHaveLength(2)
  })

  it('waits for a matching mail: an existing one, or the next one', async () => {
    const mailbox = await start()
    const mail = sender(mailbox.smtpUrl)
    const waiting = mailbox.waitFor(each => each.to.includes('late@example.com'))
    await mail.send(message({ to: 'early@example.com' }))
    await mail.send(message({ to: 'late@example.com', subject: 'late' }))
    expect((await waiting).subject).toBe('late')
    expect((await mailbox.waitFor(each => each.to.includes('early@example.com'))).subject).toBe(
      'Your export is ready',
    )
  })

  it('stops waiting when the signal aborts, and when it closes', async () => {
    const mailbox = await openMailbox({ dir })
    const stop = new AbortController()
    const stopped = mailbox.waitFor(() => true, stop.signal)
    const closed = mailbox.waitFor(() => true)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    await expect(mailbox.waitFor(() => true, stop.signal)).rejects.toThrow('enough')
    const expected = expect(closed).rejects.toThrow('closed')
    await mailbox.close()
    await expected
  })

  it('uses only the recipients of the envelope', async () => {
    const mailbox = await start()
    await sender(mailbox.smtpUrl).send(message({ text: 'Delivered-To: eve@example.com\r\n' }))
    expect(mailbox.list()[0]!.to).toEqual(['jane@example.com'])
  })

  it('refuses a mail of more than 10 MB', async () => {
    const mailbox = await start()
    const error = await sender(mailbox.smtpUrl)
      .send(message({ text: 'x'.repeat(10_500_000) }))
      .catch(each => each)
    expect(error).toBeInstanceOf(MailError)
    expect(error.permanent).toBe(true)
    expect(mailbox.list()).toEqual([])
    expect(await readdir(dir)).toEqual([])
  })

  it('listens on loopback only, and fails when its port is in use', async () => {
    const mailbox = await start()
    const { hostname, port } = new URL(mailbox.smtpUrl)
    expect(hostname).toBe('127.0.0.1')
    await expect(openMailbox({ dir, port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

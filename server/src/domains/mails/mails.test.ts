import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { createExport } from '#contract/exports.ts'
import type { ReceivedMail } from '#sandbox/mailbox/received-mail.ts'
import { listColumns } from '../../platform/db/rows.ts'
import { MailError } from '../../platform/mail/mail.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { cleanUpMailsJob, mailBounced, mails, receiveBounces, sendMail } from './index.ts'
import { createStatusReport, sendBounce, withFailingStatements } from './mails.testing.ts'

const DAY = 86_400_000
const DOMAIN = 'bounce.keepsake.test'

let customer: Client
const server = closeAfterAll(await testServer({ config: { bounces: { domain: DOMAIN, port: 0 } } }))
const receiver = closeAfterAll((await receiveBounces(server.ctx))!)
beforeEach(async () => {
  customer = await server.customer()
})
afterEach(() => server.clock.set(new Date()))

const bounced = async (client = customer) =>
  (await client.call(getActivity)).items.filter(({ kind }) => kind === 'mail-bounced')

/** The mail that the customer's photo export is ready. */
async function receiveMail(): Promise<ReceivedMail> {
  await customer.upload('a.jpg', await jpeg())
  await server.idle()
  await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  return server.mailbox.waitFor(
    mail => mail.to.includes(customer.email) && mail.subject === 'Your photo export is ready',
  )
}

const message = () => ({
  to: customer.email,
  from: { name: 'Keepsake', address: 'no-reply@keepsake.test' },
  subject: 'News of your photos',
  text: 'Text',
  html: '<p>Text</p>',
})

describe('0086 a bounce that arrives later', () => {
  test('is in the activity of the account whose mail it was, once', async () => {
    const mail = await receiveMail()
    expect(mail.returnPath).toMatch(/^bounce\+[0-9a-f]{32}@bounce\.keepsake\.test$/)
    expect(await bounced()).toEqual([])
    await sendBounce(receiver.port, mail.returnPath)
    server.clock.advance(60_000)
    await sendBounce(receiver.port, mail.returnPath.toUpperCase())
    expect(await bounced()).toMatchObject([{ state: 'failed', name: 'Your photo export is ready' }])
    expect(await bounced(await server.customer())).toEqual([])
    const [row] = await listColumns(
      server.ctx.db,
      'sent_mails',
      { account_id: customer.accountId, kind: 'export-ready' },
      ['bounce_status'],
    )
    expect(row).toEqual({ bounce_status: '5.1.1' })
  })

  test.each([
    ['a delay', createStatusReport({ action: 'delayed', status: '4.4.1' })],
    ['a delivery', createStatusReport({ action: 'delivered', status: '2.0.0' })],
    [
      'a reply of a person',
      'From: jane@keepsake.test\r\nSubject: Re: Hi\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n',
    ],
    ['a report without recipients', createStatusReport().replace(/Final-Recipient[\s\S]*?\r\n\r\n/, '')],
    ['nothing', '\r\n'],
  ])('%s is accepted and is no bounce', async (_, report) => {
    const mail = await receiveMail()
    await sendBounce(receiver.port, mail.returnPath, report)
    expect(await bounced()).toEqual([])
  })

  test('of a server that gave up, or without a code, counts', async () => {
    const [first, second] = [await receiveMail(), await receiveMailAgain()]
    await sendBounce(receiver.port, first.returnPath, createStatusReport({ status: '4.4.7' }))
    await sendBounce(receiver.port, second.returnPath, createStatusReport({ status: 'unknown' }))
    expect(await bounced()).toHaveLength(2)
  })

  test('of an unknown mail changes nothing, and other recipients are refused', async () => {
    const unknown = randomUUID().replaceAll('-', '')
    await sendBounce(receiver.port, `bounce+${unknown}@${DOMAIN}`)
    for (const to of [
      `bounce+${unknown}@keepsake.test`,
      `bounce+${unknown}00@${DOMAIN}`,
      `postmaster@${DOMAIN}`,
      `bounce+${customer.accountId}@${DOMAIN}`,
    ])
      await expect(sendBounce(receiver.port, to), to).rejects.toMatchObject({ responseCode: 550 })
  })

  test('is sent again by the other server when it could not be stored', async () => {
    const mail = await receiveMail()
    const { emit } = server.ctx.events
    server.ctx.events.emit = () => Promise.reject(new Error('the database is away'))
    try {
      await expect(sendBounce(receiver.port, mail.returnPath)).rejects.toMatchObject({ responseCode: 451 })
    } finally {
      server.ctx.events.emit = emit
    }
    expect(await bounced()).toEqual([])
    await sendBounce(receiver.port, mail.returnPath)
    expect(await bounced()).toHaveLength(1)
  })

  test('to many recipients at once is refused beyond ten', async () => {
    const { socket, answer, say } = connectBySmtp(receiver.port)
    await answer()
    await say('HELO mx.example')
    await say('MAIL FROM:<>')
    const codes: string[] = []
    for (let n = 0; n < 12; n++)
      codes.push((await say(`RCPT TO:<bounce+${randomUUID().replaceAll('-', '')}@${DOMAIN}>`))!.slice(0, 3))
    socket.destroy()
    expect(codes).toEqual([...Array(10).fill('250'), '452', '452'])
  })

  test('of more than a megabyte is refused', async () => {
    const mail = await receiveMail()
    const report = `${createStatusReport()}${'x'.repeat(70)}\r\n`.padEnd(1_200_000, 'long line \r\n')
    await expect(sendBounce(receiver.port, mail.returnPath, report)).rejects.toMatchObject({
      responseCode: 552,
    })
  })
})

const MEGABYTE = 1_000_000
const EXPENSIVE: [string, string][] = [
  ['empty lines', `Content-Type: text/plain\r\n\r\n${'\r\n'.repeat(MEGABYTE / 2)}`],
  [
    'groups of fields',
    createStatusReport().replace('Final-Recipient', `${'a: b\r\n\r\n'.repeat(MEGABYTE / 8)}Final-Recipient`),
  ],
  ['flowed text', `Content-Type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(MEGABYTE / 4)}`],
  [
    'groups of addresses',
    `To: ${'a:b;,\r\n '.repeat(MEGABYTE / 8)}\r\n${createStatusReport({ action: 'delayed' })}`,
  ],
]

describe('0086 a mail that is made to be expensive', () => {
  let address: string
  beforeEach(async () => {
    address = (await receiveMailAgain()).returnPath
  })

  test.each(EXPENSIVE)(
    'with %s costs next to nothing, for a mail that exists and for others',
    async (_, mail) => {
      for (const to of [`bounce+${randomUUID().replaceAll('-', '')}@${DOMAIN}`, address]) {
        const before = process.cpuUsage()
        await sendBounce(receiver.port, to, mail)
        const { user, system } = process.cpuUsage(before)
        // With the sender's part, which is in the same process, on a busy machine. Parsing took 1600 to 8000 ms.
        expect((user + system) / 1000).toBeLessThan(1400)
      }
      expect(await bounced()).toEqual([])
      await sendBounce(receiver.port, address)
      expect(await bounced()).toHaveLength(1)
    },
  )

  test('counts when a long mail follows the report', async () => {
    const report = createStatusReport().replace(
      '--part--',
      'A line of the mail that bounced\r\n'.repeat(25_000),
    )
    await sendBounce(receiver.port, address, report)
    expect(await bounced()).toHaveLength(1)
  })
})

describe('0086 connections to the receiver', () => {
  const LIMITS = { connections: 50, connectionsOfAddress: 2, idleMs: 30_000, connectionMs: 30_000 }
  const receiveWithin = async (limits: Partial<typeof LIMITS>) => {
    const limited = (await receiveBounces(server.ctx, { ...LIMITS, ...limits }))!
    onTestFinished(() => limited.close())
    return limited.port
  }

  test('are limited for each address, and others are accepted once one has ended', async () => {
    const port = await receiveWithin({})
    const connections = [connectBySmtp(port), connectBySmtp(port)]
    for (const { answer } of connections) expect(await answer()).toMatch(/^220 /)
    const refused = connectBySmtp(port)
    expect(await refused.answer()).toMatch(/^421 /)
    expect(await refused.answer()).toBeUndefined()
    connections[0]!.socket.end()
    await once(connections[0]!.socket, 'close')
    expect(await connectBySmtp(port).answer()).toMatch(/^220 /)
  })

  test('end after their time, although commands come', async () => {
    const { answer, say } = connectBySmtp(await receiveWithin({ connectionMs: 500 }))
    expect(await answer()).toMatch(/^220 /)
    let reply: string | undefined = await say('NOOP')
    expect(reply).toMatch(/^250 /)
    while (reply) reply = await say('NOOP')
  })
})

describe('0086 a mail to a customer', () => {
  test('is no concern of the customer when it went to another address than the one of now', async () => {
    const { accountId } = customer
    const params = { idpType: 'keepsake', idpSub: accountId }
    const email = `${randomUUID()}@keepsake.test`
    const late = await receiveMailAgain()
    await customer.call(requestEmailChange, { params, body: { email, channel: 'KEEPSAKE-GB' } })
    const confirmation = await server.mailbox.waitFor(mail => mail.to.includes(email))
    await sendBounce(receiver.port, confirmation.returnPath)
    expect(await bounced()).toEqual([])
    for (const kind of ['subscription', 'widget-share'] as const)
      await sendMail(server.ctx, { accountId, kind }, { ...message(), to: 'no-mailbox@keepsake.test' })
    expect(await bounced()).toHaveLength(1)

    const [address] = /https?:\/\/\S+/.exec(confirmation.text)!
    const token = new URL(address).searchParams.get('confirmation-token')!
    await customer.call(confirmEmailChange, { params: { ...params, token } })
    const after = await server.signIn({ accountId, email })
    const warning = await server.mailbox.waitFor(
      mail => mail.to.includes(customer.email) && mail.subject !== message().subject,
    )
    await sendBounce(receiver.port, warning.returnPath)
    const emit = vi.spyOn(server.ctx.events, 'emit')
    await sendBounce(receiver.port, late.returnPath)
    // The senders are notified nevertheless, such as the reminders.
    expect(emit).toHaveBeenCalledWith(expect.anything(), mailBounced, {
      accountId,
      kind: 'subscription',
      ref: '',
    })
    emit.mockRestore()
    const { items } = await after.call(getActivity)
    expect(items.filter(({ kind }) => kind.endsWith('bounced'))).toMatchObject([
      { kind: 'shared-mail-bounced' },
    ])

    await sendMail(
      server.ctx,
      { accountId, kind: 'subscription' },
      { ...message(), to: 'no-mailbox@keepsake.test' },
    )
    expect(await bounced(after)).toHaveLength(1)
  })

  test('that a retry may deliver is not stored', async () => {
    const ctx = {
      ...server.ctx,
      mail: { ...server.ctx.mail, send: () => Promise.reject(new MailError('busy', false)) },
    }
    const mail = { accountId: customer.accountId, kind: 'subscription' } as const
    await expect(sendMail(ctx, mail, message())).rejects.toThrow('busy')
    expect(await rows()).toEqual([])
  })

  test('that the server refuses while the database fails is refused with the error of the server', async () => {
    const busy = () => Promise.reject(new MailError('busy', false))
    const ctx = {
      ...withFailingStatements(server.ctx, 'DeleteQueryNode'),
      mail: { ...server.ctx.mail, send: busy },
    }
    const sent = sendMail(ctx, { accountId: customer.accountId, kind: 'subscription' }, message())
    await expect(sent).rejects.toThrow('busy')
  })

  test.each(['InsertQueryNode', 'UpdateQueryNode'])(
    'that cannot be stored (%s) is an error of the mail, which another try may overcome',
    async kind => {
      const mail = { accountId: customer.accountId, kind: 'subscription' } as const
      const sent = sendMail(withFailingStatements(server.ctx, kind), mail, {
        ...message(),
        to: 'no-mailbox@keepsake.test',
      })
      await expect(sent).rejects.toMatchObject({ name: 'MailError', permanent: false })
      expect(await bounced()).toEqual([])
    },
  )

  test('is forgotten 30 days after it was sent or bounced', async () => {
    const mail = { accountId: customer.accountId, kind: 'subscription' } as const
    await sendMail(server.ctx, mail, message())
    await sendMail(server.ctx, mail, { ...message(), to: 'no-mailbox@keepsake.test', subject: 'Refused' })
    const [cleanUp] = mails.jobs!.filter(({ kind }) => kind === cleanUpMailsJob)
    const run = () => cleanUp!.handler(server.ctx, [{}] as never, new AbortController().signal)
    server.clock.advance(29 * DAY)
    await run()
    expect(await rows()).toHaveLength(2)
    server.clock.advance(2 * DAY)
    await run()
    expect(await rows()).toEqual([])
  })

  test('to a person without an account is sent and not stored', async () => {
    const to = `guest-${randomUUID()}@keepsake.test`
    expect(await sendMail(server.ctx, { accountId: null, kind: 'subscription' }, { ...message(), to })).toBe(
      true,
    )
    const mail = await server.mailbox.waitFor(each => each.to.includes(to))
    expect(mail.returnPath).toBe('no-reply@keepsake.test')
  })
})

/** A connection to the receiver; an answer is undefined once the server has ended it. */
function connectBySmtp(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = () =>
    answers.next().then(
      ({ value }) => value as string | undefined,
      () => undefined,
    )
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return answer()
  }
  return { socket, answer, say }
}

const rows = () => listColumns(server.ctx.db, 'sent_mails', { account_id: customer.accountId }, ['mail_id'])

async function receiveMailAgain(): Promise<ReceivedMail> {
  await sendMail(server.ctx, { accountId: customer.accountId, kind: 'subscription' }, message())
  return server.mailbox.waitFor(
    mail => mail.to.includes(customer.email) && mail.subject === message().subject,
  )
}

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import { addSftpKey, getSftpAccess } from '#contract/sftp-access.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { type RetailerServer, startRetailerServer } from '../../testing/retailer-server.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'
import { ALGORITHMS, SFTP_LIMITS } from './connection/limits.ts'
import { type SftpServer, startSftpServer } from './connection/sftp-server.ts'
import { connectSftp, createKeyPair, OPENSSH, runOpenSsh, type TestSftp } from './sftp-access.testing.ts'

/** A fenced block of the page. */
interface Block {
  language: string
  text: string
}

const PAGE = await readFile(new URL('../../../../docs/sftp.md', import.meta.url), 'utf8')
const BLOCKS: Block[] = [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}))
/** Order files, each with the result that follows it. */
const EXAMPLES = BLOCKS.flatMap(({ language, text }, place) => {
  const next = BLOCKS[place + 1]
  return language === 'json' && next?.language === 'text' ? [{ file: text, result: next.text }] : []
})

let server: TestServer
let retailer: RetailerServer
let sftpServer: SftpServer
let business: Client
let privateKey: string
beforeAll(async () => {
  retailer = await startRetailerServer()
  const config = { sftp: { port: 0 }, rateLimits: false, retailer: retailer.settings }
  server = await testServer({ config })
  sftpServer = await startSftpServer(server.ctx)
})
afterAll(async () => {
  await sftpServer.close()
  await server.close()
  await retailer.close()
})
beforeEach(async () => {
  business = await server.customer({ business: true })
  const key = createKeyPair()
  privateKey = key.privateKey
  await business.call(addSftpKey, { body: { name: 'erp01', publicKey: key.publicKey } })
})

describe('NX-362 RV-873 the page about SFTP', () => {
  test('has an example of every result file, and each is what is received', async () => {
    expect(EXAMPLES).toHaveLength(6)
    const products = ['4711-2077-1', '4711-2077-2'].map(code => ({
      code,
      article: 'STUDIO-PACK',
      title: 'Pack',
    }))
    const order = orderForTests(business.accountId, server.clock.now(), { products })
    await upsertOrder(server.ctx, '4711-2077', order)
    const session = await connectSftp(sftpServer.port, business.accountId, undefined, { privateKey })
    for (const [number, { file, result }] of EXAMPLES.entries()) {
      const lines = result.trimEnd().split('\n')
      const reason = /^order: (.*)$/m.exec(result)?.[1]
      retailer.on(placeOrderFile, () =>
        reason ? { status: 409, body: { reason } } : { answer: { orderCodes: lines.slice(1) } },
      )
      const path = `/orders/${number}.json`
      await send(session, path, file)
      await server.idle()
      const kind = lines[0] === 'Ordered:' ? 'ordered' : 'error'
      const received = (await session.get(`${path}.${kind}.txt`)).toString().trimEnd().split('\r\n')
      expect([received[0], ...received.slice(1).toSorted()]).toEqual([lines[0], ...lines.slice(1).toSorted()])
    }
    await session.close()
  })

  test.runIf(OPENSSH)('has a batch that OpenSSH runs', async () => {
    await upsertInvoice(
      server.ctx,
      'SF-1/2026',
      invoiceForTests(business.accountId, { issueDate: '2026-11-20' }),
    )
    await server.idle()
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-sftp-'))
    await writeFile(join(folder, '2026-11-23_PO-77.json'), EXAMPLES[0]!.file)
    const batch = BLOCKS.find(({ language }) => language === 'sftp')!.text
    const user = { port: sftpServer.port, userName: business.accountId, privateKey }
    await runOpenSsh(user, [`lcd ${folder}`, ...batch.trimEnd().split('\n')], folder)
    expect(await readdir(join(folder, 'received'))).toEqual(['SF-1-2026.pdf'])
    const session = await connectSftp(sftpServer.port, business.accountId, undefined, { privateKey })
    expect(await session.list('/orders')).toContain('2026-11-23_PO-77.json')
    await session.close()
    await rm(folder, { recursive: true })
  })

  test('names the folders, the algorithms and the limits of the server', async () => {
    const { access } = await business.call(getSftpAccess)
    for (const { path } of access!.folders) expect(PAGE).toContain(`\`${path}`)
    const names = [...ALGORITHMS.kex, ...ALGORITHMS.cipher, ...ALGORITHMS.hmac]
    // The older name of an algorithm is left out.
    const unnamed = names.filter(name => !name.endsWith('libssh.org') && !PAGE.includes(`\`${name}\``))
    expect(unnamed).toEqual([])
    expect(PAGE).toContain(
      `${SFTP_LIMITS.connectionsOfAccount} at a time, each with ${SFTP_LIMITS.sessions} sessions`,
    )
    expect(PAGE).toContain(`${SFTP_LIMITS.connectionsOfAddress} of a network address`)
    expect(PAGE).toContain(`| open files | ${SFTP_LIMITS.openFilesOfAccount} at a time |`)
    expect(PAGE).toContain(`${SFTP_LIMITS.attempts} passwords and ${SFTP_LIMITS.keyRequests} offers of keys`)
    expect(PAGE).toContain(`after ${SFTP_LIMITS.idleMs / 60_000} minutes`)
    expect(PAGE).toContain(`within ${SFTP_LIMITS.signInMs / 1000} seconds`)
  })
})

async function send({ sftp }: TestSftp, path: string, content: string): Promise<void> {
  const stream = sftp.createWriteStream(path)
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject)
    stream.once('close', () => resolve())
    stream.end(content)
  })
}

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { readConfig } from '../config.ts'
import { KEEPSAKE_CALLS } from '../keepsake-calls/answer-call.ts'
import type { SentState } from '../keepsake-calls/push.ts'
import type { Order } from '../orders/order.ts'
import { readOrder, readRecords } from '../orders/paid-orders.testing.ts'
import { type RunningShop, startShop } from '../shop.ts'
import { startKeepsakeServer, TOKEN } from './keepsake-server.testing.ts'
import { TestBrowser } from './test-browser.ts'

/** In links to the shop. */
export const SHOP_ORIGIN = 'https://shop.example'

/** Bearer token of Keepsake's calls to the shop. */
const CALLS_TOKEN = 'the-token-of-keepsake-in-tests-of-the-shop'

type Pictures = Record<string, [width: number, height: number]>

export const LARGE: [number, number] = [3000, 2000]
export const SMALL: [number, number] = [600, 400]
/** The form values of a delivery to the customer's home. */
export const ADDRESS = {
  firstName: 'Anna',
  lastName: 'Keller',
  street: 'High Street',
  streetNumber: '1',
  postalCode: 'N1 9GU',
  city: 'London',
}

/** Repeats an assertion until it holds; a busy machine is slow to store. */
export const waitUntilPasses = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 20_000 })

/** Returns the address with which Keepsake hands a selection to the shop. */
export const findLink = (
  id: string,
  { vendor = 'keepsake', channel = 'KEEPSAKE-GB', product = 'PRINT-10X15-GLOSSY' } = {},
) => `/${vendor}/prints?autoselectproduct=${product}&channel=${channel}&tempSelectionId=${id}`

/** A shop with a data folder, a fake of Keepsake, a browser, and a clock that the test sets. */
export class TestShop {
  now = new Date('2026-11-21T12:00:00Z')
  readonly folder: string
  readonly keepsake: Awaited<ReturnType<typeof startKeepsakeServer>>
  readonly env: Record<string, string>
  shop!: RunningShop
  anna!: TestBrowser

  private constructor(folder: string, keepsake: TestShop['keepsake'], env: Record<string, string>) {
    this.folder = folder
    this.keepsake = keepsake
    this.keepsake.now = () => this.now
    this.env = {
      SHOP_PORT: '0',
      SHOP_URL: SHOP_ORIGIN,
      SHOP_PACE: '0',
      SHOP_DATA_DIR: folder,
      KEEPSAKE_URL: keepsake.origin,
      KEEPSAKE_TOKEN: TOKEN,
      SHOP_TOKEN: CALLS_TOKEN,
      LOG_LEVEL: 'silent',
      ...env,
    }
  }

  static async start(env: Record<string, string> = {}): Promise<TestShop> {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-shop-'))
    const test = new TestShop(folder, await startKeepsakeServer(), env)
    await test.open()
    test.anna = new TestBrowser(test.shop.origin)
    return test
  }

  async open(env: Record<string, string> = {}): Promise<void> {
    this.shop = await startShop(readConfig({ ...this.env, ...env }), {
      now: () => this.now,
      retryMs: () => 20,
    })
    this.anna?.moveTo(this.shop.origin)
  }

  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.shop.close()
    await this.open(env)
  }

  async close(): Promise<void> {
    await this.shop.close()
    await this.keepsake.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  passSeconds(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }

  async openEditor(pictures: Pictures, link: Parameters<typeof findLink>[1] = {}) {
    const id = this.keepsake.createSelection(pictures)
    await this.anna.open(findLink(id, link))
    return {
      id,
      form: `/prints/${id}`,
      photo: (name: string) => this.keepsake.selections.get(id)!.find(photo => photo.name === name)!.id,
    }
  }

  /** Continues from the editor to delivery and places the order. */
  async placeOrder(id: string, fields: Record<string, string> = ADDRESS): Promise<TestBrowser> {
    await this.anna.open(`/prints/${id}`)
    await this.anna.submit(`/prints/${id}`, { next: 'delivery' })
    return this.anna.submit(`/prints/${id}/order`, fields)
  }

  /** Selects a photo and orders a print of it. Returns the order's code. */
  async order(fields: Record<string, string> = {}): Promise<string> {
    const { id } = await this.openEditor({ 'beach.jpg': LARGE })
    await this.placeOrder(id, { ...ADDRESS, ...fields })
    return this.anna.path.split('/').at(-1)!
  }

  /** Presses a button of the back office about an order, or sends a form; returns the text of the page. */
  async press(code: string, action: string, fields: Record<string, string> = {}): Promise<string> {
    const path = `/back-office/orders/${code}`
    await this.anna.open(path)
    await this.anna.submit(path, { action, ...fields })
    return this.anna.text
  }

  /** Makes a call as Keepsake does, at another origin to a spawned process; answers status and JSON. */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    { token = CALLS_TOKEN, origin = this.shop.origin } = {},
  ) {
    const response = await fetch(`${origin}${KEEPSAKE_CALLS}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** The order's file. */
  file(code: string): Promise<Order> {
    return readOrder(join(this.folder, 'orders'), code)
  }

  /** The stored records of a kind, by id. */
  async records<R>(kind: string): Promise<Record<string, R>> {
    return (await readRecords(join(this.folder, kind))) as Record<string, R>
  }

  /** What Keepsake has acknowledged, by feed and record. */
  sent(): Promise<Record<string, SentState>> {
    return this.records('sent')
  }

  files(): Promise<string[]> {
    return readdir(join(this.folder, 'orders'))
  }
}

/** Orders a studio pack as a company, or of another brand; returns the order's code. */
export async function orderStudioPack(
  t: TestShop,
  quantity = '1',
  link: { vendor?: string; channel?: string } = {},
  address: Record<string, string> = ADDRESS,
): Promise<string> {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE }, link)
  await t.anna.open(`/prints/${id}/studio-pack`)
  await t.anna.submit(`/prints/${id}/studio-pack`, { title: 'Weddings', company: 'Studio Keller', quantity })
  await t.anna.submit(`/prints/${id}/order`, address)
  return t.anna.path.split('/').at(-1)!
}

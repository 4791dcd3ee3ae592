import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVICES } from '#contract/endpoint.ts'
import { putOrder, type RetailerOrder } from '#contract/orders.ts'
import { getRetailerTempSelection } from '#contract/temp-selections.ts'

export const TOKEN = 'the-token-of-the-shop-in-its-own-tests'

interface Photo {
  id: string
  name: string
  width: number
  height: number
  gone?: boolean
}

/**
 * Keepsake's door for services, as its contract describes it, over HTTP: what comes in and goes out is checked against
 * the contract. The real one stands behind the shop in e2e/prints.spec.ts.
 */
export async function keepsakeDoor() {
  const door = {
    origin: '',
    selections: new Map<string, Photo[]>(),
    orders: [] as { code: string; order: RetailerOrder }[],
    /** Calls of the selection's address. */
    reads: 0,
    /** Status with which the next order calls are answered, 0: the connection breaks; then 200. */
    failing: [] as number[],
    away: false,
    now: () => new Date(),
    /** A selection of pictures by name and size; answers its id. */
    choose(pictures: Record<string, [width: number, height: number]>): string {
      const id = crypto.randomUUID()
      const photos = Object.entries(pictures).map(([name, [width, height]]) => ({
        id: crypto.randomUUID(),
        name,
        width,
        height,
      }))
      door.selections.set(id, photos)
      return id
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    if (door.away) return void request.destroy()
    const url = new URL(request.url ?? '', door.origin)
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void answer(401, {})
    const id = idIn(url.pathname, SERVICES.tempSelections + getRetailerTempSelection.path)
    if (request.method === 'GET' && id !== undefined) {
      door.reads++
      const photos = door.selections.get(id)
      if (!photos) return void answer(404, {})
      const query = getRetailerTempSelection.query.parse(Object.fromEntries(url.searchParams))
      return void answer(200, getRetailerTempSelection.answer.parse(partOf(id, photos, query, door)))
    }
    const code = idIn(url.pathname, SERVICES.orders + putOrder.path)
    if (request.method === 'PUT' && code !== undefined) {
      const failure = door.failing.shift()
      if (failure === 0) return void request.destroy()
      if (failure !== undefined) return void answer(failure, {})
      const order = putOrder.body.parse(JSON.parse(await textOf(request)))
      putOrder.params.parse({ code })
      door.orders.push({ code, order })
      return void answer(200, { code, accountId: order.accountId, lastOrderDate: order.createdAt })
    }
    answer(404, {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  door.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return door
}

function partOf(
  id: string,
  photos: Photo[],
  { from, limit }: { from: number; limit: number },
  { origin, now }: { origin: string; now: () => Date },
) {
  const at = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const end = from + limit
  return {
    tempSelectionId: id,
    accountId: 'account-of-anna',
    created: at(0),
    expires: at(86_400_000),
    libraryUrl: 'https://my.example/my-photos/photos',
    photosCount: photos.length,
    availableCount: photos.filter(photo => !photo.gone).length,
    next: end < photos.length ? end : null,
    addressesExpire: at(1_800_000),
    images: photos
      .map((photo, position) => ({ ...photo, position }))
      .slice(from, end)
      .filter(photo => !photo.gone)
      .map(photo => ({
        position: photo.position,
        imageId: photo.id,
        localFileName: photo.name,
        contentType: 'image/jpeg',
        size: 1000,
        url: `${origin}/media/${now().getTime()}/${photo.id}/original`,
        untouchedUrl: `${origin}/media/${now().getTime()}/${photo.id}/view`,
        thumbnails: [300, 800, 1300].map(size => ({
          id: size,
          url: `${origin}/media/${now().getTime()}/${photo.id}/${size}`,
          width: size,
          height: size,
        })),
        visibleWidth: photo.width,
        visibleHeight: photo.height,
        state: 'ready',
      })),
  }
}

function idIn(path: string, pattern: string): string | undefined {
  const start = pattern.replace(/:\w+$/, '')
  return path.startsWith(start) ? path.slice(start.length) : undefined
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

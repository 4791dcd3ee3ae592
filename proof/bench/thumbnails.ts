import { join } from 'node:path'
import { request } from 'undici'
import { getPhotos } from '#contract/photos.ts'
import { type Bench, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from './harness/data-directory.ts'
import { createFigure, createUnjudgedFigure } from './harness/figure.ts'
import { addThumbnails } from './harness/library.ts'
import { generateLoad, hasWrk } from './harness/load.ts'
import { startNginx } from './harness/nginx.ts'
import { writePictures } from './harness/picture-files.ts'
import { createNoisyThumbnail } from './harness/pictures.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const RATIO_MIN = 0.4
const COUNT = 2000

/** Pictures of the grid by signed address, with look-up and check of the signature, against nginx serving files. */
export const thumbnails: Bench = {
  name: 'thumbnails',
  target: '≥ 0.40 of nginx serving the same files, signature checked',
  async run({ quick, log, resources }) {
    const [rounds, seconds] = quick ? [3, 2] : [9, 4]
    const dataDirectory = await createDataDirectory(resources)
    const database = await openBenchDatabase(dataDirectory)
    const customer = await addCustomer(database.db)
    const kinds = await Promise.all(
      Array.from({ length: 8 }, (_, i) => createNoisyThumbnail(300, 18, 100 + 8 * i)),
    )
    log(`storing ${COUNT} thumbnails`)
    const getBytes = (index: number) => kinds[index % kinds.length]!
    const ids = await addThumbnails(
      database.db,
      openBlobs(dataDirectory),
      customer.accountId,
      COUNT,
      getBytes,
    )
    await database.close()
    const server = await startServer(dataDirectory, resources)
    const client = await signIn(server.origin, customer)
    const { images } = await client.call(getPhotos, { query: { limit: 1 } })
    const sample = images[0]!.thumbnails.find(each => each.id === 300)!.url
    const urls = ids.map(id => sample.replace(images[0]!.imageId, id))
    await verifyContents(urls, sample, getBytes)
    const files = ids.map((id, index) => ({ name: `${id}.jpg`, bytes: getBytes(index) }))
    const nginx =
      (await writePictures(join(dataDirectory.folder, 'files'), files)) &&
      (await startNginx(join(dataDirectory.folder, 'files'), resources))
    const correct = [
      `${urls.length} addresses deliver their own bytes as image/jpeg`,
      'an address with an altered signature, account or photo is refused',
    ]
    if (!nginx)
      return {
        correct,
        figures: [
          createUnjudgedFigure('pictures per CPU second', `≥ ${RATIO_MIN} ×`, 'nginx is not installed'),
        ],
      }
    const shuffledUrls = urls.map((_, i) => urls[(i * 811) % urls.length]!)
    const nginxUrls = ids.map((_, i) => `${nginx.origin}/${ids[(i * 811) % ids.length]}.jpg`)
    const measure = (cpu: () => number, addresses: string[]) => async () => {
      const before = cpu()
      const { perSecond, requests } = await generateLoad(addresses, seconds, dataDirectory.folder)
      return { perSecond, cpu: (cpu() - before) / requests }
    }
    const [product, reference] = [measure(server.cpu, shuffledUrls), measure(nginx.cpu, nginxUrls)]
    log(`${rounds} × ${seconds} s each`)
    await product()
    await reference()
    const measured = await measureAlternately(rounds, product, reference)
    const [productCpu, nginxCpu] = (['product', 'reference'] as const).map(side =>
      (computeMedian(measured.map(each => each[side].cpu)) * 1e6).toFixed(0),
    )
    return {
      correct,
      figures: [
        createFigure(
          'pictures per second',
          measured.map(each => each.product.perSecond / each.reference.perSecond),
          {
            atLeast: RATIO_MIN,
            note: `${computeMedian(measured.map(each => each.product.perSecond)).toFixed(0)}/s; CPU ${productCpu} µs per picture, nginx ${nginxCpu} µs`,
          },
        ),
      ],
      notes: hasWrk ? [] : ['The load came from a Node client, wrk is not installed'],
    }
  },
}

async function verifyContents(urls: readonly string[], sample: string, getBytes: (index: number) => Buffer) {
  for (const [index, url] of urls.entries()) {
    const { statusCode, headers, body } = await request(url)
    const bytes = Buffer.from(await body.arrayBuffer())
    verify(statusCode === 200 && headers['content-type'] === 'image/jpeg', `${url} is a picture`)
    verify(bytes.equals(getBytes(index)), `${url} is the expected picture`)
  }
  const [token] = new URL(sample).pathname.split('/').slice(2)
  const [expires, scope, signature] = token!.split('.')
  const otherScope = Buffer.from('media:library:00000000-0000-4000-8000-000000000000').toString('base64url')
  const alteredUrls = [
    `${expires}.${scope}.${signature!.slice(0, -1)}${signature!.endsWith('A') ? 'B' : 'A'}`,
    `${(Number.parseInt(expires!, 36) + 3600).toString(36)}.${scope}.${signature}`,
    `${expires}.${otherScope}.${signature}`,
  ].map(wrongToken => sample.replace(token!, wrongToken))
  for (const url of [
    ...alteredUrls,
    sample.replace(/\/300$/, '/999'),
    sample.replace(/[^/]+\/300$/, `${crypto.randomUUID()}/300`),
  ]) {
    const { statusCode, body } = await request(url)
    await body.dump()
    verify(
      statusCode >= 400 && statusCode < 500,
      `an altered address is refused, not answered with ${statusCode}`,
    )
  }
}

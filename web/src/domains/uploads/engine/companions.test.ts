import { describe, expect, test } from 'vitest'
import type { PickedSource } from '#web/platform/files/dropped-sources.ts'
import { takeoutExport, toUtc } from '../companions/takeout.testing.ts'
import type { Counts } from '../queue/counts.ts'
import { createTestEnvironment, flushPromises, jpegFile, startUploads } from './upload-environment.testing.ts'

const GARDEN = 'Takeout/Google Photos/Garden'
const YEAR = 'Takeout/Google Photos/Photos from 2019'
const inFolder = (folder: string, file: File): PickedSource => ({ folder, file })
const photo = (name: string, folder = GARDEN, content = name) => inFolder(folder, jpegFile(name, content))
const json = (name: string, value: unknown, folder = GARDEN) =>
  inFolder(
    folder,
    new File([typeof value === 'string' ? value : JSON.stringify(value)], name, { type: 'application/json' }),
  )
const taken = (title: string, timestamp = '1556971255', more: object = {}) => ({
  title,
  photoTakenTime: { timestamp, formatted: '04.05.2019' },
  geoData: { latitude: 52.0123, longitude: 4.3456 },
  people: [{ name: 'Opa' }],
  url: 'https://photos.google.com/photo/secret',
  ...more,
})
const unreadable = (name: string, kind: 'file' | 'folder', contents: PickedSource[] = []): PickedSource => ({
  name,
  kind,
  folder: GARDEN,
  read: async () => contents,
})

/** The sum that the list shows. */
const toSum = (counts: Counts) =>
  (['added', 'known', 'refused', 'unreadable', 'failed', 'companions', 'videos', 'documents'] as const)
    .map(name => counts[name])
    .reduce((a, b) => a + b, counts.active + counts.paused + counts.missing)

describe('NX-245 companions are folded under their photos', () => {
  test('a photo is sent with the date and title of its companion, and the last folder of its path', async () => {
    const { t, uploads, find, add } = await startUploads()
    await add(
      photo('IMG_1.jpg'),
      json(
        'IMG_1.jpg.supplemental-metadata.json',
        taken('IMG_1.jpg', '1556971255', { description: 'Opa im Garten' }),
      ),
      json('IMG_2.jpg.json', taken('IMG_2.jpg')),
      json('IMG_3.jpg.json', '{ broken'),
      json('IMG_1.jpg.json', '{ broken'),
    )
    expect(find('IMG_1.jpg.supplemental-metadata.json')).toMatchObject({ state: 'companion', isUsed: true })
    expect(find('IMG_2.jpg.json')).toMatchObject({ state: 'companion', isUsed: false })
    for (const name of ['IMG_3.jpg.json', 'IMG_1.jpg.json'])
      expect(find(name)).toMatchObject({ state: 'companion', isUsed: false })
    expect(t.sent).toHaveLength(1)
    expect(t.sent[0]).toMatchObject({
      companion: { takenAt: '2019-05-04T14:00:55', offset: 120, title: 'Opa im Garten' },
      folder: 'Garden',
    })
    expect(uploads.state().counts).toMatchObject({ total: 5, photos: 1, companions: 4, refused: 0 })
  })

  test('NX-216 while places are on, the position of a companion is sent with its photo', async () => {
    const { t, find, add } = await startUploads(createTestEnvironment({ arePlacesOn: async () => true }))
    await add(photo('IMG_1.jpg'), json('IMG_1.jpg.json', taken('IMG_1.jpg')))
    const place = { lat: 52.0123, lon: 4.3456 }
    expect(find('IMG_1.jpg').facts).toEqual({ takenAt: '2019-05-04T14:00:55', offset: 120, place })
    expect(t.sent[0]!.companion).toEqual({ takenAt: '2019-05-04T14:00:55', offset: 120, place })
  })

  test.each([
    ['are off', async () => false],
    ['are unknown', () => Promise.reject(new Error('no answer'))],
  ])(
    'NX-216 while places %s, no position is kept in the queue or the browser, and no name, address or path is sent',
    async (_, arePlacesOn) => {
      const { t, uploads, add } = await startUploads(createTestEnvironment({ arePlacesOn }))
      await add(photo('IMG_1.jpg'), json('IMG_1.jpg.json', taken('IMG_1.jpg')))
      await uploads.stop()
      expect(t.stored.size).toBe(2)
      const { file: _file, ...sent } = t.sent[0]!
      const { sha256, batch, folder, companion } = sent
      expect({ sha256, batch, folder, companion }).toEqual({
        sha256: 'hash of IMG_1.jpg',
        batch: { batchId: 'id-1', fileId: 'id-2' },
        folder: 'Garden',
        companion: { takenAt: '2019-05-04T14:00:55', offset: 120 },
      })
      expect(JSON.stringify([sent, uploads.state(), [...t.stored.values()]])).not.toMatch(/52\.0123|4\.3456/)
      expect(JSON.stringify([sent, [...t.recorded]])).not.toMatch(/Opa|secret|Takeout/)
    },
  )

  test('companions that are chosen after their photo, or before it, count too while it is not sent', async () => {
    const { t, find, add } = await startUploads()
    await add(...['a', 'b', 'c', 'd'].map(name => photo(`${name}.jpg`)))
    await add(json('d.jpg.json', taken('d.jpg')), json('e.jpg.json', taken('e.jpg')))
    expect(find('d.jpg')).toMatchObject({ state: 'waiting', facts: { takenAt: '2019-05-04T14:00:55' } })
    expect(find('e.jpg.json').isUsed).toBe(false)
    await add(photo('e.jpg'))
    expect(find('e.jpg.json').isUsed).toBe(true)
    await t.completeAll()
    await t.completeAll()
    expect(t.sent.find(({ file }) => file.name === 'e.jpg')?.companion).toBeDefined()
  })

  test('a photo that was deleted at Google Photos is added only if it is chosen', async () => {
    const { t, uploads, find, add } = await startUploads()
    await add(photo('IMG_1.jpg'), json('IMG_1.jpg.json', taken('IMG_1.jpg', '1', { trashed: true })))
    expect(find('IMG_1.jpg')).toMatchObject({ state: 'refused', reason: 'in-google-bin' })
    expect(t.sent).toEqual([])
    uploads.accept(find('IMG_1.jpg').id)
    await flushPromises()
    expect(t.sent).toHaveLength(1)
  })

  test('of 200 files, 1,000 in the proof, every date is right or unknown, and nothing but the closed list is sent', async () => {
    const count = process.env.PROOF === 'true' ? 500 : 100
    const { photos, companions, dateByPhoto } = takeoutExport(count, 7)
    const files = [
      ...photos.map(({ folder, name }) => photo(name, folder, `${folder}/${name}`)),
      ...companions.map(({ folder, name, text }) => json(name, text, folder)),
    ]
    expect(files.length).toBeGreaterThanOrEqual(1.9 * count)
    const { t, uploads, add } = await startUploads()
    await add(...files)
    for (let completed = 0; uploads.state().counts.active > 0; ) {
      const sent = t.sent.slice(completed)
      completed = t.sent.length
      for (const file of sent) file.complete()
      await flushPromises()
      await t.runTimers()
    }
    const { counts } = uploads.state()
    expect(counts).toMatchObject({ total: files.length, added: photos.length, companions: companions.length })
    expect(toSum(counts)).toBe(files.length)
    const fields = new Set<string>()
    const offsets = new Set<number | undefined>()
    let datedCount = 0
    for (const { file, companion } of t.sent) {
      for (const field of Object.keys(companion ?? {})) fields.add(field)
      if (!companion?.takenAt) continue
      datedCount++
      expect(toUtc(companion)).toBe(dateByPhoto.get(file.name))
      offsets.add(companion.offset)
    }
    expect([...fields].toSorted()).toEqual(['offset', 'takenAt', 'title'])
    // The zone of this browser, and of Kathmandu.
    expect(offsets).toEqual(new Set([120, 345]))
    expect(datedCount / photos.length).toBeGreaterThan(0.95)
  })
})

describe('NX-248 the count adds up', () => {
  const chosen = [
    photo('IMG_1.jpg'),
    photo('IMG_2.jpg'),
    photo('known.jpg'),
    photo('restored.jpg'),
    json('IMG_1.jpg.json', taken('IMG_1.jpg')),
    json('metadata.json', { title: 'Garden', date: {} }),
    inFolder(GARDEN, new File(['x'], 'notes.txt', { type: 'text/plain' })),
    inFolder(GARDEN, new File(['x'], 'film.mp4', { type: 'video/mp4' })),
    inFolder(GARDEN, new File(['x'], 'old.gif', { type: 'image/gif' })),
    unreadable('cloud.jpg', 'file'),
    unreadable('Locked', 'folder'),
    { name: '.DS_Store', kind: 'hidden' },
    { name: '.DS_Store', kind: 'hidden' },
  ] satisfies PickedSource[]
  const COUNT = chosen.length - 2

  async function addAll() {
    const t = createTestEnvironment()
    t.library.set('hash of known.jpg', { photoId: 'p1', state: 'already-there' })
    t.library.set('hash of restored.jpg', { photoId: 'p2', state: 'restored' })
    const page = await startUploads(t)
    await page.add(...chosen)
    return page
  }

  test('while it runs, at the end and in the receipt, which has each file once; hidden files are named once and not counted', async () => {
    const { t, uploads } = await addAll()
    expect(uploads.state().counts.total).toBe(COUNT)
    expect(toSum(uploads.state().counts)).toBe(COUNT)
    expect(uploads.state().hiddenNames).toEqual(['.DS_Store'])
    await t.completeAll()
    expect(uploads.state().counts).toMatchObject({
      total: COUNT,
      added: 2,
      known: 2,
      restored: 1,
      refused: 1,
      unreadable: 2,
      companions: 2,
      videos: 1,
      documents: 1,
      failed: 0,
      active: 0,
    })
    expect(toSum(uploads.state().counts)).toBe(COUNT)
    const states = [...t.recorded.values()].flatMap(files => [...files.values()])
    expect(
      Object.fromEntries(
        Map.groupBy(states, state => state)
          .entries()
          .map(([state, all]) => [state, all.length]),
      ),
    ).toEqual({
      // Replaced by their uploads at the service.
      waiting: 2,
      'already-there': 1,
      restored: 1,
      refused: 1,
      unreadable: 2,
      companion: 2,
      'left-out': 2,
    })
  })

  test('after a reload, and when the same files are chosen again', async () => {
    const { t, uploads } = await addAll()
    await uploads.stop()
    const second = await startUploads(t)
    expect(second.uploads.state().counts.total).toBe(COUNT)
    expect(toSum(second.uploads.state().counts)).toBe(COUNT)
    expect(second.find('Locked')).toMatchObject({ state: 'failed', reason: 'folder-unreadable' })
    expect(second.find('IMG_1.jpg.json').state).toBe('companion')
    await second.add(...chosen.filter(source => 'file' in source))
    expect(second.uploads.state().counts.total).toBe(COUNT)
  })

  test('a removed file leaves both sides', async () => {
    const { uploads, find } = await addAll()
    uploads.remove(find('IMG_2.jpg').id)
    expect(uploads.state().counts.total).toBe(COUNT - 1)
    expect(toSum(uploads.state().counts)).toBe(COUNT - 1)
  })
})

describe('NX-249 what cannot be read is listed', () => {
  test('a companion whose bytes cannot be read is a row; its retry finds its photo and sends nothing', async () => {
    const { t, find, add, uploads } = await startUploads()
    let isLocked = true
    const file = new File([JSON.stringify(taken('IMG_9.jpg'))], 'IMG_9.jpg.json', {
      type: 'application/json',
    })
    const { text } = file
    file.text = () =>
      isLocked ? Promise.reject(new DOMException('locked', 'NotReadableError')) : text.call(file)
    await add(...['1', '2', '3', '9'].map(number => photo(`IMG_${number}.jpg`)), inFolder(GARDEN, file))
    expect(find('IMG_9.jpg.json')).toMatchObject({ state: 'failed', reason: 'unreadable' })
    isLocked = false
    uploads.retry([find('IMG_9.jpg.json').id])
    await flushPromises()
    expect(find('IMG_9.jpg.json')).toMatchObject({ state: 'companion', isUsed: true })
    expect(find('IMG_9.jpg').facts).toBeDefined()
    expect(t.sent.map(({ file: each }) => each.name)).not.toContain('IMG_9.jpg.json')
  })

  test('the files of a folder that is read later are in it', async () => {
    const { uploads, find, add } = await startUploads()
    await add(
      unreadable('Locked', 'folder', [
        photo('a.jpg', `${GARDEN}/Locked`),
        json('a.jpg.json', taken('a.jpg'), `${GARDEN}/Locked`),
      ]),
    )
    uploads.retry([find('Locked').id])
    await flushPromises()
    expect(find('a.jpg')).toMatchObject({ folder: `${GARDEN}/Locked`, facts: { offset: 120 } })
    expect(uploads.state().counts).toMatchObject({ total: 2, companions: 1, unreadable: 0 })
  })
})

describe('NX-247 folders become albums after one question', () => {
  const drop = [
    photo('IMG_1.jpg', GARDEN, 'one'),
    json('metadata.json', { title: 'Opas Garten', date: {} }, GARDEN),
    photo('IMG_1.jpg', YEAR, 'one'),
    photo('IMG_2.jpg', YEAR, 'two'),
    json('metadata.json', { title: 'Photos from 2019', date: {} }, YEAR),
    photo('IMG_3.jpg', 'Takeout/Google Photos/Norway', 'three'),
  ]
  const names = (page: Awaited<ReturnType<typeof startUploads>>) =>
    page.uploads.state().folderAlbums.map(({ name, count, isChosen }) => [name, count, isChosen])

  test('albums of Google Photos are offered by their titles and chosen, year folders are not; a photo of both is added once and put into the album', async () => {
    const page = await startUploads()
    await page.add(...drop)
    const { t, uploads } = page
    expect(names(page)).toEqual([
      ['Opas Garten', 1, true],
      ['Norway', 1, false],
    ])
    await t.completeAll()
    await t.completeAll()
    expect(t.sent.map(({ file }) => file.name)).toEqual(['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg'])
    await uploads.confirm()
    expect(t.albums).toEqual(['Opas Garten'])
    expect(t.addedToAlbums).toEqual(['photo of IMG_1.jpg to album Opas Garten'])
  })

  test('a photo that is being sent when the albums are chosen is added to its album once it arrived', async () => {
    const page = await startUploads()
    const { t, uploads } = page
    await page.add(...drop.slice(0, 1))
    uploads.chooseAlbum(['Garden'], true)
    expect(t.sent[0]!.albumId).toBeUndefined()
    await uploads.confirm()
    expect(t.addedToAlbums).toEqual([])
    await t.completeAll()
    expect(t.addedToAlbums).toEqual(['photo of IMG_1.jpg to album Garden'])
    expect(uploads.confirmed().queue.every(({ inAlbum }) => inAlbum)).toBe(true)
  })

  test('no albums without the answer, and none in an album of the page', async () => {
    const page = await startUploads()
    page.uploads.beginImport('oslo')
    await page.add(...drop)
    expect(names(page)).toEqual([])
    page.uploads.beginImport()
    await page.add(photo('IMG_4.jpg', 'Downloads'))
    await page.uploads.confirm()
    expect(page.t.albums).toEqual([])
  })

  test('an album that could not be created is created by the next Upload, once', async () => {
    const ids: string[] = []
    let isOffline = true
    const t = createTestEnvironment({
      ensureAlbum: async (name, newId) => {
        ids.push(newId)
        if (isOffline) throw new Error('no answer')
        return `album ${name}`
      },
    })
    const page = await startUploads(t)
    await page.add(photo('IMG_1.jpg'))
    page.uploads.chooseAlbum(['Garden'], true)
    await expect(page.uploads.confirm()).rejects.toThrow('An album could not be created')
    isOffline = false
    await page.uploads.confirm()
    expect(new Set(ids).size).toBe(1)
  })
})

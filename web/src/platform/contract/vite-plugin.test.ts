import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { ShapeSchema } from './shape.ts'

const root = new URL('../../../../', import.meta.url)
const ENTRY = fileURLToPath(new URL('web/entry.js', root))
const PAGE = fileURLToPath(new URL('web/page.js', root))
const CHUNK = '\n// next chunk\n'

test('RV-602 importing an export without a browser version fails the build and names it', async () => {
  await expect(
    built("import { photoSelection } from '#contract/photo-selection.ts'; use(photoSelection)"),
  ).rejects.toThrow(/"photoSelection" is not exported by/)
})

test('RV-602 answers are validated without zod, forms use the real schema of their call', async () => {
  const page = await built("import { getAlbums } from '#contract/albums.ts'; use(getAlbums)")
  expect(page).not.toContain('safeParseAsync')
  const form = await built("import { albumDetails } from '#contract/input/album.ts'; use(albumDetails)")
  expect(form).toContain('trimEnd')
})

test('RV-507 a chunk has only the endpoints of a contract module that its code calls', async () => {
  const call = (name: string) => `import { ${name} } from '#contract/photos.ts'; use(${name})`
  const both = await built(`${call('getTimeline')}; import(${JSON.stringify(PAGE)})`, call('getUser'))
  const [first, page] = both.split(CHUNK)
  expect(first).toContain('/users/timeline')
  expect(first).not.toContain('registrationDate')
  expect(page).toContain('registrationDate')
})

test('RV-507 a schema that several answers contain is in the bundle once, and is checked in each', async () => {
  const code = await built(
    "import { getPhoto, getPhotos } from '#contract/photos.ts'; globalThis.compiled = { getPhoto, getPhotos }",
  )
  expect(code.match(/untouchedUrl/g)).toHaveLength(1)
  await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { compiled } = globalThis as unknown as { compiled: Record<'getPhoto' | 'getPhotos', Compiled> }
  const accepts = (image: object) => [
    compiled.getPhoto.answer.safeParse({ image, year: 2026, month: 8, position: 0, addressesExpire: WHEN })
      .success,
    compiled.getPhotos.answer.safeParse({ cursor: null, images: [image], addressesExpire: WHEN }).success,
  ]
  expect(accepts(IMAGE)).toEqual([true, true])
  expect(accepts({ ...IMAGE, size: '4' })).toEqual([false, false])
})

interface Compiled {
  answer: ShapeSchema
}

const WHEN = '2026-08-01T10:00:00.000Z'
const IMAGE = {
  imageId: '0199f7a0-1111-7222-8333-444455556666',
  ownerId: 'a',
  uploadId: 'u',
  localFileName: 'IMG_1.jpg',
  contentType: 'image/jpeg',
  size: 4,
  url: '/media/x',
  untouchedUrl: '/media/x',
  thumbnails: [],
  uploadEnd: WHEN,
  visibleWidth: 3,
  visibleHeight: 2,
  created: WHEN,
  state: 'ready',
}

/** The bundle of this source. Built in a Node process, because the plugin imports the contract. */
async function built(source: string, page = ''): Promise<string> {
  const script = `
    import { build } from 'vite'
    import { contractPlugin } from ${JSON.stringify(new URL('vite-plugin.ts', import.meta.url).href)}
    const sources = new Map(${JSON.stringify([
      [ENTRY, source],
      [PAGE, page],
    ])})
    const { output } = await build({
      configFile: false,
      root: ${JSON.stringify(fileURLToPath(root))},
      logLevel: 'silent',
      plugins: [
        contractPlugin(new URL(${JSON.stringify(root.href)})),
        {
          name: 'entry',
          enforce: 'pre',
          resolveId: id => (sources.has(id) ? id : null),
          load: id => sources.get(id),
        },
      ],
      build: { write: false, minify: false, rolldownOptions: { input: ${JSON.stringify(ENTRY)} } },
    })
    console.log(output.map(each => each.code).join(${JSON.stringify(CHUNK)}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  })
  return stdout
}

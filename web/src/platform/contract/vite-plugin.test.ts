import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

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

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const ENTRY = fileURLToPath(new URL('web/entry.js', root))

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

/** The bundle of this source. Built in a Node process, because the plugin imports the contract. */
async function built(source: string): Promise<string> {
  const script = `
    import { build } from 'vite'
    import { contractPlugin } from ${JSON.stringify(new URL('vite-plugin.ts', import.meta.url).href)}
    const { output } = await build({
      configFile: false,
      root: ${JSON.stringify(fileURLToPath(root))},
      logLevel: 'silent',
      plugins: [
        contractPlugin(new URL(${JSON.stringify(root.href)})),
        {
          name: 'entry',
          enforce: 'pre',
          resolveId: id => (id === ${JSON.stringify(ENTRY)} ? id : null),
          load: id => (id === ${JSON.stringify(ENTRY)} ? ${JSON.stringify(source)} : null),
        },
      ],
      build: { write: false, minify: false, rolldownOptions: { input: ${JSON.stringify(ENTRY)} } },
    })
    console.log(output.map(each => each.code).join())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  })
  return stdout
}

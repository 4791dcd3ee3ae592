// biome-ignore-all lint/suspicious/noTemplateCurlyInString: planted code holds templates
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkStructure } from './structure.ts'

/** A small repository that obeys all rules; each test plants one violation in it. */
const CLEAN: Record<string, string> = {
  'package.json': JSON.stringify({
    imports: {
      '#contract/*': './contract/*',
      '#server/*': './server/src/*',
      '#web/*': './web/src/*',
      '#sandbox/*': './sandbox/*',
    },
  }),
  'contract/photos.ts': 'export interface Photo { id: string }\n',
  'brands/index.ts':
    "import type { Photo } from '#contract/photos.ts'\nexport const brand: Photo = { id: 'a' }\n",
  'server/src/schema.ts': 'export interface Schema {}\n',
  'server/src/platform/clock.ts': 'export const now = () => 0\n',
  'server/src/migrations/tables.sql':
    'create table photos (account_id text);\ncreate table settings (name text);\ncreate table albums (account_id text);\n',
  'server/src/app.ts': `import { albums } from './domains/albums/index.ts'
import { photos } from './domains/photos/index.ts'
export const domains = [photos, albums] as const
`,
  'server/src/domains/photos/index.ts': `import { photoTables } from './tables.ts'
export { countPhotos } from './store.ts'
export const photos = defineDomain({ name: 'photos', tables: photoTables, eraseAccount: async () => {} })
`,
  'server/src/domains/photos/tables.ts':
    "export const photoTables = { photos: distributed<PhotosTable>('account_id'), settings: local<SettingsTable>() }\n",
  'server/src/domains/photos/store.ts':
    "export const countPhotos = (db: Db) => db.selectFrom('photos as p').selectAll().where('account_id', '=', '').execute()\n",
  'server/src/domains/albums/index.ts': `import { countPhotos } from '../photos/index.ts'
import { albumTables } from './tables.ts'
export const albums = defineDomain({ name: 'albums', tables: albumTables, async eraseAccount() { await countPhotos() } })
`,
  'server/src/domains/albums/tables.ts':
    "export const albumTables = { albums: distributed<AlbumsTable>('account_id') }\n",
  'server/src/domains/albums/store/albums.ts':
    'export const listAlbums = (db: Db, accountId: string) => sql`select name from albums a join lateral (select 1) x on true where account_id = ${accountId}`.execute(db)\n',
  'server/src/domains/albums/rules.ts': "export const NOTE = 'photos that are in the bin'\n",
  'web/src/platform/call.ts':
    "import type { Photo } from '#contract/photos.ts'\nexport type Called = Photo\n",
  'web/src/gallery/index.ts': 'export const grid = 1\n',
  'web/src/gallery/grid/tile.ts': 'export const tile = 1\n',
  'web/src/domains/photos/index.ts': "export { plantedPage } from './planted-page.tsx'\n",
  'web/src/domains/photos/planted-page.tsx':
    "import { grid } from '#web/gallery/index.ts'\nexport const plantedPage = grid\n",
  'web/src/domains/albums/index.ts':
    "import { plantedPage } from '../photos/index.ts'\nexport const albumPage = plantedPage\n",
  'locales/en-GB.json': `{
  "albums.title": "Albums",
  "albums.state.full": "Full",
  "albums.state.photo.added": "Photo added",
  "albums.state.30": "30 days"
}`,
  'web/src/domains/albums/album.module.css':
    '/* .note */\n.card { inset: 1.5px; }\n@media (hover: hover) { .card:hover { top: 0; } }\n',
  'web/src/domains/albums/album.tsx':
    "import styles from './album.module.css'\nexport const album = [styles.card, 'albums.title', 'full', 'photo.added', 30, `albums.state.${state}`]\n",
  'web/src/ui/primitives.css': '.ui-row8 { gap: 8px; }\n',
  'web/src/ui/row.tsx': "export const row = <p className='ui-row8' />\n",
  'web/src/app/router.ts': "export const load = () => import('../domains/albums/index.ts')\n",
  'sandbox/demo-calls/orders.ts': 'export const placeDemoOrder = 1\n',
  'sandbox/demo/customers.ts': 'export const customers = 1\n',
  'sandbox/shop/app.ts': 'export const app = 1\n',
  'web/src/app/router.test.ts':
    "import { plantedPage } from '../domains/photos/planted-page.tsx'\nplantedPage\n",
}

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keepsake-structure-'))
  plant(CLEAN)
})
afterEach(() => rmSync(root, { recursive: true }))

test('RV-601, RV-603 a tree that obeys the rules is accepted', async () => {
  expect(violations()).toEqual([])
})

describe('RV-601 imports run downwards through the layers', () => {
  test.each([
    ['contract/photos.ts', '#server/platform/clock.ts', 'contract may not import server platform'],
    ['brands/index.ts', '#web/platform/call.ts', 'brands, html and locales may not import web platform'],
    ['server/src/platform/clock.ts', '../schema.ts', 'server platform may not import server http'],
    ['server/src/schema.ts', './domains/photos/index.ts', 'server http may not import server domains'],
    ['server/src/domains/photos/store.ts', '#server/app.ts', 'server domains may not import server app'],
    ['web/src/platform/call.ts', '#server/platform/clock.ts', 'web platform may not import server platform'],
    ['web/src/platform/call.ts', '../gallery/index.ts', 'web platform may not import web gallery'],
    [
      'web/src/gallery/grid/tile.ts',
      '#web/domains/photos/index.ts',
      'web gallery may not import web domains',
    ],
    ['web/src/domains/albums/index.ts', '#web/app/router.ts', 'web domains may not import web app'],
    ['contract/photos.ts', '#sandbox/demo-calls/orders.ts', 'contract may not import demo calls'],
    ['server/src/main.ts', '#sandbox/demo/customers.ts', 'server app may not import sandbox'],
    ['web/src/app/router.ts', '#sandbox/shop/app.ts', 'web app may not import shop'],
    ['sandbox/shop/app.ts', '#sandbox/demo/customers.ts', 'shop may not import sandbox'],
    ['sandbox/shop/app.ts', '#server/app.ts', 'shop may not import server app'],
    [
      'web/src/app/router.ts',
      './router.test.ts',
      'imports web/src/app/router.test.ts, which is for development only',
    ],
  ])('%s does not import %s', async (file, specifier, message) => {
    plant({ [file]: `import '${specifier}'\n` })
    expect(violations()).toContainEqual(
      expect.stringMatching(new RegExp(`^${file}:1: ${message}.*\\(layers\\)$`)),
    )
  })

  test('a file outside of all layers is reported', async () => {
    plant({ 'web/src/helpers/dates.ts': "import '#contract/photos.ts'\n" })
    expect(violations()).toEqual([
      'web/src/helpers/dates.ts:1: belongs to no layer of tools/check/layers.ts (layers)',
    ])
  })
})

describe('RV-601 a domain is imported through its index.ts and by higher domains only', () => {
  test.each([
    ['server/src/domains/albums/rules.ts', '../photos/store.ts'],
    ['server/src/app.ts', './domains/photos/store.ts'],
    ['web/src/domains/albums/index.ts', '../photos/planted-page.tsx'],
    ['web/src/domains/albums/index.ts', '../photos/planted-page.module.css'],
    ['web/src/app/router.ts', '#web/gallery/grid/tile.ts'],
    ['web/src/app/router.ts', '#web/domains/photos/planted-page.tsx'],
  ])('%s does not import %s', async (file, specifier) => {
    plant({ [file]: `import type { It } from '${specifier}'\n${CLEAN[file]}` })
    expect(violations()).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${file}:1: imports past the index.ts of (photos|gallery): .*\\(domain-boundaries\\)$`),
      ),
    )
  })

  test.each(['server', 'web'])('a lower domain of the %s does not import a higher one', async side => {
    const domains = `${side}/src/domains`
    plant({ [`${domains}/photos/upwards.ts`]: "export type { albums } from '../albums/index.ts'\n" })
    expect(violations()).toEqual([
      `${domains}/albums/index.ts:1: domains depend on each other: ${domains}/albums/index.ts:1 imports photos, ${domains}/photos/upwards.ts:1 imports albums (domain-boundaries)`,
    ])
  })

  test.each(['server', 'web'])('RV-959 a lower domain of the %s, by way of a new one', async side => {
    const domains = `${side}/src/domains`
    const calendars = `${domains}/calendars/index.ts`
    plant({ [calendars]: "export { albums } from '../albums/index.ts'\n" })
    expect(violations()).toEqual([])
    plant({ [`${domains}/photos/upwards.ts`]: "import '../calendars/index.ts'\n" })
    expect(violations()).toEqual([
      `${domains}/albums/index.ts:1: domains depend on each other: ${domains}/albums/index.ts:1 imports photos, ${domains}/photos/upwards.ts:1 imports calendars, ${calendars}:1 imports albums (domain-boundaries)`,
    ])
  })
})

describe('RV-601 import cycles', () => {
  test('a cycle of type imports is found and shown', async () => {
    plant({
      'sandbox/shop/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
      'sandbox/shop/b.ts': "export type B = import('./c.ts').C\n",
      'sandbox/shop/c.ts': "export type { A as C } from './a.ts'\n",
    })
    expect(violations()).toEqual([
      'sandbox/shop/a.ts:1: import cycle: sandbox/shop/a.ts → sandbox/shop/b.ts → sandbox/shop/c.ts → sandbox/shop/a.ts (import-cycles)',
    ])
  })

  test('cycles of tests and of dynamic imports are found', async () => {
    plant({
      'proof/browser/a.spec.ts': "const b = () => import('./b.ts')\n",
      'proof/browser/b.ts': "import './a.spec.ts'\n",
    })
    expect(violations()).toEqual([
      'proof/browser/a.spec.ts:1: import cycle: proof/browser/a.spec.ts → proof/browser/b.ts → proof/browser/a.spec.ts (import-cycles)',
    ])
  })
})

describe('RV-1122 a small file with one importer in its folder joins it', () => {
  const PATH = 'web/src/gallery/grid/planted-size.ts'
  const NEIGHBOUR = 'web/src/gallery/grid/tile.ts'
  const importPlanted = "import { size } from './planted-size.ts'\nexport const tile = size\n"
  const plantSmall = (lines: number, importer = importPlanted) =>
    plant({ [PATH]: `${'//\n'.repeat(lines - 1)}export const size = 1\n`, [NEIGHBOUR]: importer })

  test('of 39 lines, also where its test imports it', async () => {
    plantSmall(39)
    plant({ 'web/src/gallery/grid/planted-size.test.ts': "import './planted-size.ts'\n" })
    expect(violations()).toEqual([`${PATH}: has one importer: join ${NEIGHBOUR} (small-files)`])
  })

  test('not of 40 lines, with a second importer, loaded on demand, or where both are too long', async () => {
    plantSmall(40)
    expect(violations()).toEqual([])
    plantSmall(39, "export const tile = () => import('./planted-size.ts')\n")
    expect(violations()).toEqual([])
    plantSmall(39, `${'//\n'.repeat(260)}${importPlanted}`)
    expect(violations()).toEqual([])
    plantSmall(39)
    plant({ 'web/src/gallery/grid/planted-other.ts': "import './planted-size.ts'\n" })
    expect(violations()).toEqual([])
  })

  const plantPair = (file: string, importer: string) =>
    plant({
      [`web/src/gallery/grid/${file}`]: 'export const size = 1\n',
      [`web/src/gallery/grid/${importer}`]: `import { size } from './${file}'\nexport const tile = size\n`,
    })

  test.each([
    ...['index', 'tables', 'store', 'events', 'routes', 'present', 'jobs', 'job-kinds', 'metrics'],
    ...['notifications', 'lazy-tiles', 'size-worker', 'size.d'],
  ])('not %s.ts, which has a name that readers look for', name => {
    plantPair(`${name}.ts`, 'tile.ts')
    expect(violations()).toEqual([])
  })

  test.each(['index.ts', 'lazy-tiles.ts'])('not where %s exports it', importer => {
    plantPair('size.ts', importer)
    expect(violations()).toEqual([])
  })

  test.each([
    ['tile-index.ts', 'tile.ts'],
    ['tile-events.ts', 'tile.ts'],
    ['stores.ts', 'tile.ts'],
    ['size.ts', 'store.ts'],
    ['size.ts', 'routes.ts'],
    ['size.ts', 'jobs.ts'],
  ])('%s, which %s imports: no such names', (file, importer) => {
    plantPair(file, importer)
    const [path, from] = [`web/src/gallery/grid/${file}`, `web/src/gallery/grid/${importer}`]
    expect(violations()).toEqual([`${path}: has one importer: join ${from} (small-files)`])
  })
})

describe('RV-603 only the store of its owner names a table', () => {
  const FOREIGN = 'names the table photos, which only the store of photos may (table-ownership)'

  test.each([
    "db.selectFrom('photos')",
    "db.selectFrom(['albums', 'photos as p'])",
    "findRow(db, 'photos', { photo_id: 'p' })",
    "db.selectFrom('albums').leftJoin('photos as p', 'p.id', 'albums.id')",
    "db.updateTable('photos')",
    'db.deleteFrom(`photos`)',
    "db.mergeInto('photos')",
    'sql`select 1 from albums a, photos p`',
    'sql`select 1 from albums a join\n photos p using (id)`',
    'sql<number>`(select count(*) from photos)`',
    'sql`insert into "photos" values (${1})`',
    'sql`delete from albums using only public.photos`',
    "sql`${one} union select 1 from ${sql.table('photos')}`",
    "sql.raw('from photos')",
    "client.query('select * from photos where id = 1')",
    'client.query(`update photos set id = ${id}`)',
    'const more = sql`photos as p`\nsql`select 1 from ${more}`',
  ])('%s in the store of another domain', async query => {
    plant({ 'server/src/domains/albums/store/planted.ts': `${query}\n` })
    expect(violations().map(each => each.replace(/:\d+:/, ':'))).toEqual([
      `server/src/domains/albums/store/planted.ts: ${FOREIGN}`,
    ])
  })

  test("a query outside of the owner's store, unlike a row by its key", async () => {
    plant({
      'server/src/domains/photos/rules.ts':
        "lockRow(tx, 'photos', { photo_id: 'p' })\ndb.selectFrom('photos')\n",
    })
    expect(violations()).toEqual([`server/src/domains/photos/rules.ts:2: ${FOREIGN}`])
  })

  test.each([
    'db.deleteFrom(table)',
    'sql`select 1 from ${table}`',
    'sql`select 1 from ${sql.table(name)}`',
    'db.dynamic.table(name)',
  ])('%s has no literal table name', async query => {
    plant({
      'server/src/domains/photos/store.ts': `${CLEAN['server/src/domains/photos/store.ts']}${query}\n`,
    })
    expect(violations()).toContain(
      'server/src/domains/photos/store.ts:2: the name of a table is a literal, never a value (table-ownership)',
    )
  })

  test.each([
    'sql`select extract(year from photos), x from unnest(${ids}::text[]) as t (photos)`',
    "sql`select 1 from albums where kind = 'from photos'`",
    'sql`insert into albums (name, photos) select a, photos from albums on conflict do update set photos = 1`',
    'sql`select a.photos is distinct from photos from albums a`',
    "db.selectFrom(db.selectFrom('albums').as('photos'))",
    "log.info('update photos later')",
  ])('%s names no foreign table', async query => {
    plant({ 'server/src/domains/albums/store.ts': `${query}\n` })
    expect(violations()).toEqual([])
  })

  test('tests may name every table', async () => {
    plant({ 'server/src/domains/albums/albums.test.ts': "db.selectFrom('photos')\n" })
    expect(violations()).toEqual([])
  })
})

describe('RV-1125 RV-718 statements on distributed tables', () => {
  const LIST = 'docs/distribution.md'
  const list = (...reasons: string[]) =>
    `# 0112\n\n## Statements across accounts\n\n| reason | domain |\n|---|---|\n${reasons.map(each => `| ${each} | photos |\n`).join('')}\n## Next\n\n| other | |\n`

  test('whose mark the decision does not list, and marks that it lists and no statement has', async () => {
    plant({
      [LIST]: list('a sweep', 'an old reason'),
      'server/src/domains/photos/store.ts': `const SWEEP = acrossAccounts('a sweep')
export const countPhotos = (db: Db) => db.selectFrom('photos as p').selectAll().modifyEnd(SWEEP).execute()
export const listPhotos = (db: Db) => sql\`select name from photos \${acrossAccounts('a new reason')}\`.execute(db)
export const findPhotos = (db: Db) => sql\`select name from photos \${acrossAccounts(reason)}\`.execute(db)
`,
    })
    expect(violations()).toEqual([
      `server/src/domains/photos/store.ts:3: ${LIST} does not list 'a new reason' (distribution)`,
      'server/src/domains/photos/store.ts:4: the reason of acrossAccounts is a literal (distribution)',
      `${LIST}: no statement has the reason 'an old reason' (distribution)`,
    ])
  })
})

test('RV-961 a review id in code that is no test is refused; tests name them', async () => {
  const text = '/** Counts photos (RV-942). */\n'
  plant({ 'web/src/platform/call.ts': text, 'web/src/platform/call.test.ts': text })
  expect(violations()).toEqual([
    'web/src/platform/call.ts:1: RV-942 belongs to a test or a decision (review-ids)',
  ])
})

test('RV-1024 refuses the path of an address as the name of a file', async () => {
  // In two parts, for this file itself.
  const path = (folder: string, address: string) =>
    `export const FOLDER = new URL(${folder}, ${address}).${'pathname'}\n`
  plant({
    'tools/folder.mjs': path("'..'", 'import.meta.url'),
    'server/src/platform/folder.ts': path("\n  './folder'", 'import.meta.url,\n'),
    'server/src/platform/address.ts': path("'/a'", 'origin'),
  })
  expect(violations()).toEqual([
    'server/src/platform/folder.ts:2: is percent-encoded: use import.meta.dirname or fileURLToPath (path-of-url)',
    'tools/folder.mjs:1: is percent-encoded: use import.meta.dirname or fileURLToPath (path-of-url)',
  ])
})

describe('RV-963 decisions', () => {
  const MISSING = '0942'
  const DECISION = 'docs/decisions/0010-albums.md'

  test.each([
    ['docs/api.md', `[albums](decisions/${MISSING}-albums.md)`, `${MISSING}-albums.md`],
    ['CONTRIBUTING.md', `[albums](docs/decisions/${MISSING}-photos.md)`, `${MISSING}-photos.md`],
    [DECISION, `[next](${MISSING}-albums.md)`, `${MISSING}-albums.md`],
    ['docs/api.md', `Compressed ([${MISSING}](api.md))`, MISSING],
    ['web/src/platform/call.ts', `/** As stated in decision ${MISSING}. */`, MISSING],
    ['web/src/platform/call.ts', `// docs/decisions/${MISSING} has the reason`, MISSING],
    ['web/src/platform/call.ts', `/** Albums (PL-063, ${MISSING}). */`, MISSING],
  ])('%s refers to one that does not exist: %s', async (file, text, target) => {
    plant({ [DECISION]: '# 0010 Albums\n', [file]: `\n${text}\n` })
    expect(violations()).toEqual([`${file}:2: there is no decision ${target} (decisions)`])
  })

  test('references to one that exists, and other numbers, are accepted', async () => {
    plant({
      [DECISION]: '# 0010 Albums\n',
      'docs/api.md':
        '[0010](decisions/0010-albums.md), decision 0010, (0010), from 0040 on, (0117 496 0123), 0942\n',
      'web/src/platform/call.ts': '/** Albums (0010; PL-063), in docs/decisions/0010. */\n',
    })
    expect(violations()).toEqual([])
  })

  test('one of more than 40 lines', async () => {
    plant({ [DECISION]: `# 0010 Albums\n${'\nline'.repeat(39)}\n` })
    expect(violations()).toEqual([
      `${DECISION}: a decision has at most 40 lines, not 41: figures belong to docs/measurements (decisions)`,
    ])
    plant({ [DECISION]: `# 0010 Albums\n${'\nline'.repeat(38)}\n` })
    expect(violations()).toEqual([])
  })
})

describe('texts of the catalogue and classes of the style sheets are used', () => {
  const CSS = 'web/src/domains/albums/album.module.css'
  const COMPONENT = 'web/src/domains/albums/album.tsx'

  test.each(['albums.titles', 'albums.state.full.long', 'albums.state.gone', 'albums.state', 'planted'])(
    'RV-844 the text %s, which no file of the product names',
    async key => {
      plant({
        'locales/en-GB.json': `{\n  "albums.title": "Albums",\n  "${key}": "Text"\n}`,
        // Tests show no texts, and the stand-in shop has its own.
        'web/src/domains/albums/album.test.ts': `text('${key}')\n`,
        'locales/locales.test.ts': `text('${key}')\n`,
        'sandbox/shop/page.ts': `text('${key}')\n`,
      })
      expect(violations()).toEqual([
        `locales/en-GB.json:3: No file names the text '${key}'. Remove it from all catalogues (unused-texts)`,
      ])
    },
  )

  test.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>\n  {name} is here\n</p>', 'is here'],
    ['<img alt="A photo" />', 'A photo'],
    ['<button aria-label="Zurück">‹</button>', 'Zurück'],
  ])('RV-844 words in the code of a component: %j', async (element, words) => {
    const file = 'web/src/domains/albums/planted.tsx'
    plant({ [file]: `export const planted = ${element}\n` })
    expect(violations()).toEqual([
      expect.stringMatching(`^${file}:\\d: '${words}' is no text of the catalogues \\(literal-texts\\)$`),
    ])
    plant({ [file]: `export const planted = <p title="albums.title" lang="en">{text} · {1}</p>\n` })
    expect(violations()).toEqual([])
  })

  test('a class that the module does not define', async () => {
    plant({ [COMPONENT]: `${CLEAN[COMPONENT]}export const note = styles.note\n` })
    expect(violations()).toEqual([`${COMPONENT}:3: ${CSS} has no .note (css-classes)`])
  })

  test('a class that no component uses, unless the class is chosen by a value', async () => {
    plant({ [CSS]: `${CLEAN[CSS]}.note {}\n` })
    expect(violations()).toEqual([`${CSS}:4: No component uses .note (css-classes)`])
    plant({ [COMPONENT]: `${CLEAN[COMPONENT]}export const tone = styles[name]\n` })
    expect(violations()).toEqual([])
  })

  test('a shared class that is not defined, or that no component uses', async () => {
    plant({ [COMPONENT]: `${CLEAN[COMPONENT]}export const row = 'ui-row8 ui-row80'\n` })
    expect(await violations()).toEqual([
      `${COMPONENT}:3: web/src/ui/primitives.css has no .ui-row80 (css-classes)`,
    ])
    plant({ 'web/src/ui/row.tsx': '', [COMPONENT]: CLEAN[COMPONENT]! })
    expect(await violations()).toEqual([
      'web/src/ui/primitives.css:1: No component uses .ui-row8 (css-classes)',
    ])
  })
})

const violations = (): string[] => checkStructure(root)

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.mjs'
import { publishBuild } from './publish-build.mjs'
import { fail, install } from './setup.mjs'

/* Publishes the web to a folder that servers have as WEB_DIR (docs/operations.md): the build of --from, else a new one. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { assets: { type: 'boolean', default: false }, from: { type: 'string' } },
})
const [folder] = positionals
if (positionals.length !== 1 || Object.keys(values).some(name => name !== 'assets' && name !== 'from'))
  fail('npm run publish-web -- FOLDER [--assets] [--from BUILD]')
if (!values.from) install()
publishBuild(values.from ?? buildWeb(), resolve(folder), { pages: !values.assets })

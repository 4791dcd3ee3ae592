import { resolve } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { publishBuild } from './publish-build.mjs'
import { fail, install } from './setup.mjs'

/* Builds the web and publishes it to a folder that servers have as WEB_DIR (docs/operations.md). */
const [folder, option] = process.argv.slice(2)
if (!folder || (option !== undefined && option !== '--assets'))
  fail('npm run publish-web -- FOLDER [--assets]')
install()
publishBuild(buildWeb(), resolve(folder), { pages: option === undefined })

import { install } from './setup.mjs'

/* Installs the pinned Node and all packages, as 'npm start' does. */
install()

/* What other screens with photos are made of. Apart from index.ts, as it is loaded with such a screen only. */
export { useLibraryChanges } from './library-changes.ts'
export { PageTitle } from './page-title.tsx'
export { PageTabs } from './page-tools.tsx'
export { default as pageStyles } from './photos-page.module.css'
export { readSort, writeSort } from './sort-preference.ts'

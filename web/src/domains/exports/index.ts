export { ExportButton, useExportModal } from './export-button.tsx'
export { ExportPage } from './lazy-components.ts'
export { LibraryExports } from './library-exports.tsx'

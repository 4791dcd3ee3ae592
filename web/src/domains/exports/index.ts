export { ExportButton, useExportModal } from './export-button.tsx'
export { ExportPage } from './export-page.tsx'
export { LibraryExports } from './library-exports.tsx'

export { WidgetLinks } from './list/widget-links.tsx'
export { WidgetList } from './list/widget-list.tsx'
export { WidgetShare } from './share/widget-share.tsx'
export { useWidgetChanges } from './widget-queries.ts'

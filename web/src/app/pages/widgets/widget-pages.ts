/** The list of online products and the page of one, in one file: they share most of their code. */
export { WidgetPage } from './widget-page.tsx'
export { WidgetsPage } from './widgets-page.tsx'

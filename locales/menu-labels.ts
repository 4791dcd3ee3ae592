import type enGB from './en-GB.json'

/** Texts of the retailer's links by their ids, in the page's language; an item of another id has its own label. */
export const MENU_LABELS: Readonly<Record<string, keyof typeof enGB>> = {
  shop: 'menu.shop',
  faqs: 'menu.faqs',
  contact: 'menu.contact',
  terms: 'menu.terms',
  privacy: 'menu.privacy',
  imprint: 'menu.imprint',
}

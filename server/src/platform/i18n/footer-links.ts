import type { Brand } from '#contract/brands.ts'
import { MENU_LABELS } from '#locales/menu-labels.ts'
import { getTranslator } from './translate.ts'

/** A link at the end of a page or a mail. */
export interface FooterLink<Address extends string = string> {
  label: string
  address: Address
}

/** Lists the links of the brand's footer menu, in its order and language. */
export function listFooterLinks({ menu, locale }: Pick<Brand, 'menu' | 'locale'>): FooterLink[] {
  const text = getTranslator(locale)
  return menu.menus.footer.flatMap(id => {
    const item = menu.storefrontItems.find(each => each.id === id)
    const label = MENU_LABELS[id]
    return item ? [{ label: label ? text(label) : item.label, address: item.url }] : []
  })
}

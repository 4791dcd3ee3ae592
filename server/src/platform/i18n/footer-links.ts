import type { Brand } from '#contract/brands.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { MENU_LABELS } from '#locales/menu-labels.ts'
import { getTranslator } from './translate.ts'

/** A link at the end of a page or a mail. */
export interface FooterLink<Address extends string = string> {
  label: string
  address: Address
}

/**
 * Lists the links of the brand's footer menu, in its order and language, after that to the withdrawal from the contract. `withdrawal`: the address of that page, where its path alone is no link.
 */
export function listFooterLinks<Address extends string = string>(
  { menu, locale }: Pick<Brand, 'menu' | 'locale'>,
  withdrawal: Address | typeof WITHDRAWAL_PATH = WITHDRAWAL_PATH,
): FooterLink<Address>[] {
  const text = getTranslator(locale)
  const menuLinks = menu.menus.footer.flatMap(id => {
    const item = menu.storefrontItems.find(each => each.id === id)
    const label = MENU_LABELS[id]
    return item ? [{ label: label ? text(label) : item.label, address: item.url as Address }] : []
  })
  return [{ label: text('withdrawal.link'), address: withdrawal as Address }, ...menuLinks]
}
